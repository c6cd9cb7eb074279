import { Clock, Effect, Metric, Option } from "effect"
import { domains } from "../rooms.js"
import { ImageRecords } from "../images/ImageRecords.js"
import { Embedder } from "../search/Embedder.js"
import { EmbeddingStore } from "../search/EmbeddingStore.js"
import { isStale } from "../sync/dueAt.js"
import { Sources } from "../sync/Sources.js"
import { SyncStore } from "../sync/SyncStore.js"
import { Inbox } from "../webhooks/Inbox.js"
import { Engine } from "./Engine.js"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const lastSuccess = gauge("daybook_source_last_success_timestamp_seconds", "When a source was last read well, by whichever process")
const stale = gauge("daybook_source_stale", "1 where a source should have been read twice since it last was")
const failures = gauge("daybook_source_failures", "Runs of a source in a row that failed, up to the newest")
const images = gauge("daybook_images_due", "Pictures to be looked for now")
const embeddings = gauge("daybook_embeddings_waiting", "Articles that the model has not taken in whole")
const webhooks = gauge("daybook_webhooks_waiting", "Webhook events still to be handled")
const givenUp = gauge("daybook_webhooks_given_up", "Webhook events given up in the last 30 days")
const isUp = gauge("daybook_database_up", "1 where the database answers")
const bytes = gauge("daybook_database_bytes", "Size of the database")
const connections = gauge("daybook_database_connections", "Connections of this process, and questions that wait for one")
const most = gauge("daybook_database_connections_max", "Connections that this process opens at most")

const set = (metric: Metric.Metric.Gauge<number>, value: number, label?: readonly [name: string, value: string]) =>
  (label === undefined ? metric : Metric.tagged(metric, ...label)).unsafeUpdate(value, [])

/**
 * What is not counted as it happens but looked up when somebody asks: sources, queues, the database. Never fails: where
 * the database is away, `daybook_database_up` says so and the others stand as they were.
 */
export class Gauges extends Effect.Service<Gauges>()("@daybook/core/Gauges", {
  effect: Effect.gen(function*() {
    const engine = yield* Engine
    const queues = yield* waiting
    const syncs = yield* standing
    return {
      engine: engine.kind,
      look: Effect.gen(function*() {
        const { idle, open, waiting, ...pool } = engine.connections()
        Object.entries({ busy: open - idle, idle, waiting }).forEach(([state, count]) => set(connections, count, ["state", state]))
        set(most, pool.most)
        const size = yield* engine.bytes
        yield* syncs
        yield* queues
        set(bytes, size)
        set(isUp, 1)
      }).pipe(
        Effect.catchAll((failure) => Effect.zipRight(Effect.sync(() => set(isUp, 0)), Effect.logDebug(failure.message))),
        Effect.withSpan("Gauges.look")
      )
    }
  })
}) {}

const standing = Effect.map(Effect.all([Sources, SyncStore]), ([entries, store]) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    for (const run of yield* store.latest(now)) {
      const schedule = Option.flatMap(Option.fromNullable(entries.find(({ id }) => id === run.source)), ({ schedule }) => schedule)
      if (Option.isSome(run.lastSuccess)) set(lastSuccess, run.lastSuccess.value / 1_000, ["source", run.source])
      set(stale, Option.exists(schedule, (one) => isStale(one, run.lastSuccess, now)) ? 1 : 0, ["source", run.source])
      set(failures, run.failures, ["source", run.source])
    }
  }))

const waiting = Effect.map(Effect.all([ImageRecords, EmbeddingStore, Embedder, Inbox]), ([records, store, model, inbox]) =>
  Effect.gen(function*() {
    for (const domain of domains) set(images, yield* records.due(domain), ["domain", domain])
    set(embeddings, model === null ? 0 : yield* store.left(model.name))
    for (const { dead, due, source } of yield* inbox.standings) {
      set(webhooks, due, ["source", source])
      set(givenUp, dead, ["source", source])
    }
  }))
