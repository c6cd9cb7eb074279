import { ChangeFeed } from "@daybook/core/changes"
import { DeclaredDomains, domainNames } from "@daybook/core/domain"
import { Keys, type Scope, Tickets } from "@daybook/core/keys"
import { Lenses } from "@daybook/core/lenses"
import type { Units } from "@daybook/core/running"
import { Calendar, type LocalDate } from "@daybook/core/shared"
import { DataVersions, Freshness } from "@daybook/core/sync"
import { Effect, FiberRef, LogLevel, Runtime } from "effect"
import { Api } from "./Api.js"
import type { AssistantOptions } from "./assistants.js"
import { basePathOf, mountedAt } from "./front/basePath.js"
import { asOfHeader } from "./front/asOf.js"
import { bodyReader } from "./front/body.js"
import { type Limits, OpenedPageLimit, clientAddress, openedPageLimit, requestIds } from "./front/callers.js"
import { hostLimits } from "./front/hostLimits.js"
import { localDay } from "./front/localDay.js"
import { exposedKeys } from "./front/origins.js"
import { front, type FrontOptions, type Listener } from "./front/Front.js"
import { type ClientErrorResponder, clientErrorResponder } from "./front/protocolErrors.js"
import { responseCache } from "./front/ResponseCache.js"
import { routeTable, targets } from "./front/routing.js"
import { pageRequests } from "./front/pageRequests.js"
import { cors } from "./front/send.js"
import { type WarmOptions, warmAnswers } from "./front/WarmAnswers.js"
import { answers } from "./answers.js"
import { catalogueOf } from "./lenses/catalogue.js"
import { lensViews } from "./lenses/view.js"
import { frontAs, type SendInside, sendAs } from "./inside.js"
import { ownerKey } from "./kit/ownerKey.js"
import { pageOfHost, warmedElsewhere, withWork } from "./work/answering.js"
import type { WorkingProcess } from "./work/forward.js"
import { type LoopDelays, Metrics, metrics } from "./metrics/exposition.js"
import { type AnsweredRequest, requestCounts, requestObserver } from "./metrics/requests.js"
import { BatchReads } from "./domains/batch.js"
import { HostVersion } from "./domains/hostAdmin.js"
import { LensCatalogue } from "./domains/lenses.js"
import { StreamHeartbeat } from "./domains/stream.js"
import { withOtherProtocols } from "./otherProtocols.js"
import { defaultStreams, openStreams } from "./stream/streams.js"
import { missingPage, PageTiles, PageUnits, type Tiles } from "./pages/html.js"
import { BasePath } from "./pages/pages.js"
import { routesWith } from "./routes.js"

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
  /** Serves feeds and cards of lenses at `/p`, without a key; off by default. */
  readonly publish?: boolean
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
  /** The process that works for this one. Without it, this process does its work itself. */
  readonly working?: WorkingProcess
}

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

/** What Daybook's own servers need in addition. */
interface ApiListener extends NodeListener {
  readonly respondToClientError: ClientErrorResponder
  /** The same API for requests that another process admitted, with or without a key. */
  readonly listenerAs: (scope: Scope | undefined) => Listener
  readonly metricsPage: Effect.Effect<string>
  readonly takeDelays: () => LoopDelays
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

/** Without `ownLimits` the rate limits are those of this host, which it shares with others. */
export const apiListener = Effect.fn("apiListener")(function* (options: ListenerOptions, ownLimits?: Limits) {
  const keys = yield* Effect.tap(Keys, ({ watch }) => watch)
  const calendar = yield* Calendar
  const clock = yield* Effect.clock
  const versions = yield* DataVersions
  const cache = responseCache(versions, options.cacheBytes ?? defaultCacheBytes)
  const lenses = yield* Effect.tap(Lenses, ({ watch }) => watch)
  const catalogue = lazily(() => catalogueOf(Api))
  const freshness = yield* Effect.tap(Freshness, ({ watch }) => watch)
  const rateLimits = ownLimits ?? (yield* hostLimits(options.rateLimit))
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
  const next = yield* answers(cache, streams).pipe(
    Effect.map((answer) => withWork(answer, options.working)),
    Effect.provideService(HostVersion, options.version ?? "unknown"),
    Effect.provideService(OpenedPageLimit, openedPageLimit(options.rateLimit)),
    Effect.provideService(BatchReads, {
      accepts: (url) => {
        const route = target(url).routes?.get("GET")
        return route?.batches === true && route.access === "read"
      },
      sendAs: (key) => sendAs(frontOptions, key)
    }),
    Effect.provideService(LensCatalogue, catalogue),
    Effect.provideService(StreamHeartbeat, options.streamHeartbeat ?? defaultStreams.heartbeat),
    Effect.provideService(Metrics, { page: pageOfHost(hostMetrics.page, options.working) }),
    Effect.provideService(BasePath, basePath),
    Effect.provideService(PageUnits, options.units ?? "imperial"),
    Effect.provideService(PageTiles, options.tiles ?? null)
  )
  if (options.warmAnswers === true)
    yield* startWarmAnswers({
      ...{ cache, target, now, today, next, computed: () => computed },
      first: (day: LocalDate) => pageRequests(day, options.units ?? "imperial"),
      elsewhere: warmedElsewhere(cache, options.working)
    })
  const frontOptions: FrontOptions = {
    keys,
    lenses: lensViews(catalogue, lenses.find),
    onExposedKey: yield* exposedKeys(keys),
    tickets: yield* Tickets,
    cache,
    limits: rateLimits,
    cors: cors(options.corsOrigins),
    bodies: bodyReader(),
    target,
    address: clientAddress(options.trustedProxies),
    requestIdOf: requestIds(),
    now,
    today,
    asOf: asOfHeader(freshness.latest, yield* domainNames),
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
  const place = { publicUrl: options.publicUrl ?? "", basePath }
  const served = yield* withOtherProtocols(front(frontOptions), frontOptions, { ...options, place, lenses })
  const mounted: ApiListener = {
    listener: mountedAt(basePath, served),
    close: () => {
      closing = true
      streams.close()
    },
    refreshMetrics: hostMetrics.refresh,
    metricsPage: hostMetrics.page,
    takeDelays: hostMetrics.takeDelays,
    listenerAs: (scope) => frontAs(frontOptions, scope === undefined ? undefined : ownerKey(scope)),
    sendAsOwner: (scope) => sendAs(frontOptions, ownerKey(scope)),
    respondToClientError: clientErrorResponder(frontOptions)
  }
  return mounted
})

/** Makes a value when it is needed first. */
const lazily = <A>(make: () => A): (() => A) => {
  let value: A | undefined
  return () => (value ??= make())
}

/** Computes answers in idle time until the scope closes. */
const startWarmAnswers = (options: Omit<WarmOptions, "versions">) =>
  Effect.gen(function* () {
    const { latest } = yield* DataVersions
    const domains = yield* domainNames
    yield* Effect.forkScoped(warmAnswers({ ...options, versions: () => domains.map((domain) => latest(domain)) }))
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
