import { Keys, SharedLimits } from "@daybook/core/keys"
import type { Units } from "@daybook/core/running"
import { Calendar } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { Effect, FiberRef, LogLevel, Runtime } from "effect"
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
import { Metrics, metrics } from "./metrics/Metrics.js"
import { requestCounts } from "./metrics/requests.js"
import { type Answered, watch } from "./metrics/watch.js"
import { PageUnits } from "./pages/home.js"
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
  /** How long kept connections may still ask when the host goes down, in milliseconds; 500 by default. */
  readonly partingMs?: number
  /** What the page at / counts distances in; imperial by default. */
  readonly units?: Units
  /** What runs here, as metrics tell it; "unknown" by default. */
  readonly version?: string
}

/** After that each host holds to the limit by itself, as it does where the database is away. */
const countedWithin = "2 seconds"

const defaultCacheBytes = 64 * 1_048_576

/** Writes each request down, where the log goes into such detail. */
const requestLog = Effect.gen(function*() {
  if (LogLevel.greaterThan(yield* FiberRef.get(FiberRef.currentMinimumLogLevel), LogLevel.Debug)) return undefined
  const runtime = yield* Effect.runtime()
  return (answered: Answered) => Runtime.runSync(runtime)(Effect.annotateLogs(Effect.logDebug("answered"), { ...answered }))
})

/**
 * Serves the whole API for as long as the scope lives, and says where. Fails where the port is taken, and where the
 * keys cannot be read at the start. `settleMetrics` brings this process's metrics up to date for whoever exports them.
 */
export const serve = Effect.fn("serve")(function*(options: ServeOptions) {
  const keys = yield* Keys
  const calendar = yield* Calendar
  const clock = yield* Effect.clock
  const cache = responseCache(yield* DataVersions, options.cacheBytes ?? defaultCacheBytes)
  yield* keys.follow
  const together = yield* SharedLimits
  const runtime = yield* Effect.runtime()
  const counting = limits(options.rateLimit, { isShared: together.isShared, take: (caller, limit) => Runtime.runPromise(runtime)(Effect.timeout(Effect.disconnect(together.take(caller, limit)), countedWithin)) })
  yield* together.join(counting.counted)
  const counts = requestCounts()
  const watched = yield* metrics(counts, options.version ?? "unknown")
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
    watch: watch(counts, yield* requestLog),
    next: yield* handlers(cache).pipe(Effect.provideService(Metrics, watched), Effect.provideService(PageUnits, options.units ?? "imperial"))
  })
  const listening = yield* listen(options, listener, () => {
    closing = true
  })
  return { ...listening, settleMetrics: watched.settle }
})
