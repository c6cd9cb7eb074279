import { type ApiKey, Crypto, KeyStore, Keys, SharedLimits } from "@daybook/core/keys"
import { type DeclaredDomain, DeclaredDomains } from "@daybook/core/domain"
import { Exports } from "@daybook/core/export"
import { FeedStore } from "@daybook/core/feed"
import { ImageRequests, Pictures } from "@daybook/core/images"
import {
  ListeningEnrichment,
  type Filter,
  FilterRules,
  Listening,
  ListeningFilters,
  ListeningStore,
  LivePlaying,
  NowPlayingSource,
  type ListeningChanges
} from "@daybook/core/listening"
import { Gauges } from "@daybook/core/metrics"
import { Publisher } from "@daybook/core/publishing"
import { SearchStore } from "@daybook/core/search"
import { OneTimeCodes } from "@daybook/core/setup"
import { Calendar, Conflict, StorageFailure, Transaction, fromZoneName } from "@daybook/core/shared"
import {
  DataVersions,
  type DomainFreshness,
  Freshness,
  Jobs,
  SourceSetups,
  SyncHealth,
  Triggers
} from "@daybook/core/sync"
import { Clock, Context, Duration, Effect, Either, Layer, Logger, Option, type Scope, Stream } from "effect"
import { hash, randomBytes } from "node:crypto"
import { type ServeOptions, serve } from "../../src/index.js"
import { corrections } from "./domains/corrections.js"
import { grants } from "./domains/grants.js"
import { exportable } from "./domains/exportable.js"
import { hooks } from "./domains/hooks.js"
import { downloads, hostHealth } from "./domains/hostHealth.js"
import { imports } from "./domains/imports.js"
import { lenses } from "./domains/lenses.js"
import { setup } from "./domains/setup.js"
import { type SamplePlay, libraryOf, sample, sampleNow } from "./library.js"
import { type MemoryLog, type MemoryPlayer, live, memoryLog } from "./memoryLive.js"
import { memoryRuns } from "./memoryRuns.js"
import { memoryListening } from "./memoryListening.js"
import { attending } from "./domains/attending.js"
import { collecting } from "./domains/collecting.js"
import { declared } from "./domains/declared.js"
import { explained } from "./domains/explain.js"
import { rawStore } from "./domains/raw.js"
import { feed } from "./domains/feed.js"
import { running } from "./domains/running.js"
import { noReports, scrobblers } from "./domains/scrobblers.js"
import { watching } from "./domains/watching.js"
import { webhooks } from "./domains/webhooks.js"
import { reading } from "./domains/reading.js"
import { search } from "./domains/search.js"
import { images } from "./domains/images.js"

/** A host on a free port over in-memory stores, with handles to its parts. */
export interface Host {
  readonly url: string
  readonly read: string
  readonly admin: string
  readonly keys: Keys
  /** The host's current time in epoch milliseconds; moves only when set. */
  readonly clock: { now: number }
  /** Number of calls to the listening store. */
  readonly calls: () => number
  readonly versions: Map<string, number>
  /** How current each domain is; empty at first. */
  readonly freshness: Map<string, DomainFreshness>
  readonly setPlays: (plays: ReadonlyArray<SamplePlay>) => void
  /** Makes every call to the listening store fail or wait. */
  readonly trouble: { failure: StorageFailure | "defect" | undefined; wait: Effect.Effect<void> }
  readonly store: Context.Tag.Service<ListeningStore>
  readonly logs: Array<string>
  readonly log: MemoryLog
  readonly player: MemoryPlayer
  /** A code as `daybook open` makes them. */
  readonly oneTimeCode: Effect.Effect<string>
  /** The services of the host, for another listener over the same data. */
  readonly services: Context.Context<Served>
}

/** The services that a listener needs. */
type Served = Exclude<Effect.Effect.Context<ReturnType<typeof serve>>, Scope.Scope>

