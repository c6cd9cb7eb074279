import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** What keys may see. Publishable keys have a lens and the origins of the pages that use them. */
export const lenses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE lenses (
      name text COLLATE "C" PRIMARY KEY,
      definition jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`ALTER TABLE api_keys DROP CONSTRAINT api_keys_scope_check`
  yield* sql`
    ALTER TABLE api_keys
      ADD CONSTRAINT api_keys_scope_check CHECK (scope IN ('read', 'admin', 'publish')),
      ADD COLUMN lens text,
      ADD COLUMN origins text[] NOT NULL DEFAULT '{}',
      ADD COLUMN no_origin boolean NOT NULL DEFAULT false,
      ADD CONSTRAINT api_keys_publish_through_a_lens CHECK (scope <> 'publish' OR lens IS NOT NULL)`
})
