import type { ExportablePlay, ExportableRecords } from "@daybook/core/formats"
import type { SqlClient } from "@effect/sql"
import { Stream } from "effect"
import { type RowOf, instant, nullable, number, text } from "../kit/columns.js"
import { rowStream } from "../kit/rowStream.js"
import { sql } from "../kit/sql.js"

const columns = {
  id: number,
  playedAt: instant,
  artist: text,
  artistMbid: nullable(text),
  track: text,
  trackMbid: nullable(text),
  duration: nullable(number),
  album: nullable(text),
  albumMbid: nullable(text)
}
type Row = RowOf<typeof columns>

const pageAfter = (after: Row | null, limit: number) => sql(columns)`
  SELECT play.id, play.played_at, artist.name AS artist, artist.mbid AS artist_mbid, track.name AS track,
    track.mbid AS track_mbid, track.duration, album.name AS album, album.mbid AS album_mbid
  FROM (
    SELECT id, played_at, artist_id, track_id, album_id FROM listening_plays
    WHERE visible AND ${
      after === null ? sql`true` : sql`(played_at, id) > (to_timestamp(${after.playedAt}::float8 / 1000), ${after.id})`
    }
    ORDER BY played_at, id LIMIT ${limit}
  ) AS play
  JOIN listening_artists AS artist ON artist.id = play.artist_id
  JOIN listening_tracks AS track ON track.id = play.track_id
  LEFT JOIN listening_albums AS album ON album.id = play.album_id
  ORDER BY play.played_at, play.id`

const toPlay = (row: Row): ExportablePlay => ({
  playedAt: row.playedAt,
  artist: { name: row.artist, mbid: row.artistMbid },
  track: { name: row.track, mbid: row.trackMbid },
  album: row.album === null ? null : { name: row.album, mbid: row.albumMbid },
  duration: row.duration
})

/** The visible plays, oldest first. */
export const exportablePlays = (client: SqlClient.SqlClient): ExportableRecords["Type"]["plays"] =>
  Stream.map(rowStream("ExportableRecords.plays", client)(pageAfter), toPlay)
