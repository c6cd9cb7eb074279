import { Effect, FastCheck as fc, Runtime } from "effect"

/** Looking for the smallest value that fails ends after this long, whatever was found by then. */
const patience = 120_000

/** Checks an effect for many values. What the effect needs comes from around it; a failure says the smallest value found. */
export const forEvery = <A, E, R>(
  values: fc.Arbitrary<A>,
  check: (value: A) => Effect.Effect<void, E, R>,
  options: fc.Parameters<[A]> = {}
): Effect.Effect<void, never, R> =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) =>
    Effect.promise(() =>
      fc.assert(fc.asyncProperty(values, (value) => Runtime.runPromise(runtime)(check(value))), { interruptAfterTimeLimit: patience, ...options })))
