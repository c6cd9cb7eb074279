import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** When a report of a play came here. It is unknown of those that are stored already. */
export const receivedPlays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE listening_plays ADD COLUMN received_at timestamptz`
  yield* sql`ALTER TABLE listening_plays ALTER COLUMN received_at SET DEFAULT now()`
})
