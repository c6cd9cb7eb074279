import { Attending, AttendingAdmin } from "@daybook/core/attending"
import { Collecting, CollectingAdmin } from "@daybook/core/collecting"
import { Feed } from "@daybook/core/feed"
import { Images } from "@daybook/core/images"
import { Keys } from "@daybook/core/keys"
import { ListeningEnrichment, FilterRules, Listening, LivePlaying } from "@daybook/core/listening"
import { Gauges } from "@daybook/core/metrics"
import { Publisher } from "@daybook/core/publishing"
import { ArticleBodies, Reading, Reenrichment } from "@daybook/core/reading"
import { Running, RunningAdmin } from "@daybook/core/running"
import { Reembedding, Search, SearchIndex, Similarity } from "@daybook/core/search"
import { Enrichments, Jobs, Scheduler, SyncEngine, SyncHealth, Triggers } from "@daybook/core/sync"
import { Tokens } from "@daybook/core/tokens"
import { Watching, WatchingAdmin } from "@daybook/core/watching"
import { Webhooks } from "@daybook/core/webhooks"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer } from "effect"
import * as DocumentParser from "./documents/DocumentParser.js"
import * as PageReader from "./articles/PageReader.js"
import * as attendingRules from "./attending/rules.js"
import { refuseEmpty, upgrade } from "./backup/upgrade.js"
import * as Embedder from "./embeddings/Embedder.js"
import * as SafeFetch from "./fetch/index.js"
import { refreshVenues } from "./postgres/attending/venues.js"
import { addressOf } from "./postgres/Engine.js"
import { refreshRunning } from "./postgres/running/recompute.js"
import * as sharedEnrichments from "./sharedEnrichments.js"
import * as ImageProxy from "./images/ImageProxy.js"
import * as MediaServer from "./images/MediaServer.js"
import * as Originals from "./images/Originals.js"
import * as PictureFinders from "./images/PictureFinders.js"
import * as PictureIntake from "./images/PictureIntake.js"
import * as PictureKey from "./images/PictureKey.js"
import * as Pictures from "./images/Pictures.js"
import * as nodeCrypto from "./nodeCrypto.js"
import { Opening, type OpeningOptions, waiting } from "./Opening.js"
import * as AttendingEnrichmentStore from "./postgres/attending/AttendingEnrichmentStore.js"
import * as AttendingRecords from "./postgres/attending/AttendingRecords.js"
import * as AttendingStore from "./postgres/attending/AttendingStore.js"
import * as CollectingRecords from "./postgres/collecting/CollectingRecords.js"
import * as CollectingStore from "./postgres/collecting/CollectingStore.js"
import * as Database from "./postgres/Database.js"
import * as Engine from "./postgres/Engine.js"
import * as Exports from "./postgres/Exports.js"
import * as EmbeddingStore from "./postgres/EmbeddingStore.js"
import * as EnrichmentLocks from "./postgres/EnrichmentLocks.js"
import * as EnrichmentTasks from "./postgres/EnrichmentTasks.js"
import * as FeedStore from "./postgres/FeedStore.js"
import * as Home from "./postgres/home.js"
import { keepZone, rezone } from "./postgres/home.js"
import * as ImageRecords from "./postgres/ImageRecords.js"
import * as ImageRequests from "./postgres/ImageRequests.js"
import * as Inbox from "./postgres/Inbox.js"
import * as KeyStore from "./postgres/KeyStore.js"
import * as ListeningEnrichmentStore from "./postgres/listening/ListeningEnrichmentStore.js"
import * as ListeningFilters from "./postgres/listening/ListeningFilters.js"
import * as ListeningRecords from "./postgres/listening/ListeningRecords.js"
import * as ListeningStore from "./postgres/listening/ListeningStore.js"
import * as ReadingEnrichmentStore from "./postgres/reading/ReadingEnrichmentStore.js"
import * as ReadingRecords from "./postgres/reading/ReadingRecords.js"
import * as ReadingStore from "./postgres/reading/ReadingStore.js"
import * as RunningRecords from "./postgres/running/RunningRecords.js"
import * as RunningStore from "./postgres/running/RunningStore.js"
import * as SearchStore from "./postgres/SearchStore.js"
import * as SharedLimits from "./postgres/SharedLimits.js"
import * as SyncStore from "./postgres/SyncStore.js"
import * as TokenStore from "./postgres/TokenStore.js"
import * as Transaction from "./postgres/Transaction.js"
import * as Versions from "./postgres/Versions.js"
import * as WatchingEnrichmentStore from "./postgres/watching/WatchingEnrichmentStore.js"
import * as WatchingRecords from "./postgres/watching/WatchingRecords.js"
import * as WatchingStore from "./postgres/watching/WatchingStore.js"
import * as Secret from "./Secret.js"
import { settings } from "./Settings.js"
import * as configuredSources from "./sources/assembly/configuredSources.js"
import { googleAccount, nowPlaying, playerStats, seasonSchedules, shelves, titleFinder } from "./sources/index.js"
import * as Throttles from "./sources/kit/provider/Throttle.js"

const connected = Layer.unwrapScoped(Effect.map(Effect.flatMap(settings, addressOf), Database.layer))

/** The database that the settings name: opened or created, not migrated. */
export const database = Layer.provide(connected, Layer.succeed(Opening, { creates: true, home: "stored" }))

