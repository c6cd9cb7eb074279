import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** What the owner allowed assistants. Codes and tokens are SHA-256 only; they end with their grant. */
export const grants = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE oauth_grants (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      client_id text NOT NULL,
      client_name text NOT NULL,
      client_host text NOT NULL,
      scopes text[] NOT NULL,
      lens text,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE oauth_codes (
      hash text COLLATE "C" PRIMARY KEY,
      grant_id integer NOT NULL REFERENCES oauth_grants ON DELETE CASCADE,
      redirect_uri text NOT NULL,
      challenge text NOT NULL,
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    )`
  yield* sql`CREATE INDEX oauth_codes_of_grant ON oauth_codes (grant_id)`
  yield* sql`
    CREATE TABLE oauth_tokens (
      hash text COLLATE "C" PRIMARY KEY,
      grant_id integer NOT NULL REFERENCES oauth_grants ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    )`
  yield* sql`CREATE INDEX oauth_tokens_of_grant ON oauth_tokens (grant_id)`
  yield* sql`CREATE TABLE oauth_approvals (code text PRIMARY KEY, expires_at timestamptz NOT NULL)`
})
