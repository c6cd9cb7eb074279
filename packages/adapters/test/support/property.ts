import { Effect, FastCheck as fc, Runtime } from "effect"

/** Time limit for shrinking a failing value, in milliseconds. */
const patience = 120_000

/**
 * Checks an effect for many values in the current context. A failure reports the smallest value found.
 * At the time limit fast-check leaves the value that it is checking: what comes next waits until that has ended, too.
 */
export const forEvery = <A, E, R>(
  values: fc.Arbitrary<A>,
  check: (value: A) => Effect.Effect<void, E, R>,
  options: fc.Parameters<[A]> = {}
): Effect.Effect<void, never, R> =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) =>
    Effect.promise(async () => {
      let last: Promise<unknown> = Promise.resolve()
      const property = fc.asyncProperty(values, (value) => {
        const checked = Runtime.runPromise(runtime)(check(value))
        last = checked.catch(() => {})
        return checked
      })
      await fc.assert(property, { interruptAfterTimeLimit: patience, ...options }).finally(() => last)
    })
  )
