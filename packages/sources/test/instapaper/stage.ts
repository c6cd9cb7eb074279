import { ArticleBodies, PageReader, type ReadingWriteServices, articlePages } from "@daybook/core/reading"
import { Publisher } from "@daybook/core/publishing"
import { Calendar } from "@daybook/core/shared"
import { provide, syncDefaults, type SyncOptions, SyncEngine } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { ConfigProvider, Context, DateTime, Effect, Layer, Stream } from "effect"
import * as PageReaderLive from "../../../adapters/src/articles/PageReader.js"
import type { DocumentParser } from "../../src/documents/DocumentParser.js"
import * as SafeFetch from "../../src/fetch/index.js"
import * as EnrichmentTasks from "../../../adapters/src/postgres/EnrichmentTasks.js"
import * as FeedStore from "../../../adapters/src/postgres/FeedStore.js"
import * as ImageRequests from "../../../adapters/src/postgres/ImageRequests.js"
import * as ReadingEnrichmentStore from "../../../adapters/src/postgres/reading/ReadingEnrichmentStore.js"
import * as ReadingRecords from "../../../adapters/src/postgres/reading/ReadingRecords.js"
import * as ReadingStore from "../../../adapters/src/postgres/reading/ReadingStore.js"
import * as SearchStore from "../../../adapters/src/postgres/SearchStore.js"
import * as SyncStore from "../../../adapters/src/postgres/SyncStore.js"
import * as Transaction from "../../../adapters/src/postgres/Transaction.js"
import * as Versions from "../../../adapters/src/postgres/Versions.js"
import * as sourceRanks from "../../../adapters/src/setup/sourceRanks.js"
import { type SimulatedBookmark, serveSimulators } from "@daybook/simulators"
import { instapaper } from "../../src/instapaper/source.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import * as InThisThread from "../../../adapters/test/support/inThisThread.js"
import { memoryTokens } from "../support/tokens.js"

const zone = DateTime.zoneUnsafeMakeNamed("America/Los_Angeles")
/** The small dataset is three months old, with about fifty articles. */
const endsAt = Date.parse("2024-02-21T08:00:00Z")

const publisher = Publisher.Default.pipe(Layer.provide([FeedStore.layer, SearchStore.layer, ImageRequests.layer]))

const stores = Layer.mergeAll(
  publisher,
  Transaction.layer,
  Versions.dataVersions,
  SyncStore.layer,
  EnrichmentTasks.layer,
  ReadingRecords.layer,
  ReadingEnrichmentStore.layer,
  ReadingStore.layer
).pipe(Layer.provideMerge(Versions.layer), Layer.provideMerge(Layer.merge(Calendar.layer(zone), sourceRanks.layer)))

/** All services of reading, over a new database. */
export const layer = Layer.mergeAll(SyncEngine.Default, ArticleBodies.Default, InThisThread.layer).pipe(
  Layer.provideMerge(stores),
  Layer.provideMerge(newDatabase()),
  Layer.provideMerge(NodeHttpClient.layerUndici)
)

/** The source over sockets, and queries of its stored data. */
export const set = Effect.gen(function* () {
  const world = yield* serveSimulators({ enabled: ["instapaper"], endsAt })
  const settings = Effect.withConfigProvider(
    ConfigProvider.fromMap(new Map(Object.entries(world.settings)), { pathDelim: "." })
  )
  const context = yield* Effect.context<ReadingWriteServices | ArticleBodies | DocumentParser>()
  const client = yield* HttpClient.HttpClient
  const sql = yield* SqlClient.SqlClient
  const engine = yield* SyncEngine
  const source = yield* instapaper.make.pipe(
    Effect.map((source) => provide(source, context)),
    settings,
    Effect.provideService(HttpClient.HttpClient, client),
    Effect.provide(memoryTokens),
    Effect.orDie
  )
  const reader = Context.get(
    yield* Layer.build(PageReaderLive.layer.pipe(Layer.provide(SafeFetch.layer))).pipe(settings, Effect.orDie),
    PageReader
  )
  const rows = Effect.map(
    sql<{ key: string }>`
      SELECT json_build_array(source_id::bigint, url, title, coalesce(description, ''), extract(epoch FROM saved_at), CASE WHEN archived THEN 'archive' ELSE coalesce(folder, 'unread') END,
        starred, progress, coalesce(extract(epoch FROM progress_at), 0), tags)::text AS key FROM reading_articles`,
    (rows) => rows.map(({ key }) => JSON.stringify(JSON.parse(key))).sort()
  )
  const marks = Effect.map(
    sql<{ key: string }>`
      SELECT json_build_array(highlight.source_id::bigint, article.source_id::bigint, highlight.text, highlight.note, position)::text AS key
      FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = article_id`,
    (rows) => rows.map(({ key }) => JSON.stringify(JSON.parse(key))).sort()
  )
  return {
    ...world.simulators.instapaper.control,
    settings: world.settings,
    sql,
    engine,
    source,
    rows,
    marks,
    sync: (options: Partial<SyncOptions> = {}) => engine.sync(source, { ...syncDefaults("command"), ...options }),
    follow: Effect.gen(function* () {
      yield* Effect.forEach(source.enrichments, ({ drain }) => Stream.runDrain(drain))
      const { drain } = yield* Effect.provideService(articlePages, PageReader, reader)
      yield* Stream.runDrain(drain())
    }),
    titles: (domain: "feed_items" | "search_documents") =>
      Effect.map(
        sql<{
          line: string
        }>`SELECT ${domain === "feed_items" ? sql`event_type || ' ' || source_id || ' ' || title` : sql`entity_type || ' ' || title`} AS line FROM ${sql(domain)} WHERE domain = 'reading'`,
        (rows) => rows.map(({ line }) => line).sort()
      )
  }
}).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map())))

/** The account's content in the format of `rows`. */
export const rowsOf = (
  bookmarks: ReadonlyArray<SimulatedBookmark>,
  folders: ReadonlyArray<{ readonly id: string; readonly title: string }>
): ReadonlyArray<string> =>
  bookmarks
    .map((one) =>
      JSON.stringify([
        one.id,
        one.url,
        one.title,
        one.description,
        one.time,
        folders.find(({ id }) => id === one.folder)?.title ?? one.folder,
        one.starred,
        one.progress,
        one.progressTime,
        one.tags
      ])
    )
    .sort()

export const marksOf = (bookmarks: ReadonlyArray<SimulatedBookmark>): ReadonlyArray<string> =>
  bookmarks
    .flatMap((one) =>
      one.highlights.map((mark) => JSON.stringify([mark.id, one.id, mark.text, mark.note, mark.position]))
    )
    .sort()
