import { Clock, Context, Effect, Metric, Number as Numbers, Option } from "effect"
import { domainNames } from "../declared/DeclaredDomains.js"
import { HookStore } from "../hooks/ports.js"
import { ImageRecords } from "../images/ports.js"
import { embeddedTypes } from "../search/embeddedTypes.js"
import { Embedder, EmbeddingStore } from "../search/EmbeddingStore.js"
import type { StorageFailure } from "../shared/errors.js"
import { unexplainedOf } from "../sync/drift.js"
import { isStale } from "../sync/Scheduler.js"
import { Sources } from "../sync/Sources.js"
import { RawStore } from "../sync/RawPayloads.js"
import { SyncStore } from "../sync/SyncStore.js"
import { Inbox } from "../webhooks/Webhooks.js"

/** Connections of this process to the database. */
export interface Connections {
  readonly open: number
  readonly idle: number
  /** Queries that wait for a connection. */
  readonly waiting: number
  readonly max: number
}

/** The database engine, as far as an operator monitors it. */
export class Engine extends Context.Tag("@daybook/core/Engine")<
  Engine,
  {
    readonly kind: "embedded" | "server"
    readonly connections: () => Connections
    /** Size of the database, bytes. Fails while it is unreachable. */
    readonly bytes: Effect.Effect<number, StorageFailure>
    /** When the embedded server was started again after a crash, epoch milliseconds, oldest first. */
    readonly restarts: Effect.Effect<ReadonlyArray<number>>
  }
>() {}

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const lastSuccess = gauge(
  "daybook_source_last_success_timestamp_seconds",
  "Time of the last successful sync of a source, by any process"
)
const stale = gauge("daybook_source_stale", "1 if two scheduled runs have passed since the last success of a source")
const failures = gauge("daybook_source_failures", "Consecutive failed runs of a source, up to the newest")
const drift = gauge(
  "daybook_source_drift",
  "Records that a provider has and Daybook lacks without a known reason; negative if Daybook has more"
)
const drifting = gauge("daybook_source_drifting", "1 if two checks of a source found such a difference")
const images = gauge("daybook_images_due", "Pictures that are due to be fetched")
const embeddings = gauge("daybook_embeddings_waiting", "Articles that are not fully embedded")
const webhooks = gauge("daybook_webhooks_waiting", "Webhook events to handle")
const givenUp = gauge("daybook_webhooks_given_up", "Webhook events given up in the last 30 days")
const hooksDue = gauge("daybook_hook_due", "Messages of hooks that are to be sent")
const hooksDisabled = gauge("daybook_hook_disabled", "Hooks that were disabled after failures")
const rawCount = gauge("daybook_raw_payloads", "Answers and rows of a source that could not be parsed and are stored")
const rawBytes = gauge("daybook_raw_bytes", "Their size in the database, compressed")
const isUp = gauge("daybook_database_up", "1 if the database responds")
const bytes = gauge("daybook_database_bytes", "Size of the database")
const connections = gauge(
  "daybook_database_connections",
  "Connections of this process by state, and queries that wait for one"
)
const maxConnections = gauge("daybook_database_connections_max", "Maximum number of connections of this process")

const set = (metric: Metric.Metric.Gauge<number>, value: number, label?: readonly [name: string, value: string]) =>
  (label === undefined ? metric : Metric.tagged(metric, ...label)).unsafeUpdate(value, [])

/**
 * Gauges that are read on request: sources, queues, the database. Never fails: if the database is unreachable,
 * `daybook_database_up` is 0 and the others keep their values.
 */
export class Gauges extends Effect.Service<Gauges>()("@daybook/core/Gauges", {
  effect: Effect.gen(function* () {
    const engine = yield* Engine
    const queues = yield* queueGauges
    const syncs = yield* syncGauges
    const raw = yield* rawGauges
    return {
      engine: engine.kind,
      update: Effect.gen(function* () {
        const { idle, open, waiting, ...pool } = engine.connections()
        Object.entries({ busy: open - idle, idle, waiting }).forEach(([state, count]) =>
          set(connections, count, ["state", state])
        )
        set(maxConnections, pool.max)
        const size = yield* engine.bytes
        yield* syncs
        yield* queues
        yield* raw
        set(bytes, size)
        set(isUp, 1)
      }).pipe(
        Effect.catchAll((failure) =>
          Effect.zipRight(
            Effect.sync(() => set(isUp, 0)),
            Effect.logDebug(failure.message)
          )
        ),
        Effect.withSpan("Gauges.update")
      )
    }
  })
}) {}

const syncGauges = Effect.map(Effect.all([Sources, SyncStore]), ([entries, store]) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    for (const run of yield* store.latest(now)) {
      const schedule = Option.flatMap(
        Option.fromNullable(entries.find(({ id }) => id === run.source)),
        ({ schedule }) => schedule
      )
      if (Option.isSome(run.lastSuccess)) set(lastSuccess, run.lastSuccess.value / 1_000, ["source", run.source])
      set(stale, Option.exists(schedule, (one) => isStale(one, run.lastSuccess, now)) ? 1 : 0, ["source", run.source])
      set(failures, run.failures, ["source", run.source])
      if (run.drift !== undefined) {
        set(drift, unexplainedOf(run.drift), ["source", run.source])
        set(drifting, run.drift.since === null ? 0 : 1, ["source", run.source])
      }
    }
  })
)

const queueGauges = Effect.map(
  Effect.all([ImageRecords, EmbeddingStore, Embedder, Inbox, HookStore, domainNames, embeddedTypes]),
  ([records, store, model, inbox, hooks, domains, types]) =>
    Effect.gen(function* () {
      for (const domain of domains) set(images, yield* records.due(domain), ["domain", domain])
      const texts = model === null ? [] : yield* Effect.forEach(types, (of) => store.dueCount(model.name, of))
      set(embeddings, Numbers.sumAll(texts))
      for (const { dead, due, source } of yield* inbox.statuses) {
        set(webhooks, due, ["source", source])
        set(givenUp, dead, ["source", source])
      }
      set(hooksDue, yield* hooks.dueCount)
      set(hooksDisabled, (yield* hooks.all).filter(({ state }) => state === "disabled").length)
    })
)

/** Sources whose payloads were deleted have none. */
const rawGauges = Effect.map(RawStore, ({ totals }) => {
  const seen = new Set<string>()
  return Effect.map(totals, (all) => {
    for (const { source } of all) seen.add(source)
    for (const source of seen) {
      const one = all.find((totals) => totals.source === source)
      set(rawCount, one?.payloads ?? 0, ["source", source])
      set(rawBytes, one?.storedSize ?? 0, ["source", source])
    }
  })
})
