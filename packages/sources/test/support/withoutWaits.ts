import { Clock, Duration, Effect } from "effect"

/**
 * Runs with a clock that skips retry waits and gaps between calls. They are fractional; timeouts are whole seconds and
 * take real time.
 */
export const withoutWaits = <A, E, R>(effect: Effect.Effect<A, E, R>, from?: number): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const live = Clock.make()
    let ahead = from === undefined ? 0 : from - Date.now()
    const millis = () => live.unsafeCurrentTimeMillis() + ahead
    const nanos = () => live.unsafeCurrentTimeNanos() + BigInt(Math.round(ahead)) * 1_000_000n
    return Effect.withClock(effect, {
      [Clock.ClockTypeId]: Clock.ClockTypeId,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanos: Effect.sync(nanos),
      unsafeCurrentTimeMillis: millis,
      unsafeCurrentTimeNanos: nanos,
      sleep: (wait) => {
        const ms = Duration.toMillis(wait)
        return Number.isInteger(ms / 1_000)
          ? live.sleep(wait)
          : Effect.zipRight(
              Effect.sync(() => void (ahead += Math.ceil(ms))),
              Effect.yieldNow()
            )
      }
    })
  })
