import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Settings of sources that were entered over the API, sealed with a key of the instance's secret; logins that a person
 * began on the page, at most one for each provider; and one-time codes that stand for an admin key, as SHA-256.
 */
export const setup = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE source_settings (
      name text COLLATE "C" PRIMARY KEY,
      sealed text NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`
    CREATE TABLE login_attempts (
      connection text COLLATE "C" PRIMARY KEY,
      attempt text NOT NULL,
      source text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('code', 'device', 'pin', 'password')),
      state text NOT NULL CHECK (state IN ('pending', 'done', 'failed')),
      sealed text,
      error text,
      expires_at timestamptz NOT NULL,
      redeemed_at timestamptz
    )`
  yield* sql`
    CREATE TABLE one_time_codes (hash text COLLATE "C" PRIMARY KEY, expires_at timestamptz NOT NULL)`
})
