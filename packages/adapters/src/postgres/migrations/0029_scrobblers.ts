import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Clients that submit listens. A token is stored as SHA-256, and as an encrypted MD5 for the older protocols. */
export const scrobblers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE scrobblers (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      hint text NOT NULL,
      hash text COLLATE "C" NOT NULL UNIQUE,
      sealed_digest text NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      client text,
      listens integer NOT NULL DEFAULT 0,
      submitted_at timestamptz,
      last_added integer NOT NULL DEFAULT 0,
      revoked_at timestamptz
    )`
  yield* sql`
    CREATE TABLE scrobbler_handshakes (
      scrobbler_id integer NOT NULL REFERENCES scrobblers ON DELETE CASCADE,
      time bigint NOT NULL,
      PRIMARY KEY (scrobbler_id, time)
    )`
  yield* sql`
    CREATE TABLE scrobbler_logins (
      hash text COLLATE "C" PRIMARY KEY,
      scrobbler_id integer NOT NULL REFERENCES scrobblers ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE scrobbler_playing (
      scrobbler_id integer PRIMARY KEY REFERENCES scrobblers ON DELETE CASCADE,
      play text NOT NULL,
      reported_at timestamptz NOT NULL,
      until timestamptz NOT NULL
    )`
})
