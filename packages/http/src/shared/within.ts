import { StorageFailure } from "@daybook/core/shared"
import { Duration, Effect } from "effect"

/** No reader waits longer; and a database that takes questions and answers none must not gather them without end. */
const patience = Duration.seconds(30)

/** Gives a question up that is not answered in time. It is left to end by itself, for a hung connection cannot be asked to. */
export const within = <A, E, R>(operation: string, question: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> =>
  Effect.timeoutFail(Effect.disconnect(question), {
    duration: patience,
    onTimeout: () => new StorageFailure({ operation, unavailable: true, cause: `no answer within ${Duration.toSeconds(patience)} s` })
  })
