import { Effect } from "effect"
import { tablesOf } from "../kit/domain.js"
import { sql } from "../kit/sql.js"

export const collectingTables = tablesOf({
  domain: "collecting",
  exported: [
    { name: "collecting_releases", key: ["id"] },
    { name: "collecting_credits", key: ["release_id", "place"] },
    { name: "collecting_copies", key: ["id"] },
    { name: "collecting_wants", key: ["id"] },
    { name: "collecting_films", key: ["id"] },
    { name: "collecting_discs", key: ["id"] },
    { name: "collecting_values", key: ["source"] }
  ],
  logged: sql`
    SELECT 'release', id::text FROM collecting_copies WHERE NOT hidden
    UNION ALL SELECT 'want', id::text FROM collecting_wants WHERE NOT hidden
    UNION ALL SELECT 'disc', id::text FROM collecting_discs WHERE NOT hidden`,
  activity: sql`
    SELECT 1 AS times, added_at::date AS last FROM collecting_copies
    WHERE part.entity_type = 'release' AND id = part.entity_id
    UNION ALL SELECT 1, collected_at::date FROM collecting_discs
    WHERE part.entity_type = 'media' AND id = part.entity_id`,
  // The MusicBrainz id that the owner's plays of the same album have.
  pictureHints: sql`
    jsonb_strip_nulls(jsonb_build_object('mbid', CASE WHEN entity_type = 'release' THEN (
      SELECT album.mbid FROM listening_albums AS album JOIN listening_artists AS artist ON artist.id = album.artist_id
      WHERE album.mbid IS NOT NULL
        AND lower(album.name) = lower(hints ->> 'album') AND lower(artist.name) = lower(hints ->> 'artist')
      ORDER BY album.id LIMIT 1
    ) END))`,
  feedFollowsInstants: true,
  // Only instants are stored: queries ask the calendar for their days.
  rezone: () => Effect.void
})
