import { CollectedChanges, type UnnumberedChange } from "@daybook/core/changes"
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Option } from "effect"
import { AfterCommit } from "./afterCommit.js"
import { writeChanges } from "./changes/writeChanges.js"
import { announceChanges } from "./hooks/announceChanges.js"

/**
 * Runs an effect in a transaction; inside another one, in a savepoint of it. What the effect adds to the log of changes
 * is written by the last statement of the outermost transaction, and what it leaves for `afterCommit` runs after that.
 * A savepoint that is rolled back adds nothing.
 */
export const inTransaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    const outer = yield* Effect.serviceOption(CollectedChanges)
    const outerCommit = yield* Effect.serviceOption(AfterCommit)
    const changes: Array<UnnumberedChange> = []
    const committed: Array<() => void> = []
    const collected = effect.pipe(
      Effect.provideService(CollectedChanges, { add: (more) => void more.forEach((change) => changes.push(change)) }),
      Effect.provideService(AfterCommit, { add: (run) => void committed.push(run) })
    )
    const answer = yield* client.withTransaction(
      Option.isSome(outer) ? collected : Effect.tap(collected, () => announceChanges(changes, writeChanges(changes)))
    )
    if (Option.isSome(outer)) outer.value.add(changes)
    for (const run of committed) Option.match(outerCommit, { onNone: run, onSome: ({ add }) => add(run) })
    return answer
  })