const calendar = Either.getOrThrow(fromZoneName("Europe/Berlin"))

const crypto = Layer.succeed(Crypto, {
  sha256: (text) => hash("sha256", text, "hex"),
  randomBytes: (count) => Effect.sync(() => new Uint8Array(randomBytes(count)))
})

const keyStore = (now: () => number) => {
  let keys: ReadonlyArray<ApiKey> = []
  let version = 0
  const change = (next: ReadonlyArray<ApiKey>) => {
    keys = next
    version++
  }
  return Layer.succeed(KeyStore, {
    create: (key) =>
      Effect.sync(() => {
        const created: ApiKey = {
          ...key,
          id: keys.length + 1,
          createdAt: now(),
          lastUsedAt: Option.none(),
          requestCount: 0,
          revokedAt: Option.none()
        }
        change([...keys, created])
        return created
      }),
    all: Effect.sync(() => keys),
    revoke: (id) =>
      Effect.sync(() => {
        const active = keys.some((key) => key.id === id && Option.isNone(key.revokedAt))
        if (active) change(keys.map((key) => (key.id === id ? { ...key, revokedAt: Option.some(now()) } : key)))
        return active
      }),
    recordUses: (uses) =>
      Effect.sync(() => {
        const byId = new Map(uses.map((use) => [use.id, use]))
        keys = keys.map((key) => {
          const use = byId.get(key.id)
          return use === undefined
            ? key
            : { ...key, requestCount: key.requestCount + use.requests, lastUsedAt: Option.some(use.at) }
        })
      }),
    version: Effect.sync(() => version)
  })
}

const unchanged: ListeningChanges = { upserted: [], deleted: [] }

const filters = (now: () => number) => {
  let all: ReadonlyArray<Filter> = []
  return Layer.succeed(ListeningFilters, {
    all: Effect.sync(() => all),
    add: (filter) =>
      Effect.sync(() => {
        const added = { ...filter, id: all.length + 1, createdAt: now() }
        all = [...all, added]
        return { filter: added, changes: unchanged }
      }),
    remove: (id) =>
      Effect.sync(() => {
        const exists = all.some((filter) => filter.id === id)
        all = all.filter((filter) => filter.id !== id)
        return exists ? unchanged : null
      }),
    completeCounts: Effect.void
  })
}

const publisher = Publisher.Default.pipe(
  Layer.provide([Layer.mock(FeedStore, {}), Layer.mock(SearchStore, {}), Layer.mock(ImageRequests, {})])
)

/** The only host. */
const singleHost = Layer.succeed(SharedLimits, {
  join: () => Effect.void,
  isShared: () => false,
  take: () => Effect.die("there is no other host")
})

const gauges = Layer.succeed(Gauges, new Gauges({ engine: "embedded", update: Effect.void }))

const enriched = { success: true, results: { total: 12, succeeded: 9, skipped: 1, failed: 2 } }

const exports = (trouble: Host["trouble"]) => {
  const second = Stream.suspend(() =>
    trouble.failure instanceof StorageFailure ? Stream.fail(trouble.failure) : Stream.make('{"id":2}')
  )
  const rows = Stream.concat(Stream.make('{"id":1}'), second)
  return Layer.merge(Layer.succeed(Exports, { tables: () => [{ name: "listening_plays", rows }] }), exportable)
}

const syncs = (now: () => number) =>
  Layer.mergeAll(SyncHealth.Default, Jobs.Default).pipe(
    Layer.provide(Layer.succeed(SourceSetups, [])),
    Layer.merge(
      Layer.succeed(
        Triggers,
        new Triggers({
          start: (target, { source = target === "listening" ? "lastfm" : target }) =>
            Effect.succeed([{ source, run: 1 }]),
          dryRun: (target, { days, full, source = target }) =>
            Effect.succeed([
              { source, added: full ? 20 : 2, changed: days === undefined ? 1 : 0, removed: 0, error: null }
            ])
        })
      )
    ),
    Layer.provideMerge(memoryRuns(now))
  )

