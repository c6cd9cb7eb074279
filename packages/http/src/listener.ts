import { domains } from "@daybook/core"
import { ChangeFeed } from "@daybook/core/changes"
import { type DeclaredDomain, DeclaredDomains, domainNames } from "@daybook/core/domain"
import { Grants } from "@daybook/core/grants"
import { Keys, type Scope, SharedLimits, Tickets } from "@daybook/core/keys"
import type { Units } from "@daybook/core/running"
import { Calendar, type LocalDate, endOf } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { type Context, Effect, FiberRef, LogLevel, Runtime } from "effect"
import { apiOf } from "./Api.js"
import { type AssistantOptions, assistantListener, assistantPath } from "./assistants.js"
import { bodyReader } from "./front/body.js"
import { clientAddress, limits } from "./front/callers.js"
import { front, type FrontOptions, type Listener } from "./front/Front.js"
import { type ClientErrorResponder, clientErrorResponder } from "./front/protocolErrors.js"
import type { Route } from "./front/requests.js"
import { responseCache } from "./front/ResponseCache.js"
import { routeTable, routesOf, targets } from "./front/routing.js"
import { pageRequests } from "./front/pageRequests.js"
import { cors } from "./front/send.js"
import { warmAnswers } from "./front/WarmAnswers.js"
import { handlers } from "./handlers.js"
import { ownerKey, type SendInside, sendAs } from "./inside.js"
import { Metrics, metrics } from "./metrics/exposition.js"
import { type AnsweredRequest, requestCounts, requestObserver } from "./metrics/requests.js"
import { HostVersion } from "./domains/hostAdmin.js"
import { StreamHeartbeat } from "./domains/stream.js"
import { oauthListener } from "./oauth/listener.js"
import { type PublicAddress, scrobblingListener } from "./scrobbling/listener.js"
import { defaultStreams, openStreams } from "./stream/streams.js"
import { missingPage, PageTiles, PageUnits, type Tiles } from "./pages/html.js"
import { pageRoutes, BasePath } from "./pages/pages.js"

