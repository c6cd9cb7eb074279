import type { EnrichmentGaps } from "@daybook/core/listening"
import { number, object } from "../kit/columns.js"
import type { DomainCounts } from "../kit/counts.js"
import { sql } from "../kit/sql.js"

/** Names without links, and albums with a play of another artist. The last count reads every play. */
export const gapCounts: DomainCounts<EnrichmentGaps> = {
  domain: "listening",
  name: "gaps",
  body: object<EnrichmentGaps>({
    artistsWithPlaysWithoutLink: number,
    artistsWithoutLink: number,
    tracksWithoutLink: number,
    mismatchedAlbums: number
  }),
  query: sql`
    SELECT jsonb_build_object(
      'artistsWithPlaysWithoutLink', (
        SELECT count(*) FROM listening_artists AS artist WHERE apple_music_url IS NULL AND NOT hidden AND EXISTS (
          SELECT FROM listening_plays AS play WHERE play.artist_id = artist.id AND play.visible
        )
      ),
      'artistsWithoutLink', (SELECT count(*) FROM listening_artists WHERE apple_music_url IS NULL),
      'tracksWithoutLink', (SELECT count(*) FROM listening_tracks WHERE apple_music_url IS NULL),
      'mismatchedAlbums', (
        SELECT count(DISTINCT album.id) FROM listening_plays AS play
        JOIN listening_albums AS album ON album.id = play.album_id WHERE album.artist_id <> play.artist_id
      )
    )`
}
