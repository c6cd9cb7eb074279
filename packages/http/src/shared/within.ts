import { StorageFailure } from "@daybook/core/shared"
import { Effect, Fiber } from "effect"

/** No reader waits longer, in milliseconds; and a database that takes questions and answers none must not gather them without end. */
const patience = 30_000

/**
 * Gives a question up that is not answered in time. It is left to end by itself, for a hung connection cannot be asked to.
 * Every read comes through here, so it is one fiber and a timer: a race of two would be four fibers.
 */
export const within = <A, E, R>(operation: string, question: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> =>
  Effect.flatMap(Effect.forkDaemon(question), (asked) =>
    Effect.async<A, E | StorageFailure>((resume) => {
      const leave = Fiber.interruptFork(asked)
      const late = () => new StorageFailure({ operation, unavailable: true, cause: `no answer within ${patience / 1_000} s` })
      const timer = setTimeout(() => resume(Effect.zipRight(leave, Effect.failSync(late))), patience)
      asked.addObserver((exit) => {
        clearTimeout(timer)
        resume(exit)
      })
      return Effect.zipRight(Effect.sync(() => clearTimeout(timer)), leave)
    }))
