import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Logins at providers, sealed with a key of the instance's secret, and who is renewing one right now. */
export const tokens = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE provider_tokens (
      id text PRIMARY KEY,
      version integer GENERATED ALWAYS AS IDENTITY,
      sealed text NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`
    CREATE TABLE provider_token_leases (
      id text PRIMARY KEY,
      lease integer GENERATED ALWAYS AS IDENTITY,
      holder text NOT NULL,
      until timestamptz NOT NULL
    )`
})
