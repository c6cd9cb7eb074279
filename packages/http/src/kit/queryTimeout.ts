import { StorageFailure } from "@daybook/core/shared"
import { Effect, Fiber, Runtime } from "effect"

/** Time limit of a read in milliseconds. Queries must not pile up at a database that does not respond. */
const timeoutMs = 30_000

/**
 * Fails with `StorageFailure` if a query takes too long. The query is interrupted in the background, since a hung
 * connection would block the caller. Every read comes through here: a query that does not wait needs no timer, and one
 * that waits needs one fiber, where a race would need four.
 */
export const withQueryTimeout = <A, E, R>(
  operation: string,
  query: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageFailure, R> =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) => {
    const fiber = Runtime.runFork(runtime)(query)
    return fiber.unsafePoll() ?? exitInTime(operation, fiber)
  })

const exitInTime = <A, E>(operation: string, fiber: Fiber.RuntimeFiber<A, E>) =>
  Effect.async<A, E | StorageFailure>((resume) => {
    const interrupt = Fiber.interruptFork(fiber)
    const timedOut = () =>
      new StorageFailure({ operation, unavailable: true, cause: `no answer within ${timeoutMs / 1_000} s` })
    const timer = setTimeout(() => resume(Effect.zipRight(interrupt, Effect.failSync(timedOut))), timeoutMs)
    fiber.addObserver((exit) => {
      clearTimeout(timer)
      resume(exit)
    })
    return Effect.zipRight(
      Effect.sync(() => clearTimeout(timer)),
      interrupt
    )
  })
