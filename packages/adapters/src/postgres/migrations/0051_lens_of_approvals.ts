import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** The command that approves access may limit it to a lens. */
export const lensOfApprovals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE oauth_approvals ADD COLUMN lens text`
})
