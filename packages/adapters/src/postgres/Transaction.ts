import { type StorageFailure, Transaction } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Data, Effect, type Exit, Layer } from "effect"
import { atomically } from "./atomically.js"
import { storage } from "./storage.js"

/** Carries the answer of a rehearsal out of the transaction that it makes fail. */
class Rehearsed<A> extends Data.TaggedError("Rehearsed")<{ readonly answer: A }> {}

export const layer = Layer.effect(Transaction, Effect.map(SqlClient.SqlClient, (sql) => ({
  run: (effect) => storage("Transaction.run")(Effect.provideService(atomically(effect), SqlClient.SqlClient, sql)),
  rehearse: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> =>
    Effect.flatMap(
      Effect.exit(storage("Transaction.rehearse")(sql.withTransaction(Effect.flatMap(effect, (answer) => new Rehearsed<A>({ answer }))))),
      (exit) => answerOf<A, E>(exit)
    )
})))

const answerOf = <A, E>(exit: Exit.Exit<never, E | StorageFailure | Rehearsed<A>>): Effect.Effect<A, E | StorageFailure> =>
  Effect.catchAll(exit, (error) =>
    error instanceof Rehearsed ? Effect.succeed(error.answer as A) : Effect.fail(error as E | StorageFailure))
