import { Effect, FastCheck as fc, Runtime } from "effect"

/** Time limit for shrinking a failing value, in milliseconds. */
const patience = 120_000

/**
 * Checks an effect for many values in the current context. A failure reports the smallest value found.
 */
export const forEvery = <A, E, R>(
  values: fc.Arbitrary<A>,
  check: (value: A) => Effect.Effect<void, E, R>,
  options: fc.Parameters<[A]> = {}
): Effect.Effect<void, never, R> =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(values, (value) => Runtime.runPromise(runtime)(check(value))),
        { interruptAfterTimeLimit: patience, ...options }
      )
    )
  )