/** The same, but fails if there is no database. */
export const existingDatabase = Layer.provide(connected, Layer.succeed(Opening, { creates: false, home: "stored" }))

/** Needs the database first: a program that only reads must not create a secret in a wrong folder. */
const secret = Layer.provide(Secret.layer, connected)

/** Only a program that may change the home time zone recomputes days. */
const home = Layer.effectDiscard(
  Effect.flatMap(Opening, ({ home }) => (home === "stored" ? keepZone : waiting("moving the home time zone")(rezone)))
)

/** The stores that need shared services. */
const attending = Layer.mergeAll(AttendingStore.layer, AttendingRecords.layer, AttendingEnrichmentStore.layer)

const stores = attending
  .pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Transaction.layer,
        Versions.dataVersions,
        KeyStore.layer,
        Exports.layer,
        Tokens.Default.pipe(Layer.provideMerge(TokenStore.layer)),
        EmbeddingStore.layer,
        SyncStore.layer,
        EnrichmentLocks.layer,
        EnrichmentTasks.layer,
        SharedLimits.layer,
        Inbox.layer,
        Engine.layer,
        Publisher.Default.pipe(
          Layer.provideMerge(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer))
        ),
        ImageRecords.layer,
        ListeningStore.layer,
        ListeningRecords.layer,
        ListeningFilters.layer,
        ListeningEnrichmentStore.layer,
        RunningStore.layer,
        RunningRecords.layer,
        WatchingStore.layer,
        WatchingRecords.layer,
        WatchingEnrichmentStore.layer,
        CollectingStore.layer,
        CollectingRecords.layer,
        ReadingStore.layer,
        ReadingRecords.layer,
        ReadingEnrichmentStore.layer
      )
    )
  )
  .pipe(
    Layer.provideMerge(Layer.provideMerge(Layer.effectDiscard(Effect.zipRight(refreshRunning, refreshVenues)), home)),
    Layer.provideMerge(attendingRules.layer),
    Layer.provideMerge(Versions.layer),
    Layer.provideMerge(Home.layer),
    Layer.provideMerge(
      Layer.effectDiscard(Effect.zipRight(refuseEmpty, waiting("bringing the database to this version")(upgrade)))
    ),
    Layer.provideMerge(connected)
  )

/** Fetches, stores and serves pictures. */
const pictures = Layer.mergeAll(PictureFinders.layer, PictureIntake.layer, ImageProxy.layer).pipe(
  Layer.provide(Layer.mergeAll(SafeFetch.layer, MediaServer.layer)),
  Layer.provideMerge(Originals.layer),
  Layer.provideMerge(Pictures.layer),
  Layer.provideMerge(PictureKey.layer)
)

/** Reads the pages of articles. */
const pages = PageReader.layer.pipe(Layer.provide(SafeFetch.layer), Layer.provideMerge(DocumentParser.layer))

const services = Layer.mergeAll(
  Feed.Default,
  Images.Default,
  Listening.Default,
  FilterRules.Default,
  LivePlaying.Default,
  Running.Default,
  RunningAdmin.Default,
  Reading.Default.pipe(Layer.provide(Similarity.Default)),
  Keys.Default,
  Watching.Default,
  WatchingAdmin.Default,
  Collecting.Default,
  CollectingAdmin.Default,
  Attending.Default,
  AttendingAdmin.Default,
  Search.Default.pipe(Layer.provideMerge(Similarity.Default)),
  SearchIndex.Default,
  SyncHealth.Default,
  Gauges.Default,
  Layer.mergeAll(
    Scheduler.Default,
    Triggers.Default,
    Jobs.Default,
    Webhooks.Default,
    ListeningEnrichment.Default,
    Reenrichment.Default,
    Reembedding.Default
  ).pipe(Layer.provideMerge(SyncEngine.Default), Layer.provideMerge(Enrichments.Default))
)

/** All of Daybook, configured by environment variables. */
const everything = services.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      configuredSources.layer,
      nowPlaying,
      titleFinder,
      shelves,
      playerStats,
      seasonSchedules,
      googleAccount,
      sharedEnrichments.layer
    )
  ),
  Layer.provideMerge(Embedder.layer),
  Layer.provideMerge(Layer.mergeAll(pictures, pages, ArticleBodies.Default)),
  Layer.provideMerge(stores),
  Layer.provideMerge(secret),
  Layer.provideMerge(Throttles.layer),
  Layer.provideMerge(nodeCrypto.layer),
  Layer.provideMerge(NodeHttpClient.layerUndici)
)

const opened = (options: OpeningOptions) => Layer.provide(everything, Layer.succeed(Opening, options))

/** For programs that read: the existing data in its home time zone. Fails if there is no database. */
export const layer = opened({ creates: false, home: "stored" })

/** For programs that also write: creates a missing database. The home time zone stays as it is. */
export const writingLayer = opened({ creates: true, home: "stored" })

/** For hosts: creates a missing database, and changes the home time zone to `DAYBOOK_TIMEZONE` if that is set. */
export const hostLayer = opened({ creates: true, home: "setting" })

/** Changes the home time zone of existing data to an IANA zone and recomputes every day. */
export const moveHome = (zone: string) =>
  Effect.asVoid(
    Layer.build(
      stores.pipe(Layer.provide(secret), Layer.provide(Layer.succeed(Opening, { creates: false, home: { zone } })))
    )
  ).pipe(Effect.scoped, Effect.provide(nodeCrypto.layer))
