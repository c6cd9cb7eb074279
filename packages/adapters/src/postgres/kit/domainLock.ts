import type { Domain } from "@daybook/core"
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { inTransaction } from "../inTransaction.js"
import { sql } from "./sql.js"

/**
 * Serializes the writers of a domain, so that its rows and what is counted from them stay consistent. Runs in the
 * caller's transaction or its own, and holds the lock until that ends.
 */
export const domainLock =
  (domain: Domain) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
    Effect.gen(function* () {
      const outer = yield* Effect.serviceOption(SqlClient.TransactionConnection)
      const locked = Effect.zipRight(sql`SELECT pg_advisory_xact_lock(hashtext(${`daybook ${domain}`}))`, effect)
      return yield* outer._tag === "Some" ? locked : inTransaction(locked)
    })
