import { Clock, Duration, Effect } from "effect"

/** Waits and timeouts take a twentieth of their time, and the order of events stays. */
const factor = 20

/** Runs with a clock that is so much faster, so that retries and timeouts of minutes take seconds. */
export const withFastClock = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const live = Clock.make()
    const start = live.unsafeCurrentTimeMillis()
    const millis = () => Math.round(start + (live.unsafeCurrentTimeMillis() - start) * factor)
    return Effect.withClock(effect, {
      [Clock.ClockTypeId]: Clock.ClockTypeId,
      unsafeCurrentTimeMillis: millis,
      unsafeCurrentTimeNanos: () => BigInt(millis()) * 1_000_000n,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanos: Effect.sync(() => BigInt(millis()) * 1_000_000n),
      sleep: (wait) => live.sleep(Duration.times(wait, 1 / factor))
    })
  })
