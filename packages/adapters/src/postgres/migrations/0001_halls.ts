import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Sync runs and cursors, keys, data versions, and what was true of the data when it was last opened. */
export const halls = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE sync_runs (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL,
      domain text NOT NULL,
      sync_type text NOT NULL,
      trigger text NOT NULL,
      status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'failed')),
      holder text NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      beat_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      added integer NOT NULL DEFAULT 0,
      changed integer NOT NULL DEFAULT 0,
      removed integer NOT NULL DEFAULT 0,
      failure_state text,
      failure_message text,
      failure_next text
    )`
  // At most one run of a source is alive, whoever starts it.
  yield* sql`CREATE UNIQUE INDEX sync_runs_alive ON sync_runs (source) WHERE status = 'running'`
  yield* sql`CREATE INDEX sync_runs_of_source ON sync_runs (source, id DESC)`
  yield* sql`CREATE TABLE sync_slots (source text PRIMARY KEY, due_at timestamptz NOT NULL)`
  yield* sql`CREATE TABLE sync_cursors (source text PRIMARY KEY, cursor text NOT NULL)`
  yield* sql`CREATE TABLE sync_removals (source text NOT NULL, key text NOT NULL, PRIMARY KEY (source, key))`
  yield* sql`CREATE TABLE versions (topic text PRIMARY KEY, version bigint NOT NULL)`
  yield* sql`CREATE TABLE settings (name text PRIMARY KEY, value text NOT NULL)`
  yield* sql`CREATE TABLE hosts (name text PRIMARY KEY, beat_at timestamptz NOT NULL DEFAULT now())`
  // Who was counted when, epoch milliseconds, oldest first. What a crash of the database loses is a minute of it.
  yield* sql`CREATE UNLOGGED TABLE rate_windows (caller text PRIMARY KEY, times float8[] NOT NULL)`
  yield* sql`
    CREATE TABLE api_keys (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      scope text NOT NULL CHECK (scope IN ('read', 'admin')),
      prefix text NOT NULL,
      hint text NOT NULL,
      hash text NOT NULL UNIQUE,
      rate_limit integer,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz,
      request_count bigint NOT NULL DEFAULT 0,
      expires_at timestamptz,
      revoked_at timestamptz
    )`
})
