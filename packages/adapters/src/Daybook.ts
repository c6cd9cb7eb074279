import { Attending, AttendingAdmin } from "@daybook/core/attending"
import { Collecting, CollectingAdmin } from "@daybook/core/collecting"
import { Feed } from "@daybook/core/feed"
import { Images } from "@daybook/core/images"
import { Keys } from "@daybook/core/keys"
import { Enrichment, FilterRules, Listening, LivePlaying } from "@daybook/core/listening"
import { Gauges } from "@daybook/core/metrics"
import { Publisher } from "@daybook/core/publishing"
import { ArticleBodies, Reading, Reenrichment } from "@daybook/core/reading"
import { Running, RunningAdmin } from "@daybook/core/running"
import { Reembedding, Search, SearchIndex, Similarity } from "@daybook/core/search"
import { Calendar } from "@daybook/core/shared"
import { Followers, Scheduler, SyncEngine, SyncHealth, Triggers } from "@daybook/core/sync"
import { Tokens } from "@daybook/core/tokens"
import { Watching, WatchingAdmin } from "@daybook/core/watching"
import { Webhooks } from "@daybook/core/webhooks"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer } from "effect"
import * as DocumentParser from "./documents/DocumentParser.js"
import * as PageReader from "./articles/PageReader.js"
import * as attendingRules from "./attending/rules.js"
import { upgrade } from "./backup/upgrade.js"
import * as Embedder from "./embeddings/Embedder.js"
import * as SafeFetch from "./fetch/index.js"
import * as hallFollowers from "./hallFollowers.js"
import * as ImageProxy from "./images/ImageProxy.js"
import * as MediaServer from "./images/MediaServer.js"
import * as Originals from "./images/Originals.js"
import * as PictureFinders from "./images/PictureFinders.js"
import * as PictureIntake from "./images/PictureIntake.js"
import * as PictureKey from "./images/PictureKey.js"
import * as Pictures from "./images/Pictures.js"
import * as nodeCrypto from "./nodeCrypto.js"
import * as AttendingLookups from "./postgres/attending/AttendingLookups.js"
import * as AttendingRecords from "./postgres/attending/AttendingRecords.js"
import * as AttendingStore from "./postgres/attending/AttendingStore.js"
import { addressOf } from "./postgres/addressOf.js"
import * as CollectingRecords from "./postgres/collecting/CollectingRecords.js"
import * as CollectingStore from "./postgres/collecting/CollectingStore.js"
import * as Database from "./postgres/Database.js"
import * as Engine from "./postgres/Engine.js"
import * as Exports from "./postgres/Exports.js"
import * as EmbeddingStore from "./postgres/EmbeddingStore.js"
import * as FeedStore from "./postgres/FeedStore.js"
import * as ImageRecords from "./postgres/ImageRecords.js"
import * as ImageWants from "./postgres/ImageWants.js"
import * as Inbox from "./postgres/Inbox.js"
import * as KeyStore from "./postgres/KeyStore.js"
import * as Catalogue from "./postgres/listening/Catalogue.js"
import * as ListeningFilters from "./postgres/listening/ListeningFilters.js"
import * as ListeningRecords from "./postgres/listening/ListeningRecords.js"
import * as ListeningStore from "./postgres/listening/ListeningStore.js"
import * as ReadingLookups from "./postgres/reading/ReadingLookups.js"
import * as ReadingRecords from "./postgres/reading/ReadingRecords.js"
import * as ReadingStore from "./postgres/reading/ReadingStore.js"
import { rezone } from "./postgres/rezone.js"
import * as RunningRecords from "./postgres/running/RunningRecords.js"
import * as RunningStore from "./postgres/running/RunningStore.js"
import * as SearchStore from "./postgres/SearchStore.js"
import * as SharedLimits from "./postgres/SharedLimits.js"
import * as SyncStore from "./postgres/SyncStore.js"
import * as TokenStore from "./postgres/TokenStore.js"
import * as Transaction from "./postgres/Transaction.js"
import * as Versions from "./postgres/Versions.js"
import * as WatchingLookups from "./postgres/watching/WatchingLookups.js"
import * as WatchingRecords from "./postgres/watching/WatchingRecords.js"
import * as WatchingStore from "./postgres/watching/WatchingStore.js"
import * as Secret from "./Secret.js"
import { settings } from "./Settings.js"
import * as configuredSources from "./sources/configured.js"
import { nowPlaying, playerStats, seasonSchedules, shelves, titleFinder } from "./sources/index.js"
import { Throttles } from "./sources/provider/index.js"

