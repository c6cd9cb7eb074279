import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Reports of runs that the owner separated become corrections, which can be taken back. */
export const separatedRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO corrections (domain, kind, type, subject, object, created_at)
    SELECT 'running', 'different', 'activity', json_build_object('report', one), json_build_object('report', other),
      decided_at
    FROM running_apart ORDER BY decided_at, one, other`
  yield* sql`DROP TABLE running_apart`
})