/** Enrichment of one source, which finishes after `trouble.wait`. */
const enrichment = (trouble: Host["trouble"]) => {
  const done = { changed: 9, result: enriched, failures: [] }
  return Layer.succeed(
    ListeningEnrichment,
    new ListeningEnrichment({
      completeness: Effect.succeed({
        enrichment: {
          artists_missing_apple_music_url_with_plays: 0,
          artists_missing_apple_music_url: 0,
          tracks_missing_itunes_enrichment: 0
        },
        integrity: { lastfm_album_artist_mismatch_count: 0 }
      }),
      ready: (source) =>
        source === "lastfm" || source === "apple-music"
          ? Effect.void
          : new Conflict({ message: `${source} is not set up` }),
      ofSource: (_, progress) => Effect.zipRight(progress({ done: 3, total: 12 }), Effect.as(trouble.wait, done)),
      pictures: () => Effect.as(trouble.wait, done)
    })
  )
}

/** The platform's clock with the time fixed at `clock.now`. Sleeps end so many times sooner. */
export const standingClock = (clock: { readonly now: number }, haste = 1): Clock.Clock => {
  const real = Clock.make()
  return {
    ...real,
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    sleep: (duration) => real.sleep(Duration.times(duration, 1 / haste)),
    unsafeCurrentTimeMillis: () => clock.now,
    unsafeCurrentTimeNanos: () => BigInt(clock.now) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => clock.now),
    currentTimeNanos: Effect.sync(() => BigInt(clock.now) * 1_000_000n)
  }
}

/** Tests send no request during shutdown, so it need not wait. */
const defaults: ServeOptions = {
  host: "127.0.0.1",
  port: 0,
  rateLimit: 1_000_000,
  corsOrigins: ["*"],
  trustedProxies: [],
  version: "0.0.0-test",
  partingMs: 0
}

/** Applies `trouble` to every member of the store. */
const withTrouble = (store: Host["store"], trouble: Host["trouble"]): Host["store"] => {
  const before = Effect.suspend(() => {
    const { failure } = trouble
    const then =
      failure === undefined
        ? Effect.void
        : failure === "defect"
          ? Effect.die(new Error("a secret of the store"))
          : Effect.fail(failure)
    return Effect.zipRight(trouble.wait, then)
  })
  const wrap = (member: unknown): unknown =>
    typeof member === "function" && !Effect.isEffect(member)
      ? (...args: ReadonlyArray<unknown>) => Effect.zipRight(before, member(...args))
      : Effect.zipRight(before, member as Effect.Effect<unknown>)
  return Object.fromEntries(
    Object.entries(store).map(([name, member]) => [name, wrap(member)])
  ) as unknown as Host["store"]
}

export const unreachable = (unavailable: boolean) =>
  new StorageFailure({
    operation: "ListeningStore.plays",
    unavailable,
    cause: new Error("password=hunter2 at 10.0.0.7")
  })

interface HostOptions extends Partial<ServeOptions> {
  /** Domains from outside; none by default. */
  readonly domains?: ReadonlyArray<DeclaredDomain>
  /** The log of changes of an earlier host; an empty one by default. */
  readonly log?: MemoryLog
  /** How many times sooner the host's sleeps end; 1 by default. */
  readonly haste?: number
}

/** Starts a host that lives until the scope closes. */
export const host = ({ domains = [], haste, log, ...options }: HostOptions = {}) => {
  const clock = { now: sampleNow }
  const changes = log ?? memoryLog(() => clock.now)
  return Effect.withClock(start(options, clock, changes), standingClock(clock, haste)).pipe(
    Effect.provideService(DeclaredDomains, domains)
  )
}

/** One host for tests that do not change it. */
export class SharedHost extends Context.Tag("@daybook/http/test/SharedHost")<SharedHost, Host>() {}

