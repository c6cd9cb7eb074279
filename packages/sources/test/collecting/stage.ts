import { type CollectingCommitServices, Collecting } from "@daybook/core/collecting"
import { Pictures } from "@daybook/core/images"
import { Publisher as Publishing } from "@daybook/core/publishing"
import { Calendar } from "@daybook/core/shared"
import { provide, syncDefaults, type Source, SyncEngine } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { ConfigProvider, DateTime, Effect, Layer, Stream } from "effect"
import * as RecordsStore from "../../../adapters/src/postgres/collecting/CollectingRecords.js"
import * as CollectingStore from "../../../adapters/src/postgres/collecting/CollectingStore.js"
import * as EnrichmentTasks from "../../../adapters/src/postgres/EnrichmentTasks.js"
import * as FeedStore from "../../../adapters/src/postgres/FeedStore.js"
import * as ImageRequests from "../../../adapters/src/postgres/ImageRequests.js"
import * as SearchStore from "../../../adapters/src/postgres/SearchStore.js"
import * as SyncStore from "../../../adapters/src/postgres/SyncStore.js"
import * as TransactionStore from "../../../adapters/src/postgres/Transaction.js"
import * as Versions from "../../../adapters/src/postgres/Versions.js"
import { inProcessClient, makeSimulators } from "@daybook/simulators"
import { definitions } from "../../src/definitions.js"
import type { SourceDefinition } from "../../src/kit/SourceDefinition.js"
import { importFile } from "../support/importFile.js"
import * as Gazetteer from "../../../adapters/src/places/Gazetteer.js"
import * as sourceRanks from "../../../adapters/src/setup/sourceRanks.js"
import { memoryTokens } from "../support/tokens.js"

/** 21 November 2025 in Los Angeles: the small dataset is two years old. */
const today = Date.parse("2025-11-21T08:00:00Z")

const zone = DateTime.zoneUnsafeMakeNamed("America/Los_Angeles")

const publisher = Publishing.Default.pipe(
  Layer.provide(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer))
)

/** All services of collecting, over a database. */
export const stores = Layer.mergeAll(SyncEngine.Default, Collecting.Default).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      TransactionStore.layer,
      Versions.dataVersions,
      SyncStore.layer,
      publisher,
      CollectingStore.layer,
      RecordsStore.layer,
      EnrichmentTasks.layer
    )
  ),
  Layer.provideMerge(Versions.layer),
  Layer.provideMerge(Layer.succeed(Pictures, { image: () => null, servedAt: () => Effect.void })),
  Layer.provideMerge(Layer.merge(Calendar.layer(zone), Layer.merge(sourceRanks.layer, Gazetteer.layer)))
)

/** The simulators of a dataset without sockets, both sources, and the sync engine. */
export const stage = (endsAt = today) =>
  Effect.gen(function* () {
    const { clock, sampleOwner, simulators } = yield* Effect.orDie(
      makeSimulators("http://simulated.example", { endsAt })
    )
    const context = yield* Effect.context<CollectingCommitServices>()
    const engine = yield* SyncEngine
    // All components share one login at Trakt.
    const tokens = yield* Layer.build(memoryTokens)
    const sql = yield* SqlClient.SqlClient
    const sourceOf = (
      id: "discogs" | "trakt",
      more: Readonly<Record<string, string>> = {}
    ): Effect.Effect<Source<never>> => {
      const definition = definitions.find(
        (one) => one.id === id
      ) as unknown as SourceDefinition<CollectingCommitServices>
      return definition.make.pipe(
        Effect.map((source) => provide(source, context)),
        Effect.withConfigProvider(
          ConfigProvider.fromMap(
            new Map(Object.entries({ ...simulators[id].settings, ...simulators.tmdb.settings, ...more })),
            { pathDelim: "." }
          )
        ),
        Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators)),
        Effect.provide(tokens),
        Effect.orDie
      )
    }
    const [discogs, trakt] = yield* Effect.all([sourceOf("discogs"), sourceOf("trakt")])
    const file = {
      csv: Effect.map(simulators.discogs.control.csv, (text) => importFile("collection.csv", text, 65_536)),
      zip: Effect.map(simulators.trakt.control.archive, (bytes) => importFile("export.zip", bytes, 65_536))
    }
    return {
      clock,
      sampleOwner,
      simulators,
      sourceOf,
      discogs,
      trakt,
      engine,
      tokens,
      sql,
      file,
      sync: (source: Source<never>, more: { readonly full?: boolean; readonly allowMassDelete?: boolean } = {}) =>
        engine.sync(source, { ...syncDefaults("command"), ...more, full: more.full ?? false }),
      importCsv: Effect.flatMap(file.csv, (csv) => engine.import(discogs, csv, syncDefaults("import"))),
      importZip: Effect.flatMap(file.zip, (zip) => engine.import(trakt, zip, syncDefaults("import"))),
      follow: (source: Source<never>) =>
        Effect.forEach(source.enrichments, (enrichment) => Stream.runDrain(enrichment.drain), { discard: true }),
      /** Every stored copy and want without ids, which must not depend on the order of origins. */
      records: sql<Readonly<Record<string, unknown>>>`
        SELECT 'copy' AS kind, copy.instance, copy.added_at, copy.rating, copy.media_condition, copy.sleeve_condition, copy.notes, release.id AS release_id,
          release.title, release.artists, release.year, release.format, release.format_detail, release.labels, release.genres, release.styles
        FROM collecting_copies AS copy JOIN collecting_releases AS release ON release.id = copy.release_id
        UNION ALL
        SELECT 'want', NULL, want.added_at, want.rating, NULL, NULL, want.notes, release.id,
          release.title, release.artists, release.year, release.format, release.format_detail, release.labels, release.genres, release.styles
        FROM collecting_wants AS want JOIN collecting_releases AS release ON release.id = want.release_id
        ORDER BY kind, release_id, instance`,
      discs: sql<Readonly<Record<string, unknown>>>`
        SELECT film.trakt_id, film.tmdb_id, film.imdb_id, film.title, film.year, disc.media_type, disc.resolution, disc.hdr, disc.audio, disc.audio_channels, disc.collected_at
        FROM collecting_discs AS disc JOIN collecting_films AS film ON film.id = disc.film_id ORDER BY film.trakt_id, disc.media_type`
    }
  })
