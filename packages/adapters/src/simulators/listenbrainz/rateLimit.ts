import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Effect } from "effect"

/** So many calls in so many seconds. */
export interface Rate {
  readonly calls: number
  readonly seconds: number
}

/** Generous, so that nobody waits for a simulator; a test sets what it wants to see. */
const generous: Rate = { calls: 1_000_000, seconds: 10 }

/**
 * ListenBrainz's limiter: fixed windows, counted from the first call in one. Every answer carries `X-RateLimit-Limit`,
 * `-Remaining`, `-Reset-In` (seconds) and `-Reset` (unix seconds); past the limit it is 429.
 */
export const makeRateLimit = () => {
  let rate = generous
  let opened = Number.NEGATIVE_INFINITY
  let used = 0
  const guard = (answer: Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      if (now >= opened + rate.seconds * 1_000) {
        opened = now
        used = 0
      }
      used++
      const resetIn = Math.max(1, Math.ceil((opened + rate.seconds * 1_000 - now) / 1_000))
      const response = used > rate.calls ? tooMany : yield* answer
      return HttpServerResponse.setHeaders(response, {
        "x-ratelimit-limit": String(rate.calls),
        "x-ratelimit-remaining": String(Math.max(0, rate.calls - used)),
        "x-ratelimit-reset-in": String(resetIn),
        "x-ratelimit-reset": String(Math.ceil(now / 1_000) + resetIn)
      })
    })
  const setRate = (next: Rate) =>
    Effect.sync(() => {
      rate = next
      opened = Number.NEGATIVE_INFINITY
    })
  return { guard, setRate }
}

const tooMany = HttpServerResponse.unsafeJson({ code: 429, error: "You have exceeded your rate limit. See the X-RateLimit-* response headers for more information on your current rate limit." }, { status: 429 })
