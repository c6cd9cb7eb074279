import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Pictures of every domain's records: what is wanted, when to look for it next, and what was found (contract §10). A row
 * whose entity is gone stays behind empty, so that its version goes on where it was, should the entity come back: an
 * address that was good for ever must never show something else.
 */
export const images = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE images (
      domain text NOT NULL,
      entity_type text NOT NULL,
      entity_id bigint NOT NULL,
      gone boolean NOT NULL DEFAULT false,
      urls text[] NOT NULL,
      hints jsonb NOT NULL,
      due_at timestamptz DEFAULT now(),
      misses integer NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0,
      version integer NOT NULL DEFAULT 0,
      original text,
      width integer,
      height integer,
      thumbhash text,
      dominant_color text,
      accent_color text,
      source text,
      source_url text,
      is_override boolean NOT NULL DEFAULT false,
      is_stale boolean NOT NULL DEFAULT false,
      PRIMARY KEY (domain, entity_type, entity_id)
    )`
  yield* sql`CREATE INDEX images_due ON images (domain, due_at, entity_id) WHERE due_at IS NOT NULL`
  yield* sql`CREATE INDEX images_stale ON images (domain, entity_type, entity_id) WHERE is_stale`
})
