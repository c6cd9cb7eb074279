import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Writers of attending take turns. Runs in the caller's transaction, or in one of its own, and holds the turn to its end. */
export const locked = (sql: SqlClient.SqlClient) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (outer) => {
    const turn = Effect.zipRight(sql`SELECT pg_advisory_xact_lock(hashtext('daybook attending'))`, effect)
    return outer._tag === "Some" ? turn : sql.withTransaction(turn)
  })
