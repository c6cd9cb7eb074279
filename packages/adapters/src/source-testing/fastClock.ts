import { Clock, Duration, Effect } from "effect"

/** Waits and timeouts take a twentieth of their time, and the order of events stays. */
const factor = 20

/** While the provider fails, only the timeout or the next attempt is awaited. */
const factorOfFailure = 500

/** How often a wait looks whether the provider fails, in milliseconds. */
const tick = 20

/** A clock that is so much faster, so that retries and timeouts of minutes take seconds. */
export const fastClock = (isFailing: () => boolean): Clock.Clock => {
  const live = Clock.make()
  let readAt = live.unsafeCurrentTimeMillis()
  let time = readAt
  const factorNow = () => (isFailing() ? factorOfFailure : factor)
  const exact = () => {
    const now = live.unsafeCurrentTimeMillis()
    time += (now - readAt) * factorNow()
    readAt = now
    return time
  }
  const millis = () => Math.round(exact())
  const waitUntil = (end: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const left = end - exact()
      return left <= 0
        ? Effect.void
        : Effect.zipRight(live.sleep(Duration.millis(Math.min(tick, left / factorNow()))), waitUntil(end))
    })
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: millis,
    unsafeCurrentTimeNanos: () => BigInt(millis()) * 1_000_000n,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(() => BigInt(millis()) * 1_000_000n),
    sleep: (wait) => Effect.suspend(() => waitUntil(exact() + Duration.toMillis(wait)))
  }
}
