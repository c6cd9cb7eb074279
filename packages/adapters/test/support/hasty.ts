import { Clock, Duration, Effect } from "effect"

/** Runs with a clock that goes so many times faster from now on. */
export const hasty =
  (times: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const real = Clock.make()
      const begun = real.unsafeCurrentTimeMillis()
      const millis = () => begun + (real.unsafeCurrentTimeMillis() - begun) * times
      const nanos = () => BigInt(Math.round(millis())) * 1_000_000n
      return Effect.withClock(effect, {
        [Clock.ClockTypeId]: Clock.ClockTypeId,
        currentTimeMillis: Effect.sync(millis),
        currentTimeNanos: Effect.sync(nanos),
        unsafeCurrentTimeMillis: millis,
        unsafeCurrentTimeNanos: nanos,
        sleep: (wait) => real.sleep(Duration.times(wait, 1 / times))
      })
    })
