import { Publisher } from "@daybook/core/publishing"
import { Calendar } from "@daybook/core/shared"
import { provide, syncDefaults, type Source, SyncEngine } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { ConfigProvider, DateTime, type Duration, Effect, Layer, Stream } from "effect"
import * as nodeCrypto from "../../../adapters/src/nodeCrypto.js"
import * as DeclaredRecords from "../../../adapters/src/postgres/declared/DeclaredRecords.js"
import * as Gazetteer from "../../../adapters/src/places/Gazetteer.js"
import * as sourceRanks from "../../../adapters/src/setup/sourceRanks.js"
import * as DeclaredStore from "../../../adapters/src/postgres/declared/DeclaredStore.js"
import * as EnrichmentTasks from "../../../adapters/src/postgres/EnrichmentTasks.js"
import * as FeedStore from "../../../adapters/src/postgres/FeedStore.js"
import * as ImageRequests from "../../../adapters/src/postgres/ImageRequests.js"
import * as RunningRecords from "../../../adapters/src/postgres/running/RunningRecords.js"
import * as RunningStore from "../../../adapters/src/postgres/running/RunningStore.js"
import * as SearchStore from "../../../adapters/src/postgres/SearchStore.js"
import * as SyncStore from "../../../adapters/src/postgres/SyncStore.js"
import * as Transaction from "../../../adapters/src/postgres/Transaction.js"
import * as Versions from "../../../adapters/src/postgres/Versions.js"
import { inProcessClient, makeSimulators } from "@daybook/simulators"
import type { StravaServices } from "../../src/strava/enrichment.js"
import { strava } from "../../src/strava/source.js"
import { isQuick } from "../../../adapters/test/support/depth.js"
import { memoryTokens } from "../support/tokens.js"

/** The small life is five months old: some forty runs. */
export const today = Date.parse("2024-04-20T08:00:00Z")

/** Until when a history is compared: in `npm test` its first ten weeks, which have each kind of run. */
export const endOfHistory = isQuick ? Date.parse("2024-02-01T08:00:00Z") : today

/** Everything of running over a database, and the sync engine. */
export const stores = SyncEngine.Default.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      Transaction.layer,
      Versions.dataVersions,
      SyncStore.layer,
      EnrichmentTasks.layer,
      RunningRecords.layer,
      RunningStore.layer,
      DeclaredRecords.layer,
      DeclaredStore.layer,
      Publisher.Default.pipe(
        Layer.provideMerge(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer))
      )
    )
  ),
  Layer.provideMerge(Versions.layer),
  Layer.provideMerge(
    Layer.merge(
      Calendar.layer(DateTime.zoneUnsafeMakeNamed("America/Los_Angeles")),
      Layer.merge(sourceRanks.layer, Gazetteer.layer)
    )
  ),
  Layer.provideMerge(Layer.merge(nodeCrypto.layer, memoryTokens))
)

/** Tables of what is answered, as they stand, without what only says when. */
const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    runs: yield* sql`SELECT * FROM running_activities ORDER BY id`,
    courses: yield* sql`SELECT * FROM running_courses ORDER BY activity_id`,
    splits: yield* sql`SELECT * FROM running_splits ORDER BY activity_id, number`,
    efforts: yield* sql`SELECT * FROM running_efforts ORDER BY activity_id, distance`,
    reports: yield* sql`SELECT activity_id, road, said::text FROM running_reports ORDER BY activity_id, road`,
    gear: yield* sql`SELECT * FROM running_gear ORDER BY id`,
    sums: yield* sql`SELECT * FROM running_sums ORDER BY kind, year, key`,
    days: yield* sql`SELECT * FROM running_days ORDER BY day`,
    feed: yield* sql`SELECT event_type, source_id, occurred_at, date, title, subtitle, entity_id FROM feed_items WHERE domain = 'running' ORDER BY source_id`,
    found:
      yield* sql`SELECT entity_id, title, subtitle FROM search_documents WHERE domain = 'running' ORDER BY entity_id`
  }
})

/** A simulated Strava without a socket, its source, and a database. */
export const world = (endsAt = today) =>
  Effect.gen(function* () {
    const { clock, simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt }))
    const { control } = simulators.strava
    const context = yield* Effect.context<StravaServices>()
    const engine = yield* SyncEngine
    const { settings } = simulators.strava
    const source: Source<never> = yield* strava.make.pipe(
      Effect.map((source) => provide(source, context)),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))),
      Effect.provideService(HttpClient.HttpClient, inProcessClient({ strava: simulators.strava })),
      Effect.orDie
    )
    /** Looks up what is due, until nothing is or the budget of time is used up. */
    const follow = (budget: Duration.DurationInput = "1 hour") =>
      Effect.forEach(source.enrichments, ({ drain }) => Stream.runDrain(drain), {
        concurrency: "unbounded",
        discard: true
      }).pipe(Effect.timeoutOption(budget))
    return {
      clock,
      control,
      settings,
      strava: simulators.strava,
      engine,
      source,
      sync: (options: { readonly full?: boolean; readonly allowMassDelete?: boolean } = {}) =>
        engine.sync(source, { ...syncDefaults("command"), ...options }),
      import: (file: Parameters<typeof engine.import>[1]) => engine.import(source, file, syncDefaults("import")),
      follow,
      tables
    }
  })
