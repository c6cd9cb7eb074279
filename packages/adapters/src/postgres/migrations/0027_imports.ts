import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Export files that clients handed in. Their bytes are on the disk of the host that received them. */
export const imports = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE imports (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      file text NOT NULL UNIQUE,
      name text NOT NULL,
      source text NOT NULL DEFAULT '',
      domain text NOT NULL DEFAULT '',
      state text NOT NULL DEFAULT 'receiving' CHECK (state IN
        ('receiving', 'waiting', 'checking', 'checked', 'importing', 'completed', 'failed', 'stopped')),
      is_dry_run boolean NOT NULL,
      size bigint NOT NULL DEFAULT 0,
      announced bigint,
      bytes_read bigint NOT NULL DEFAULT 0,
      pages integer NOT NULL DEFAULT 0,
      rows bigint NOT NULL DEFAULT 0,
      rows_before bigint NOT NULL DEFAULT 0,
      added integer NOT NULL DEFAULT 0,
      changed integer NOT NULL DEFAULT 0,
      removed integer NOT NULL DEFAULT 0,
      present integer NOT NULL DEFAULT 0,
      first_at timestamptz,
      last_at timestamptz,
      run integer,
      check_result jsonb,
      result jsonb,
      failure jsonb,
      created_at timestamptz NOT NULL,
      started_at timestamptz,
      changed_at timestamptz NOT NULL,
      finished_at timestamptz
    )`
})
