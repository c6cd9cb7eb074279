import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Runs that a correction hides. Their rows stay for the reports that refer to them. */
export const hiddenRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE running_activities ADD COLUMN hidden boolean NOT NULL DEFAULT false`
})
