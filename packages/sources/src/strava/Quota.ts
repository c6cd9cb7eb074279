import { Clock, Duration, Effect, Ref } from "effect"
import type { Answer } from "../kit/provider/Answer.js"

/** Calls counted by Strava and its limits, per quarter of an hour and per day (both UTC). */
interface Count {
  readonly used: readonly [quarter: number, day: number]
  readonly limit: readonly [quarter: number, day: number]
}

/** Counts in the response headers. A read counts in both `X-ReadRateLimit-*` and `X-RateLimit-*`. */
export const countsOf = (headers: Answer["headers"]): ReadonlyArray<Count> =>
  ["x-readratelimit", "x-ratelimit"].flatMap((name) => {
    const limit = pair(headers[`${name}-limit`])
    const used = pair(headers[`${name}-usage`])
    return limit === null || used === null ? [] : [{ limit, used }]
  })

const pair = (text: string | undefined): readonly [number, number] | null => {
  const [quarter, day] = (text ?? "").split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)))
  return quarter !== undefined && day !== undefined && quarter >= 0 && day >= 0 ? [quarter, day] : null
}

const quarterMs = Duration.toMillis("15 minutes")
const dayMs = Duration.toMillis("1 day")

const nextAfter = (now: number, length: number) => (Math.floor(now / length) + 1) * length

/**
 * Milliseconds until calls are allowed again, by counts taken at `at`; 0 when they are allowed. `share` is the usable
 * fraction of the limit.
 */
export const waitOf = (counts: ReadonlyArray<Count>, at: number, now: number, share: number): number =>
  counts.reduce((longest, { limit, used }) => {
    const [quarter, day] = limit
    if (now < nextAfter(at, dayMs) && used[1] >= day * share) return Math.max(longest, nextAfter(now, dayMs) - now)
    if (now < nextAfter(at, quarterMs) && used[0] >= quarter * share)
      return Math.max(longest, nextAfter(now, quarterMs) - now)
    return longest
  }, 0)

/** Tracks Strava's counts so that no call exceeds a limit: refused calls count as well. */
export interface Quota {
  /** Reads response headers. Synchronous, because response validation cannot run effects. */
  readonly update: (headers: Answer["headers"]) => void
  readonly wait: (share: number) => Effect.Effect<Duration.Duration>
}

export const makeQuota: Effect.Effect<Quota> = Effect.gen(function* () {
  const clock = yield* Effect.clock
  const state = yield* Ref.make<{ readonly at: number; readonly counts: ReadonlyArray<Count> }>({ at: 0, counts: [] })
  return {
    update: (headers) => {
      const counts = countsOf(headers)
      if (counts.length > 0) Effect.runSync(Ref.set(state, { at: clock.unsafeCurrentTimeMillis(), counts }))
    },
    wait: (share) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.map(Ref.get(state), ({ at, counts }) => Duration.millis(waitOf(counts, at, now, share)))
      )
  }
})
