import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Jobs that an operator starts are runs like those of sources, with a progress and a result. */
export const jobs = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE sync_runs
      ADD COLUMN is_job boolean NOT NULL DEFAULT false,
      ADD COLUMN done integer,
      ADD COLUMN total integer,
      ADD COLUMN result jsonb`
})
