import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * What is left of listens whose rows were deleted after they were passed on: the time of the newest of them, up to which
 * none is passed on again, and how many were sent.
 */
export const listenHorizon = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE hooks ADD COLUMN listen_horizon timestamptz,
      ADD COLUMN sent_before_horizon integer NOT NULL DEFAULT 0`
})
