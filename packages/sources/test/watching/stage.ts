import type { Publisher } from "@daybook/core/publishing"
import { Publisher as Publishing } from "@daybook/core/publishing"
import { Pictures } from "@daybook/core/images"
import { Calendar, type Transaction } from "@daybook/core/shared"
import { type DataVersions, provide, SourceFailure, syncDefaults, type Source, SyncEngine } from "@daybook/core/sync"
import { Watching, type WatchingEnrichmentStore, type WatchingRecords } from "@daybook/core/watching"
import { HttpClient } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { ConfigProvider, DateTime, Effect, Layer, Stream } from "effect"
import * as EnrichmentTasks from "../../../adapters/src/postgres/EnrichmentTasks.js"
import * as FeedStore from "../../../adapters/src/postgres/FeedStore.js"
import * as ImageRequests from "../../../adapters/src/postgres/ImageRequests.js"
import * as SearchStore from "../../../adapters/src/postgres/SearchStore.js"
import * as SyncStore from "../../../adapters/src/postgres/SyncStore.js"
import * as TransactionStore from "../../../adapters/src/postgres/Transaction.js"
import * as Versions from "../../../adapters/src/postgres/Versions.js"
import * as PostgresEnrichmentStore from "../../../adapters/src/postgres/watching/WatchingEnrichmentStore.js"
import * as RecordsStore from "../../../adapters/src/postgres/watching/WatchingRecords.js"
import * as WatchingStore from "../../../adapters/src/postgres/watching/WatchingStore.js"
import { inProcessClient, makeSimulators } from "@daybook/simulators"
import { definitions } from "../../src/definitions.js"
import type { SourceDefinition } from "../../src/kit/SourceDefinition.js"
import * as Gazetteer from "../../../adapters/src/places/Gazetteer.js"
import * as sourceRanks from "../../../adapters/src/setup/sourceRanks.js"
import { memoryTokens } from "../support/tokens.js"

type Needs = WatchingRecords | WatchingEnrichmentStore | Publisher | Transaction | DataVersions

/** 21 November 2024 in Los Angeles: the small dataset is a year old. */
export const today = Date.parse("2024-11-21T08:00:00Z")

const zone = DateTime.zoneUnsafeMakeNamed("America/Los_Angeles")

const publisher = Publishing.Default.pipe(
  Layer.provide(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer))
)

/** All services of watching, over a database. */
export const stores = Layer.mergeAll(SyncEngine.Default, Watching.Default).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      TransactionStore.layer,
      Versions.dataVersions,
      SyncStore.layer,
      publisher,
      WatchingStore.layer,
      RecordsStore.layer,
      PostgresEnrichmentStore.layer,
      EnrichmentTasks.layer
    )
  ),
  Layer.provideMerge(Versions.layer),
  Layer.provideMerge(Layer.succeed(Pictures, { image: () => null, servedAt: () => Effect.void })),
  Layer.provideMerge(Layer.merge(Calendar.layer(zone), Layer.merge(sourceRanks.layer, Gazetteer.layer)))
)

/** What a failed sync tells the person: what happened, and what to do next. */
export const messageOf = (failure: unknown): string =>
  failure instanceof SourceFailure ? `${failure.message}; ${failure.next}` : String(failure)

/** The simulators of a dataset without sockets, the three sources, and the sync engine. */
export const stage = (endsAt = today) =>
  Effect.gen(function* () {
    const { clock, sampleOwner, simulators } = yield* Effect.orDie(
      makeSimulators("http://simulated.example", { endsAt })
    )
    const context = yield* Effect.context<Needs>()
    const engine = yield* SyncEngine
    const sql = yield* SqlClient.SqlClient
    const settings = {
      ...simulators.trakt.settings,
      ...simulators.tautulli.settings,
      ...simulators.jellyfin.settings,
      ...simulators.emby.settings,
      ...simulators.simkl.settings,
      ...simulators.anilist.settings,
      ...simulators.plex.settings,
      ...simulators.letterboxd.settings,
      ...simulators.tmdb.settings
    }
    const sourceOf = (id: string, more: Readonly<Record<string, string>> = {}): Effect.Effect<Source<never>> => {
      const definition = definitions.find((one) => one.id === id) as unknown as SourceDefinition<Needs>
      return definition.make.pipe(
        Effect.map((source) => provide(source, context)),
        Effect.withConfigProvider(
          ConfigProvider.fromMap(new Map(Object.entries({ ...settings, ...more })), { pathDelim: "." })
        ),
        Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators)),
        Effect.provide(memoryTokens),
        Effect.orDie
      )
    }
    const [plex, letterboxd, tmdb] = yield* Effect.all([sourceOf("plex"), sourceOf("letterboxd"), sourceOf("tmdb")])
    return {
      clock,
      sampleOwner,
      simulators,
      sourceOf,
      plex,
      letterboxd,
      engine,
      sql,
      sync: (source: Source<never>, full = false) => engine.sync(source, { ...syncDefaults("command"), full }),
      follow: Effect.forEach(tmdb.enrichments, (enrichment) => Stream.runDrain(enrichment.drain), { discard: true }),
      /** Every stored viewing without ids, which must not depend on the order of origins. */
      table: sql<Readonly<Record<string, unknown>>>`
        SELECT title.title, title.year, (SELECT min(value::int) FROM watching_ids WHERE title_id = title.id AND scheme = 'tmdb') AS tmdb,
          episode.season, episode.number, watch.source, watch.at, watch.date, watch.rating, watch.rewatch, watch.review, watch.reliable
        FROM watching_watches AS watch JOIN watching_titles AS title ON title.id = watch.title_id
        LEFT JOIN watching_episodes AS episode ON episode.id = watch.episode_id
        ORDER BY watch.at, title.title, episode.season, episode.number`
    }
  })
