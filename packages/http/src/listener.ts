import { Keys, SharedLimits } from "@daybook/core/keys"
import type { Units } from "@daybook/core/running"
import { Calendar, type LocalDate, endOf } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { Effect, FiberRef, LogLevel, Runtime } from "effect"
import { Api } from "./Api.js"
import { clientAddress } from "./front/caller.js"
import { front, type Listener } from "./front/Front.js"
import { limits } from "./front/limits.js"
import { type ClientErrorResponder, clientErrorResponder } from "./front/protocolErrors.js"
import { responseCache } from "./front/ResponseCache.js"
import { routeTable, routesOf } from "./front/RouteTable.js"
import { cors } from "./front/send.js"
import { targets } from "./front/Targets.js"
import { handlers } from "./handlers.js"
import { Metrics, metrics } from "./metrics/exposition.js"
import { type AnsweredRequest, requestCounts, requestObserver } from "./metrics/requests.js"
import { PageUnits } from "./pages/html.js"
import { pageRoutes, BasePath } from "./pages/pages.js"
import type { Context } from "effect"

export interface ListenerOptions {
  /** Requests per key in any 60 seconds, for keys without a limit of their own. */
  readonly rateLimit: number
  /** Origins that CORS allows, or `*`. */
  readonly corsOrigins: ReadonlyArray<string>
  /** Addresses or networks whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: ReadonlyArray<string>
  /** The path that the API is mounted at, such as `/life`; the root by default. Other paths answer 404. */
  readonly basePath?: string
  /** Memory limit of the response cache in bytes; 64 MB by default. */
  readonly cacheBytes?: number
  /** Units of distance on the page at /; imperial by default. */
  readonly units?: Units
  /** The program's version in the metrics; "unknown" by default. */
  readonly version?: string
}

/** After this time each host applies the limit alone, as it does if the database is unreachable. */
const sharedLimitTimeout = "2 seconds"

const defaultCacheBytes = 64 * 1_048_576

/** Logs each request at debug level; undefined if that level is off. */
const requestLog = Effect.gen(function* () {
  if (LogLevel.greaterThan(yield* FiberRef.get(FiberRef.currentMinimumLogLevel), LogLevel.Debug)) return undefined
  const runtime = yield* Effect.runtime()
  return (answered: AnsweredRequest) =>
    Runtime.runSync(runtime)(Effect.annotateLogs(Effect.logDebug("answered"), { ...answered }))
})

/** The API as a listener for Node's `http` server or a framework on top of it. */
export interface NodeListener {
  readonly listener: Listener
  /** Makes each response close its connection; call it before the server closes. */
  readonly close: () => void
  /** Updates this process's metrics for an exporter. */
  readonly refreshMetrics: Effect.Effect<void>
}

/** What Daybook's own server needs in addition. */
interface ApiListener extends NodeListener {
  readonly respondToClientError: ClientErrorResponder
}

/**
 * The API as a Node listener until the scope closes: `createServer(listener)`, `app.use("/life", listener)`. Fails if
 * the keys cannot be read at the start.
 */
export const nodeListener = (options: ListenerOptions) =>
  Effect.map(apiListener(options), ({ close, listener, refreshMetrics }): NodeListener => ({
    close,
    listener,
    refreshMetrics
  }))

export const apiListener = Effect.fn("apiListener")(function* (options: ListenerOptions) {
  const keys = yield* Keys
  const calendar = yield* Calendar
  const clock = yield* Effect.clock
  const cache = responseCache(yield* DataVersions, options.cacheBytes ?? defaultCacheBytes)
  yield* keys.watch
  const shared = yield* SharedLimits
  const runtime = yield* Effect.runtime()
  const rateLimits = limits(options.rateLimit, {
    isShared: shared.isShared,
    take: (caller, limit) =>
      Runtime.runPromise(runtime)(Effect.timeout(Effect.disconnect(shared.take(caller, limit)), sharedLimitTimeout))
  })
  yield* shared.join(rateLimits.counts)
  const counts = requestCounts()
  const hostMetrics = yield* metrics(counts, options.version ?? "unknown")
  const basePath = basePathOf(options.basePath)
  const now = () => clock.unsafeCurrentTimeMillis()
  let closing = false
  const listener = front({
    keys,
    cache,
    limits: rateLimits,
    cors: cors(options.corsOrigins),
    target: targets(routeTable([...routesOf(Api), ...pageRoutes])),
    address: clientAddress(options.trustedProxies),
    now,
    today: localDay(calendar),
    closing: () => closing,
    observer: requestObserver(counts, yield* requestLog),
    next: yield* handlers(cache).pipe(
      Effect.provideService(Metrics, hostMetrics),
      Effect.provideService(BasePath, basePath),
      Effect.provideService(PageUnits, options.units ?? "imperial")
    )
  })
  const mounted: ApiListener = {
    listener: basePath === "" ? listener : stripBasePath(basePath, listener),
    close: () => {
      closing = true
    },
    refreshMetrics: hostMetrics.refresh,
    respondToClientError: clientErrorResponder({ limits: rateLimits, now })
  }
  return mounted
})

/** `/life`, `life` and `/life/` are equal; the root is the empty string. */
const basePathOf = (path = ""): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, "")
  return trimmed === "" ? "" : `/${trimmed}`
}

/** Removes the base path from requests below it; other requests get a path without a route. */
const stripBasePath =
  (basePath: string, listener: Listener): Listener =>
  (request, response) => {
    const { url = "/" } = request
    if (url === basePath) {
      // Addresses on the page are relative to its folder.
      response.writeHead(308, { Location: `${basePath}/`, "Content-Length": 0 }).end()
      return
    }
    request.url = url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : unknownPath
    listener(request, response)
  }

/** No route has this path. */
const unknownPath = "/-"

/** The local day at an instant in the home time zone. Computed once a day, since every request needs it. */
const localDay = (calendar: Context.Tag.Service<Calendar>): ((now: number) => LocalDate) => {
  let day = ""
  let from = Infinity
  let to = -Infinity
  return (now) => {
    if (now >= from && now < to) return day
    day = calendar.dateOf(now)
    from = calendar.startOf(day)
    to = endOf(calendar, day)
    return day
  }
}
