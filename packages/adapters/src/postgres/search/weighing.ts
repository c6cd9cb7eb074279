import type { Domain } from "@daybook/core"
import type { EntityRef, EntityType } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import { ever } from "../listening/rollup.js"

/** Documents weighed by one statement: the embedded engine answers nothing else meanwhile. */
const portion = 2_000

/** What the owner did with the records of `part`: how often, and on which day last. */
const activityOf = (sql: SqlClient.SqlClient): Readonly<Record<Domain, Statement.Fragment>> => ({
  listening: sql`
    SELECT entity_type, entity_id,
      (SELECT plays FROM listening_counts
        WHERE kind = entity_type::listening_kind AND grain = 'ever' AND bucket = ${ever} AND subject = entity_id) AS times,
      CASE entity_type
        WHEN 'artist' THEN (SELECT max(played_at) FROM listening_plays WHERE artist_id = entity_id AND visible)
        WHEN 'album' THEN (SELECT max(played_at) FROM listening_plays WHERE album_id = entity_id AND visible)
        ELSE (SELECT max(played_at) FROM listening_plays WHERE track_id = entity_id AND visible)
      END::date AS last
    FROM part`,
  running: sql`SELECT 'activity' AS entity_type, id AS entity_id, 1 AS times, day AS last FROM running_activities`,
  watching: sql`
    SELECT title.kind::text AS entity_type, title.id AS entity_id, count(*) AS times, max(watch.date) AS last
    FROM watching_watches AS watch JOIN watching_titles AS title ON title.id = watch.title_id GROUP BY title.kind, title.id`,
  collecting: sql`
    SELECT 'release' AS entity_type, id AS entity_id, 1 AS times, added_at::date AS last FROM collecting_copies
    UNION ALL SELECT 'media', id, 1, collected_at::date FROM collecting_discs`,
  reading: sql`
    SELECT 'article' AS entity_type, id AS entity_id, CASE WHEN finished_on IS NULL OR bulk THEN 0 ELSE 1 END AS times,
      coalesce(finished_on, saved_on) AS last FROM reading_articles
    UNION ALL SELECT 'highlight', id, 0, created_at::date FROM reading_highlights`,
  attending: sql`
    SELECT 'event' AS entity_type, id AS entity_id, 1 AS times, date AS last FROM attending_events
    UNION ALL SELECT 'venue', venue_id, count(*), max(date) FROM attending_events WHERE venue_id IS NOT NULL GROUP BY venue_id
    UNION ALL SELECT 'performer', performer_id, count(*), max(event.date)
    FROM attending_billings JOIN attending_events AS event ON event.id = event_id GROUP BY performer_id
    UNION ALL SELECT 'player', player_id, count(*), NULL FROM attending_appearances GROUP BY player_id`
})

/**
 * Weighs the next documents in the order of their entities: the kind, the logarithm of how often, and at most 1 for how
 * lately. A day counts from 1970 in centuries, so that a weight does not change by the passing of time.
 */
export const weigh = (sql: SqlClient.SqlClient, domain: Domain, after: EntityRef | null) =>
  Effect.map(
    sql<{ changed: number; size: number; type: EntityType | null; id: number | null }>`
      WITH part AS (
        SELECT entity_type, entity_id FROM search_ranks
        WHERE domain = ${domain} AND ${after === null ? sql`true` : sql`(entity_type, entity_id) > (${after.type}, ${after.id}::bigint)`}
        ORDER BY entity_type, entity_id LIMIT ${portion}
      ), activity AS (${activityOf(sql)[domain]}), weighed AS (
        SELECT part.entity_type, part.entity_id,
          (search_kind_weight(part.entity_type) + ln(1 + coalesce(activity.times, 0))
            + greatest(0, least(1, coalesce(activity.last - date '1970-01-01', 0) / 36525.0)))::real AS weight
        FROM part LEFT JOIN activity ON activity.entity_type = part.entity_type AND activity.entity_id = part.entity_id
      ), changed AS (
        UPDATE search_ranks AS rank SET weight = weighed.weight FROM weighed
        WHERE rank.domain = ${domain} AND rank.entity_type = weighed.entity_type AND rank.entity_id = weighed.entity_id
          AND rank.weight <> weighed.weight
        RETURNING rank.entity_id
      ), last AS (SELECT entity_type, entity_id FROM part ORDER BY entity_type DESC, entity_id DESC LIMIT 1)
      SELECT (SELECT count(*) FROM changed) AS changed, (SELECT count(*) FROM part) AS size,
        (SELECT entity_type FROM last) AS type, (SELECT entity_id FROM last) AS id`,
    ([row]) => ({
      changed: row?.changed ?? 0,
      next: row === undefined || row.type === null || row.id === null || row.size < portion ? null : { type: row.type, id: row.id }
    })
  )
