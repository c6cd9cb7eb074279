import { Keys, SharedLimits } from "@daybook/core/keys"
import { Calendar } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { Effect, Runtime } from "effect"
import { Api } from "./Api.js"
import { front } from "./Front.js"
import { clientAddress } from "./front/clientAddress.js"
import { cors } from "./front/cors.js"
import { homeDay } from "./front/homeDay.js"
import { limits } from "./front/limits.js"
import { routeTable, routesOf } from "./front/RouteTable.js"
import { targets } from "./front/Targets.js"
import { handlers } from "./handlers.js"
import { listen } from "./listen.js"
import { pageRoutes } from "./pages/pages.js"
import { responseCache } from "./ResponseCache.js"

export { ListenFailure } from "./listen.js"
export { isProxy } from "./front/clientAddress.js"

export interface ServeOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Requests a key in any 60 seconds, where it has no limit of its own. */
  readonly rateLimit: number
  /** Origins whose pages may ask, or `*`. */
  readonly corsOrigins: ReadonlyArray<string>
  /** Addresses or networks that may say for whom they ask. */
  readonly trustedProxies: ReadonlyArray<string>
  /** How much of the host's memory answers may take; 64 MB by default. */
  readonly cacheBytes?: number
}

const defaultCacheBytes = 64 * 1_048_576

/**
 * Serves the whole API for as long as the scope lives, and says where. Fails where the port is taken, and where the
 * keys cannot be read at the start.
 */
export const serve = Effect.fn("serve")(function*(options: ServeOptions) {
  const keys = yield* Keys
  const calendar = yield* Calendar
  const clock = yield* Effect.clock
  const cache = responseCache(yield* DataVersions, options.cacheBytes ?? defaultCacheBytes)
  yield* keys.follow
  const together = yield* SharedLimits
  const runtime = yield* Effect.runtime()
  const counting = limits(options.rateLimit, { isShared: together.isShared, take: (caller, limit) => Runtime.runPromise(runtime)(together.take(caller, limit)) })
  yield* together.join(counting.counted)
  let closing = false
  const listener = front({
    keys,
    cache,
    limits: counting,
    cors: cors(options.corsOrigins),
    target: targets(routeTable([...routesOf(Api), ...pageRoutes])),
    address: clientAddress(options.trustedProxies),
    now: () => clock.unsafeCurrentTimeMillis(),
    today: homeDay(calendar),
    closing: () => closing,
    next: yield* handlers(cache)
  })
  return yield* listen(options, listener, () => {
    closing = true
  })
})
