import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Which process works at which enrichment queue, and until when it is believed to be alive. */
const turns = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE enrichment_turns (
      queue text PRIMARY KEY,
      holder text NOT NULL,
      until timestamptz NOT NULL
    )`
})

export const enrichment = turns
