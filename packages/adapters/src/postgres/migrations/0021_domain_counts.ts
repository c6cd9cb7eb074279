import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Counts over all records of a domain, each with the data version that it was counted for. The table starts empty: a
 * host counts when it opens the database, and after every change.
 */
export const domainCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE domain_counts (
      domain text NOT NULL,
      name text NOT NULL,
      version bigint NOT NULL,
      body jsonb NOT NULL,
      PRIMARY KEY (domain, name)
    )`
})