export interface ListenerOptions {
  /** Requests per key in any 60 seconds, for keys without a limit of their own. */
  readonly rateLimit: number
  /** Origins that CORS allows, or `*`. */
  readonly corsOrigins: ReadonlyArray<string>
  /** Addresses or networks whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: ReadonlyArray<string>
  /** The path that the API is mounted at, such as `/life`; the root by default. Other paths answer 404. */
  readonly basePath?: string
  /** The address that clients reach this host at, with its path; derived from each request by default. */
  readonly publicUrl?: string
  /** Memory limit of the response cache in bytes; 64 MB by default. */
  readonly cacheBytes?: number
  /** Units of distance on the page at /; imperial by default. */
  readonly units?: Units
  /** The server of the tiles of maps on the page; without it maps ask no other server. */
  readonly tiles?: Tiles | null
  /** Whether the answers that are asked most are computed again in idle time after a change of data; off by default. */
  readonly warmAnswers?: boolean
  /** Streams of this host at a time, 0 for none; 50 by default. */
  readonly streamMax?: number
  /** Seconds between two heartbeats of a stream; 15 by default. */
  readonly streamHeartbeat?: number
  /** Seconds after which a stream ends; one hour by default. */
  readonly streamLifetime?: number
  /** The program's version in the metrics; "unknown" by default. */
  readonly version?: string
  /** Serves assistants at `/mcp`; without it the path does not exist. */
  readonly assistants?: AssistantOptions | undefined
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
  /** Asks the API inside this process, which owns the data: without a key, a limit and a socket. */
  readonly sendAsOwner: (scope: Scope) => SendInside
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
  Effect.map(apiListener(options), ({ close, listener, refreshMetrics, sendAsOwner }): NodeListener => ({
    close,
    listener,
    refreshMetrics,
    sendAsOwner
  }))

export const apiListener = Effect.fn("apiListener")(function* (options: ListenerOptions) {
  const keys = yield* Keys
  const calendar = yield* Calendar
  const clock = yield* Effect.clock
  const versions = yield* DataVersions
  const cache = responseCache(versions, options.cacheBytes ?? defaultCacheBytes)
  yield* keys.watch
  const rateLimits = yield* hostLimits(options.rateLimit)
  const counts = requestCounts()
  const basePath = basePathOf(options.basePath)
  const now = () => clock.unsafeCurrentTimeMillis()
  const streams = yield* hostStreams(options, keys, now)
  const hostMetrics = yield* metrics(counts, options.version ?? "unknown", {
    streams: streams.count,
    changes: (yield* ChangeFeed).latest
  })
  let closing = false
  let computed = 0
  const target = targets(routeTable(routesWith(yield* DeclaredDomains)))
  const today = localDay(calendar)
  const next = yield* handlers(cache, streams).pipe(
    Effect.provideService(HostVersion, options.version ?? "unknown"),
    Effect.provideService(StreamHeartbeat, options.streamHeartbeat ?? defaultStreams.heartbeat),
    Effect.provideService(Metrics, hostMetrics),
    Effect.provideService(BasePath, basePath),
    Effect.provideService(PageUnits, options.units ?? "imperial"),
    Effect.provideService(PageTiles, options.tiles ?? null)
  )
  if (options.warmAnswers === true) {
    const first = (day: LocalDate) => pageRequests(day, options.units ?? "imperial")
    const latest = yield* Effect.map(domainNames, (all) => () => all.map(versions.latest))
    const warm = warmAnswers({ cache, target, now, today, next, first, versions: latest, computed: () => computed })
    yield* Effect.forkScoped(warm)
  }
  const frontOptions: FrontOptions = {
    keys,
    tickets: yield* Tickets,
    cache,
    limits: rateLimits,
    cors: cors(options.corsOrigins),
    bodies: bodyReader(),
    target,
    address: clientAddress(options.trustedProxies),
    now,
    today,
    closing: () => closing,
    observer: requestObserver(counts, yield* requestLog),
    missingPage: yield* missingPage.pipe(
      Effect.provideService(PageUnits, options.units ?? "imperial"),
      Effect.provideService(PageTiles, options.tiles ?? null)
    ),
    next: (request, response) => {
      computed += 1
      next(request, response)
    }
  }
  const assisted = yield* withAssistants(front(frontOptions), frontOptions, options.assistants)
  const served = yield* withScrobbling(assisted, frontOptions, { publicUrl: options.publicUrl ?? "", basePath })
  const mounted: ApiListener = {
    listener: mountedAt(basePath, served),
    close: () => {
      closing = true
      streams.close()
    },
    refreshMetrics: hostMetrics.refresh,
    sendAsOwner: (scope) => sendAs(frontOptions, ownerKey(scope)),
    respondToClientError: clientErrorResponder({ limits: rateLimits, now })
  }
  return mounted
})

/** The rate limits of this host, which it shares with others on the same database. */
const hostLimits = Effect.fn("hostLimits")(function* (rateLimit: number) {
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

/** The open streams of this host. They end with the scope, like the requests that wait for changes. */
const hostStreams = ({ streamHeartbeat, streamLifetime, streamMax }: ListenerOptions, keys: Keys, now: () => number) =>
  Effect.acquireRelease(
    Effect.map(ChangeFeed, ({ endWaits }) => {
      const streams = openStreams(
        {
          max: streamMax ?? defaultStreams.max,
          heartbeat: streamHeartbeat ?? defaultStreams.heartbeat,
          lifetime: streamLifetime ?? defaultStreams.lifetime
        },
        keys,
        now,
        () => performance.now()
      )
      const close = () => {
        streams.close()
        endWaits()
      }
      return { ...streams, close }
    }),
    (streams) => Effect.sync(streams.close)
  )

/** Adds `/mcp`, which has rules of its own, and the ways to get access to it. */
const withAssistants = Effect.fn("withAssistants")(function* (
  listener: Listener,
  frontOptions: FrontOptions,
  options: AssistantOptions | undefined
) {
  if (options === undefined) return listener
  const grants = yield* Grants
  const assistants = assistantListener(frontOptions, options, grants)
  const withMcp: Listener = (request, response) => {
    const { url = "/" } = request
    const isAssistant = url === assistantPath || url.startsWith(`${assistantPath}?`)
    return isAssistant ? assistants(request, response) : listener(request, response)
  }
  if (options.oauth === undefined) return withMcp
  yield* grants.watch
  const resource = `${options.publicUrl.replace(/\/+$/, "")}${assistantPath}`
  const oauth = yield* oauthListener(frontOptions, options.publicUrl, resource, options.oauth)
  const withOAuth: Listener = (request, response) => oauth(request, response, withMcp)
  return withOAuth
})

/** Adds the addresses that clients submit listens to. */
const withScrobbling = (listener: Listener, frontOptions: FrontOptions, place: PublicAddress) =>
  Effect.map(
    scrobblingListener(frontOptions, place),
    (scrobbling): Listener =>
      (request, response) =>
        scrobbling(request, response, listener)
  )

/** Every route. What depends on all six domains also depends on the declared ones. */
const routesWith = (declared: ReadonlyArray<DeclaredDomain>): ReadonlyArray<Route> =>
  [...routesOf(apiOf(declared)), ...pageRoutes(declared)].map((route) =>
    route.caching.domains.length < domains.length
      ? route
      : {
          ...route,
          caching: { ...route.caching, domains: [...route.caching.domains, ...declared.map(({ name }) => name)] }
        }
  )

/** `/life`, `life` and `/life/` are equal; the root is the empty string. */
const basePathOf = (path = ""): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, "")
  return trimmed === "" ? "" : `/${trimmed}`
}

const mountedAt = (basePath: string, listener: Listener): Listener =>
  basePath === "" ? listener : stripBasePath(basePath, listener)

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
