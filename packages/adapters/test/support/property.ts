import { Effect, FastCheck as fc, Runtime } from "effect"

/** Looking for the smallest value that fails ends after this long, whatever was found by then. */
const patience = Number(process.env.SOAK ?? 120) * 1000

/** Checks an effect for many values. What the effect needs comes from around it; a failure says the smallest value found. */
export const forEvery = <A, E, R>(
  values: fc.Arbitrary<A>,
  check: (value: A) => Effect.Effect<void, E, R>,
  options: fc.Parameters<[A]> = {}
): Effect.Effect<void, never, R> =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) =>
    Effect.promise(async () => {
      let n = 0; const t = performance.now()
      await fc.assert(fc.asyncProperty(values, (value) => { n++; return Runtime.runPromise(runtime)(check(value)) }), { interruptAfterTimeLimit: patience, ...options, ...(process.env.SOAK ? { numRuns: 100000, interruptAfterTimeLimit: Number(process.env.SOAK) * 1000 } : {}) }); console.log('RUNS', n, Math.round(performance.now() - t)) }))
