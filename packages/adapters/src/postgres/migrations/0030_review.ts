import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * What runs logged, and what a person decided about unsure matches of the collection. A decision names the match by its
 * normalized names: ids of albums and films change when a source is read again.
 */
export const review = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE sync_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      run integer NOT NULL REFERENCES sync_runs ON DELETE CASCADE,
      at timestamptz NOT NULL,
      level text NOT NULL,
      message text NOT NULL
    )`
  yield* sql`CREATE INDEX sync_log_of_run ON sync_log (run, id)`
  yield* sql`
    CREATE TABLE collecting_decisions (
      kind text NOT NULL CHECK (kind IN ('release', 'film')),
      subject integer NOT NULL,
      name text COLLATE "C" NOT NULL,
      same boolean NOT NULL,
      decided_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (kind, subject, name)
    )`
})
