import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Exports are full lists of their day. A report of a viewing has the address of its entry at the source, and when the
 * source last listed it; `at` and `date` are null for a film that was seen at an unknown time.
 */
export const fullLists = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE sync_lists (
      source text NOT NULL,
      list text NOT NULL,
      as_of timestamptz NOT NULL,
      PRIMARY KEY (source, list)
    )`
  yield* sql`
    ALTER TABLE watching_reports
      ALTER at DROP NOT NULL, ALTER date DROP NOT NULL,
      ADD address text, ADD as_of timestamptz,
      ADD CONSTRAINT watching_reports_day CHECK ((at IS NULL) = (date IS NULL))`
  yield* sql`DROP INDEX watching_reports_key`
  yield* sql`
    CREATE UNIQUE INDEX watching_reports_key ON watching_reports (title_id, episode_id, source, key, address, alias) NULLS NOT DISTINCT`
  yield* sql`CREATE UNIQUE INDEX watching_reports_address ON watching_reports (source, address) WHERE address IS NOT NULL`
  yield* sql`CREATE INDEX watching_reports_alias ON watching_reports (source, alias) WHERE alias IS NOT NULL`
  yield* sql`CREATE INDEX watching_reports_undated ON watching_reports (title_id) WHERE at IS NULL`
  yield* sql`ALTER TABLE watching_ratings ADD as_of timestamptz`
  // A film of the diary that was known by one name alone is known by it there.
  yield* sql`
    INSERT INTO watching_ids (kind, scheme, value, title_id)
    SELECT kind, 'name:letterboxd', min(value), title_id FROM watching_ids
    WHERE scheme = 'name' AND title_id IN (SELECT title_id FROM watching_reports WHERE source = 'letterboxd')
    GROUP BY kind, title_id HAVING count(*) = 1 ON CONFLICT DO NOTHING`
  // What an export calls archived without saying how far it was read.
  yield* sql`ALTER TABLE reading_articles DROP CONSTRAINT reading_articles_status_check`
  yield* sql`
    ALTER TABLE reading_articles ADD CONSTRAINT reading_articles_status_check
      CHECK (status IN ('unread', 'reading', 'finished', 'skipped', 'abandoned', 'archived'))`
})