/** The domains with the same data in all tests. */
const domains = () =>
  Layer.mergeAll(
    running,
    watching(sampleNow),
    collecting,
    reading,
    attending,
    declared,
    feed(sampleNow),
    search,
    images(),
    webhooks
  )

const start = Effect.fn("host")(function* (options: Partial<ServeOptions>, clock: { now: number }, log: MemoryLog) {
  const now = () => clock.now
  const versions = new Map<string, number>()
  const freshness = new Map<string, DomainFreshness>()
  const trouble: Host["trouble"] = { failure: undefined, wait: Effect.void }
  const logs: Array<string> = []
  let library = libraryOf(sample)
  let calls = 0
  const store = memoryListening(
    () => library,
    calendar,
    () => calls++
  )
  const player: MemoryPlayer = { answer: null, asked: 0 }
  const services = Layer.mergeAll(
    Layer.mergeAll(
      live(log, player),
      setup().pipe(Layer.provide([crypto, singleHost, Layer.succeed(Calendar, calendar)])),
      downloads.pipe(Layer.provide(crypto))
    ).pipe(
      Layer.provide(memoryRuns(now)),
      Layer.provideMerge(Keys.Default.pipe(Layer.provide([keyStore(now), crypto])))
    ),
    Layer.mergeAll(Listening.Default, LivePlaying.Default).pipe(
      Layer.provide(Layer.succeed(ListeningStore, withTrouble(store, trouble)))
    ),
    FilterRules.Default.pipe(
      Layer.provide([
        filters(now),
        publisher,
        Layer.succeed(Transaction, { run: (work) => work, dryRun: (work) => work })
      ])
    ),
    corrections(now),
    enrichment(trouble),
    imports().pipe(Layer.provideMerge(syncs(now))),
    gauges,
    singleHost,
    explained.pipe(
      Layer.provideMerge(Layer.succeed(Freshness, new Freshness({ latest: () => freshness, watch: Effect.void })))
    ),
    exports(trouble),
    rawStore,
    hooks(),
    lenses(now).pipe(Layer.provide(crypto)),
    grants().pipe(Layer.provide(crypto)),
    hostHealth(),
    scrobblers().pipe(Layer.provide(crypto)),
    domains()
  ).pipe(
    Layer.provide(Layer.merge(noReports, Layer.succeed(NowPlayingSource, { newest: Effect.succeedNone }))),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(Calendar, calendar),
        Layer.succeed(Pictures, { image: () => null, servedAt: () => Effect.void }),
        Layer.succeed(DataVersions, {
          latest: (domain) => versions.get(domain) ?? 0,
          bump: (domain) => Effect.sync(() => versions.set(domain, (versions.get(domain) ?? 0) + 1))
        })
      )
    ),
    Layer.provideMerge(
      Logger.replace(
        Logger.defaultLogger,
        Logger.map(Logger.logfmtLogger, (line) => void logs.push(line))
      )
    )
  )
  const context = Context.add(yield* Layer.build(services), DeclaredDomains, yield* DeclaredDomains)
  const keys = Context.get(context, Keys)
  const { port } = yield* serve({ ...defaults, ...options }).pipe(Effect.provide(context))
  const issue = (scope: "read" | "admin") => Effect.map(keys.create({ name: scope, scope }), ({ token }) => token)
  return {
    url: `http://127.0.0.1:${port}`,
    read: yield* issue("read"),
    admin: yield* issue("admin"),
    keys,
    clock,
    calls: () => calls,
    versions,
    freshness,
    setPlays: (plays) => {
      library = libraryOf(plays)
    },
    trouble,
    store,
    logs,
    log,
    player,
    oneTimeCode: Effect.withClock(Effect.orDie(Context.get(context, OneTimeCodes).issue), standingClock(clock)),
    services: context
  } satisfies Host
})
