import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** What can be found of every domain's records (contract §9). */
export const search = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE search_documents (
      domain text NOT NULL,
      entity_type text NOT NULL,
      entity_id integer NOT NULL,
      title text NOT NULL,
      subtitle text,
      body text,
      details jsonb NOT NULL,
      PRIMARY KEY (domain, entity_type, entity_id)
    )`
})
