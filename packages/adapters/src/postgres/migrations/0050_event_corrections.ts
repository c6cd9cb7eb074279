import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * The owner's decisions on events become corrections. That of an event names the report on which it was made, since two
 * events may have one title and day. When they decided was not stored, so the time of the report stands for it.
 * `reported_event_id` is the event of a mention without corrections, so that each event returns with its id when a
 * correction is removed.
 */
export const eventCorrections = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE attending_mentions ADD COLUMN reported_event_id integer`
  yield* sql`UPDATE attending_mentions SET reported_event_id = event_id`
  yield* sql`CREATE INDEX attending_mentions_of_reported ON attending_mentions (reported_event_id)`
  yield* sql`ALTER TABLE attending_events DROP CONSTRAINT attending_events_doubt_check`
  yield* sql`
    ALTER TABLE attending_events ADD CONSTRAINT attending_events_doubt_check
    CHECK (doubt IN ('unread', 'undated', 'unconfirmed', 'hidden'))`
  yield* sql`
    INSERT INTO corrections (domain, kind, type, subject, object, created_at)
    SELECT 'attending', 'different', 'report', json_build_object('report', one), json_build_object('report', other),
      coalesce((SELECT max(said_at) FROM attending_mentions WHERE name IN (one, other)), 'epoch')
    FROM attending_apart ORDER BY one, other`
  yield* sql`
    INSERT INTO corrections (domain, kind, type, subject, created_at)
    SELECT 'attending', 'hide', 'report', json_build_object('report', name), said_at
    FROM attending_mentions WHERE rejected ORDER BY name`
  yield* sql`
    INSERT INTO corrections (domain, kind, type, subject, value, created_at)
    SELECT 'attending', 'set', 'event', json_build_object('title', title, 'date', day, 'report', name),
      CASE WHEN presence THEN 'attended=yes' ELSE 'attended=no' END, said_at
    FROM (
      SELECT DISTINCT ON (event_id, CASE WHEN event_id IS NULL THEN mention.name END)
        coalesce(event.title, body ->> 'title', 'Untitled') AS title, coalesce(body ->> 'date', event.date::text) AS day,
        mention.name, presence, said_at
      FROM attending_mentions AS mention LEFT JOIN attending_events AS event ON event.id = mention.event_id
      WHERE presence IS NOT NULL
      ORDER BY event_id, CASE WHEN event_id IS NULL THEN mention.name END, said_at DESC, mention.id DESC
    ) AS latest WHERE day IS NOT NULL ORDER BY day, title, name`
  yield* sql`ALTER TABLE attending_mentions DROP COLUMN rejected, DROP COLUMN presence`
  yield* sql`DROP TABLE attending_apart`
})
