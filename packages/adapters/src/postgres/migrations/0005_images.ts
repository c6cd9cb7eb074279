import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Pictures of every domain's records: what is wanted, and what was found (contract §10). `version` is null until one is there. */
export const images = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE images (
      domain text NOT NULL,
      entity_type text NOT NULL,
      entity_id integer NOT NULL,
      urls text[] NOT NULL,
      hints jsonb NOT NULL,
      version integer,
      thumbhash text,
      dominant_color text,
      accent_color text,
      PRIMARY KEY (domain, entity_type, entity_id)
    )`
})
