import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Tickets that a correction takes from an event stay with their ids, to be shown again when it is removed. */
export const hiddenTickets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE attending_tickets ADD COLUMN hidden boolean NOT NULL DEFAULT false`
})
