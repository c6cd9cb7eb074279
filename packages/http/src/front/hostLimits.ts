import { SharedLimits } from "@daybook/core/keys"
import { Effect, Runtime } from "effect"
import { limits } from "./callers.js"

/** After this time each host applies the limit alone, as it does if the database is unreachable. */
const sharedLimitTimeout = "2 seconds"

/** The rate limits of this host, which it shares with others on the same database. */
export const hostLimits = Effect.fn("hostLimits")(function* (rateLimit: number) {
  const shared = yield* SharedLimits
  const runtime = yield* Effect.runtime()
  const rateLimits = limits(rateLimit, {
    isShared: shared.isShared,
    take: (caller, limit) =>
      Runtime.runPromise(runtime)(Effect.timeout(Effect.disconnect(shared.take(caller, limit)), sharedLimitTimeout))
  })
  yield* shared.join(rateLimits.counts)
  return rateLimits
})
