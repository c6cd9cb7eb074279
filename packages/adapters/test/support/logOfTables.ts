import { SqlClient } from "@effect/sql"
import { expect } from "@effect/vitest"
import { Effect } from "effect"

/** Every record that the log of changes must list, read from the tables. */
const records = `
  SELECT 'listening', 'day', day::text FROM listening_plays WHERE visible GROUP BY day
  UNION ALL SELECT 'listening', 'artist', artist_id::text FROM listening_plays WHERE visible GROUP BY artist_id
  UNION ALL SELECT 'listening', 'album', album_id::text FROM listening_plays
    WHERE visible AND album_id IS NOT NULL GROUP BY album_id
  UNION ALL SELECT 'listening', 'track', track_id::text FROM listening_plays WHERE visible GROUP BY track_id
  UNION ALL SELECT 'running', 'activity', id::text FROM running_activities
  UNION ALL SELECT 'watching', title.kind::text, title.id::text FROM watching_titles AS title
    WHERE title.id IN (SELECT title_id FROM watching_watches)
      OR title.id IN (SELECT title_id FROM watching_reports WHERE at IS NULL)
  UNION ALL SELECT 'watching', 'viewing', id::text FROM watching_watches
  UNION ALL SELECT 'collecting', 'release', id::text FROM collecting_copies WHERE NOT hidden
  UNION ALL SELECT 'collecting', 'want', id::text FROM collecting_wants WHERE NOT hidden
  UNION ALL SELECT 'collecting', 'disc', id::text FROM collecting_discs WHERE NOT hidden
  UNION ALL SELECT 'reading', 'article', id::text FROM reading_articles
  UNION ALL SELECT 'reading', 'highlight', id::text FROM reading_highlights
  UNION ALL SELECT 'attending', 'event', id::text FROM attending_events WHERE doubt IS NULL
  UNION ALL SELECT 'attending', 'venue', venue_id::text FROM attending_events
    WHERE doubt IS NULL AND venue_id IS NOT NULL GROUP BY venue_id
  UNION ALL SELECT 'attending', 'player', appearance.player_id::text
    FROM attending_appearances AS appearance JOIN attending_events AS event
      ON event.external_source = appearance.source AND event.external_id = appearance.game_id
    WHERE event.doubt IS NULL AND event.going GROUP BY appearance.player_id
  UNION ALL SELECT domain, 'feed_item', id::text FROM feed_items`

/** What the log of changes lists too much (`extra`) or not at all (`missing`). */
const logDifferences = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql.unsafe<{ line: string }>(`
      WITH listed AS (
        SELECT domain, entity_type, entity_id FROM changes WHERE op = 'upsert'
      ), records AS (${records})
      SELECT concat_ws(' ', 'extra', domain, entity_type, entity_id) AS line FROM (TABLE listed EXCEPT TABLE records) AS extra
      UNION ALL
      SELECT concat_ws(' ', 'missing', lacked.*) FROM (TABLE records EXCEPT TABLE listed) AS lacked
      ORDER BY 1 LIMIT 20`),
    (rows) => rows.map(({ line }) => line)
  )
)

/** Fails if the log of changes does not list exactly the records that the tables have. */
export const expectLogOfTables = Effect.map(logDifferences, (lines) => expect(lines).toStrictEqual([]))
