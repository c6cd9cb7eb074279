import type { SqlError } from "@effect/sql/SqlError"
import { SqlClient } from "@effect/sql"
import { Cause, Effect } from "effect"

/** One transaction. Where a lost connection breaks it, its ROLLBACK fails too; what is told is what broke first. */
export const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    let first: Cause.Cause<E> = Cause.empty
    const noted = Effect.tapErrorCause(effect, (cause) => Effect.sync(() => void (first = cause)))
    return Effect.catchAllCause(sql.withTransaction(noted), (cause) => Effect.failCause(Cause.isEmpty(first) ? cause : first))
  })
