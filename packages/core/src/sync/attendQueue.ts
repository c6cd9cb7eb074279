import { Duration, Effect, Schedule } from "effect"
import { type EnrichmentQueue, restAfter, timed } from "./EnrichmentQueue.js"
import type { FollowUp } from "./Source.js"

/** How often it is seen whether anything is new, whichever process stored it. */
const lookEveryMs = 2_000
/** A busy machine makes every look slow: work that came up meanwhile must not wait for long. */
const longestRestMs = 10_000
/** What was deferred, such as a picture that was not to be had, comes due without any change. */
const lookAnyway = Duration.minutes(1)
const firstPauseMs = Duration.toMillis("1 minute")
const longestPauseMs = Duration.toMillis("1 hour")

/** How long a queue rests after so many failures in a row. */
const pauseAfter = (failures: number): Duration.Duration =>
  Duration.millis(Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs))

/**
 * Works at a queue at once, then whenever the version changed, and every minute in any case. Failures are logged and
 * tried again, each time after a longer pause.
 */
export const attendQueue = (queue: EnrichmentQueue, version: () => number): Effect.Effect<never> => {
  let failures = 0
  const untilChanged = (seen: number) =>
    Effect.timeoutOption(
      Effect.repeat(Effect.sync(version), { until: (now) => now !== seen, schedule: Schedule.spaced(lookEveryMs) }),
      lookAnyway
    )
  const failed = (message: string) =>
    Effect.suspend(() => {
      failures += 1
      const pause = pauseAfter(failures)
      const when = `the queue ${queue.id} is tried again in ${Duration.toMinutes(pause)} minutes`
      return Effect.zipRight(Effect.logWarning(`${message}: ${when}`), Effect.sleep(pause))
    })
  const round = Effect.gen(function*() {
    // The version is read before the work, so that a change meanwhile leads to another round.
    const seen = version()
    let isEmpty = true
    const noted = ({ done }: FollowUp) => Effect.sync(() => {
      if (done === 0) return
      isEmpty = false
      failures = 0
    })
    const { result, tookMs } = yield* timed(Effect.either(queue.drain(noted)))
    if (result._tag === "Left") return yield* failed(result.left.message)
    failures = 0
    yield* Effect.sleep(isEmpty ? Math.min(restAfter(tookMs, lookEveryMs), longestRestMs) : lookEveryMs)
    yield* untilChanged(seen)
  })
  const broken = (defect: unknown) =>
    Effect.zipRight(Effect.logError(`the queue ${queue.id} broke`, defect), Effect.sleep(pauseAfter(1)))
  return Effect.forever(Effect.catchAllDefect(round, broken))
}
