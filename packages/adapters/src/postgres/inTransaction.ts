import { CollectedChanges, type UnnumberedChange } from "@daybook/core/changes"
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Option } from "effect"
import { writeChanges } from "./changes/writeChanges.js"
import { announceChanges } from "./hooks/announceChanges.js"

/**
 * Runs an effect in a transaction; inside another one, in a savepoint of it. What the effect adds to the log of changes
 * is written by the last statement of the outermost transaction. A savepoint that is rolled back adds nothing.
 */
export const inTransaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    const outer = yield* Effect.serviceOption(CollectedChanges)
    const changes: Array<UnnumberedChange> = []
    const add = (more: ReadonlyArray<UnnumberedChange>) => void more.forEach((change) => changes.push(change))
    const collected = Effect.provideService(effect, CollectedChanges, { add })
    if (Option.isNone(outer))
      return yield* client.withTransaction(Effect.tap(collected, () => announceChanges(changes, writeChanges(changes))))
    const answer = yield* client.withTransaction(collected)
    outer.value.add(changes)
    return answer
  })
