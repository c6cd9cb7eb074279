import { type StorageFailure, Transaction } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Cause, Data, Effect, type Exit, Layer } from "effect"
import { inTransaction } from "./inTransaction.js"
import { storage } from "./storage.js"

/** Runs one transaction. After a lost connection the ROLLBACK fails, too; the error returned is the first one. */
export const atomically = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.suspend(() => {
    let first: Cause.Cause<E> = Cause.empty
    const recorded = Effect.tapErrorCause(effect, (cause) => Effect.sync(() => void (first = cause)))
    return Effect.catchAllCause(inTransaction(recorded), (cause) =>
      Effect.failCause(Cause.isEmpty(first) ? cause : first)
    )
  })

/** Carries the result of a dry run out of the transaction that it rolls back. */
class Rehearsed<A> extends Data.TaggedError("Rehearsed")<{ readonly answer: A }> {}

export const layer = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (client) => ({
    run: (effect) => storage("Transaction.run")(Effect.provideService(atomically(effect), SqlClient.SqlClient, client)),
    dryRun: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> =>
      Effect.flatMap(
        Effect.exit(
          storage("Transaction.dryRun")(
            Effect.provideService(
              inTransaction(Effect.flatMap(effect, (answer) => new Rehearsed<A>({ answer }))),
              SqlClient.SqlClient,
              client
            )
          )
        ),
        (exit) => answerOf<A, E>(exit)
      )
  }))
)

const answerOf = <A, E>(
  exit: Exit.Exit<never, E | StorageFailure | Rehearsed<A>>
): Effect.Effect<A, E | StorageFailure> =>
  Effect.catchAll(exit, (error) =>
    error instanceof Rehearsed ? Effect.succeed(error.answer as A) : Effect.fail(error as E | StorageFailure)
  )
