import { Keys, SharedLimits } from "@daybook/core/keys"
import type { Units } from "@daybook/core/running"
import { Calendar } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { Effect, FiberRef, LogLevel, Runtime } from "effect"
import { Api } from "./Api.js"
import { front, type Listener } from "./Front.js"
import { clientAddress } from "./front/clientAddress.js"
import { cors } from "./front/cors.js"
import { homeDay } from "./front/homeDay.js"
import { limits } from "./front/limits.js"
import { routeTable, routesOf } from "./front/RouteTable.js"
import { type AnswerStray, strays } from "./front/strays.js"
import { targets } from "./front/Targets.js"
import { handlers } from "./handlers.js"
import { BasePath } from "./pages/BasePath.js"
import { PageUnits } from "./pages/home.js"
import { Metrics, metrics } from "./metrics/Metrics.js"
import { requestCounts } from "./metrics/requests.js"
import { type Answered, watch } from "./metrics/watch.js"
import { pageRoutes } from "./pages/pages.js"
import { responseCache } from "./ResponseCache.js"

export interface ListenerOptions {
  /** Requests a key in any 60 seconds, where it has no limit of its own. */
  readonly rateLimit: number
  /** Origins whose pages may ask, or `*`. */
  readonly corsOrigins: ReadonlyArray<string>
  /** Addresses or networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: ReadonlyArray<string>
  /** Where the API is mounted, as `/life`; the root by default. A request outside of it gets 404. */
  readonly basePath?: string
  /** How much of the host's memory cached answers may take; 64 MB by default. */
  readonly cacheBytes?: number
  /** What the page at / counts distances in; imperial by default. */
  readonly units?: Units
  /** The program's version in the metrics; "unknown" by default. */
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

/** The API as a listener for Node's `http` server, or for a framework on top of it. */
export interface NodeListener {
  readonly listener: Listener
  /** From now on connections are closed after their answer; call it before the server closes. */
  readonly close: () => void
  /** Brings this process's metrics up to date for an exporter. */
  readonly settleMetrics: Effect.Effect<void>
}

/** What Daybook's own server needs besides. */
interface ApiListener extends NodeListener {
  readonly stray: AnswerStray
}

/**
 * The whole API as a Node listener, for as long as the scope lives: `createServer(listener)`, `app.use("/life", listener)`.
 * Fails where the keys cannot be read at the start.
 */
export const nodeListener = (options: ListenerOptions) =>
  Effect.map(apiListener(options), ({ close, listener, settleMetrics }): NodeListener => ({ close, listener, settleMetrics }))

export const apiListener = Effect.fn("apiListener")(function*(options: ListenerOptions) {
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
  const basePath = basePathOf(options.basePath)
  const now = () => clock.unsafeCurrentTimeMillis()
  let closing = false
  const listener = front({
    keys,
    cache,
    limits: counting,
    cors: cors(options.corsOrigins),
    target: targets(routeTable([...routesOf(Api), ...pageRoutes])),
    address: clientAddress(options.trustedProxies),
    now,
    today: homeDay(calendar),
    closing: () => closing,
    watch: watch(counts, yield* requestLog),
    next: yield* handlers(cache).pipe(Effect.provideService(Metrics, watched), Effect.provideService(BasePath, basePath), Effect.provideService(PageUnits, options.units ?? "imperial"))
  })
  const mounted: ApiListener = {
    listener: basePath === "" ? listener : below(basePath, listener),
    close: () => {
      closing = true
    },
    settleMetrics: watched.settle,
    stray: strays({ limits: counting, now })
  }
  return mounted
})

/** `/life`, `life` and `/life/` are one; the root is the empty text. */
const basePathOf = (given = ""): string => {
  const path = given.replace(/^\/+|\/+$/g, "")
  return path === "" ? "" : `/${path}`
}

/** Hands on what is asked for below a path, without that path; everything else is unknown to the API. */
const below = (basePath: string, listener: Listener): Listener => (request, response) => {
  const { url = "/" } = request
  if (url === basePath) {
    // The page's own addresses are relative to its folder.
    response.writeHead(308, { Location: `${basePath}/`, "Content-Length": 0 }).end()
    return
  }
  request.url = url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : outside
  listener(request, response)
}

/** No route can have this path. */
const outside = "/-"