/** The database that the settings name, as it stands: opened, not yet brought to this version. */
export const database = Layer.unwrapScoped(Effect.map(Effect.flatMap(settings, addressOf), Database.layer))

const calendar = Layer.effect(Calendar, Effect.map(settings, (given) => given.calendar))

/** What stands on the halls. */
const attending = Layer.mergeAll(AttendingStore.layer, AttendingRecords.layer, AttendingLookups.layer)

const stores = attending.pipe(Layer.provideMerge(Layer.mergeAll(
  Transaction.layer,
  Versions.dataVersions,
  KeyStore.layer,
  Exports.layer,
  Tokens.Default.pipe(Layer.provideMerge(TokenStore.layer)),
  EmbeddingStore.layer,
  SyncStore.layer,
  SharedLimits.layer,
  Inbox.layer,
  Engine.layer,
  Publisher.Default.pipe(Layer.provideMerge(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageWants.layer))),
  ImageRecords.layer,
  ListeningStore.layer,
  ListeningRecords.layer,
  ListeningFilters.layer,
  Catalogue.layer,
  RunningStore.layer,
  RunningRecords.layer,
  WatchingStore.layer,
  WatchingRecords.layer,
  WatchingLookups.layer,
  CollectingStore.layer,
  CollectingRecords.layer,
  ReadingStore.layer,
  ReadingRecords.layer,
  ReadingLookups.layer
))).pipe(
  Layer.provideMerge(Layer.effectDiscard(rezone)),
  Layer.provideMerge(attendingRules.layer),
  Layer.provideMerge(Versions.layer),
  Layer.provideMerge(Layer.effectDiscard(upgrade)),
  Layer.provideMerge(database),
  Layer.provideMerge(calendar)
)

/** What fetches, keeps and serves pictures. */
const pictures = Layer.mergeAll(PictureFinders.layer, PictureIntake.layer, ImageProxy.layer).pipe(
  Layer.provide(Layer.mergeAll(SafeFetch.layer, MediaServer.layer)),
  Layer.provideMerge(Originals.layer),
  Layer.provideMerge(Pictures.layer),
  Layer.provideMerge(PictureKey.layer)
)

/** What reads the pages of articles. */
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
  Layer.mergeAll(Scheduler.Default, Triggers.Default, Webhooks.Default, Enrichment.Default, Reenrichment.Default, Reembedding.Default).pipe(Layer.provideMerge(SyncEngine.Default), Layer.provideMerge(Followers.Default))
)

/** All of Daybook over the settings of the environment: the one Layer that every main stands on. */
export const layer = services.pipe(
  Layer.provideMerge(Layer.mergeAll(configuredSources.layer, nowPlaying, titleFinder, shelves, playerStats, seasonSchedules, hallFollowers.layer)),
  Layer.provideMerge(Embedder.layer),
  Layer.provideMerge(Layer.mergeAll(pictures, pages, ArticleBodies.Default)),
  Layer.provideMerge(stores),
  Layer.provideMerge(Secret.layer),
  Layer.provideMerge(Throttles.layer),
  Layer.provideMerge(nodeCrypto.layer),
  Layer.provideMerge(NodeHttpClient.layerUndici)
)
