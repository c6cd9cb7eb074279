import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * What corrections hide of watching, running, attending, reading, collecting and declared domains. Rows stay, so that
 * they return with their ids. Entries of the feed that are hidden are set aside with theirs.
 */
export const hiddenRecords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE feed_set_aside (
      id integer NOT NULL,
      domain text NOT NULL,
      event_type text NOT NULL,
      source_id text NOT NULL,
      occurred_at timestamptz NOT NULL,
      date date NOT NULL,
      title text NOT NULL,
      subtitle text,
      entity_type text NOT NULL,
      entity_id bigint NOT NULL,
      metadata jsonb,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (domain, event_type, source_id)
    )`
  yield* sql`ALTER TABLE watching_titles ADD COLUMN hidden boolean NOT NULL DEFAULT false`
})
