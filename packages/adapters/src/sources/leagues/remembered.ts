import { Clock, Duration, Effect, Ref } from "effect"

/** Runs at most once in a while; its answer is kept until then. A failure is not kept. Unlike Effect's own, it may need what its caller has. */
export const remembered = <A, E, R>(work: Effect.Effect<A, E, R>, time: Duration.DurationInput): Effect.Effect<Effect.Effect<A, E, R>> =>
  Effect.gen(function*() {
    const kept = yield* Ref.make<{ readonly until: number; readonly answer: A } | null>(null)
    const one = yield* Effect.makeSemaphore(1)
    return one.withPermits(1)(Effect.gen(function*() {
      const known = yield* Ref.get(kept)
      const now = yield* Clock.currentTimeMillis
      if (known !== null && now < known.until) return known.answer
      const answer = yield* work
      yield* Ref.set(kept, { until: now + Duration.toMillis(time), answer })
      return answer
    }))
  })
