import { Collecting, CollectingAdmin } from "@daybook/core/collecting"
import { Feed } from "@daybook/core/feed"
import { Images } from "@daybook/core/images"
import { Keys } from "@daybook/core/keys"
import { FilterRules, Listening, LivePlaying } from "@daybook/core/listening"
import { Publisher } from "@daybook/core/publishing"
import { ArticleBodies, Reading, Reenrichment } from "@daybook/core/reading"
import { Running, RunningAdmin } from "@daybook/core/running"
import { Search, SearchIndex, Similarity } from "@daybook/core/search"
import { Calendar } from "@daybook/core/shared"
import { Followers, Scheduler, SyncEngine, SyncHealth, Triggers } from "@daybook/core/sync"
import { Tokens } from "@daybook/core/tokens"
import { Watching, WatchingAdmin } from "@daybook/core/watching"
import { Webhooks } from "@daybook/core/webhooks"
import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import * as Extraction from "./articles/Extraction.js"
import * as PageReader from "./articles/PageReader.js"
import * as Embedder from "./embeddings/Embedder.js"
import * as SafeFetch from "./fetch/index.js"
import * as hallFollowers from "./hallFollowers.js"
import * as ImageProxy from "./images/ImageProxy.js"
import * as MediaServer from "./images/MediaServer.js"
import * as Originals from "./images/Originals.js"
import * as PictureFinders from "./images/PictureFinders.js"
import * as PictureIntake from "./images/PictureIntake.js"
import * as Pictures from "./images/Pictures.js"
import * as nodeCrypto from "./nodeCrypto.js"
import * as CollectingRecords from "./postgres/collecting/CollectingRecords.js"
import * as CollectingStore from "./postgres/collecting/CollectingStore.js"
import * as Database from "./postgres/Database.js"
import * as Embedded from "./postgres/embedded/Embedded.js"
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
import { migrate } from "./postgres/migrate.js"
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
import { type Settings, settings } from "./Settings.js"
import * as configuredSources from "./sources/configured.js"
import { nowPlaying, shelves, titleFinder } from "./sources/index.js"

const address = ({ dataDir, databaseUrl }: Settings) =>
  Option.match(databaseUrl, {
    onSome: (url): Effect.Effect<Database.Address> => Effect.succeed({ _tag: "Url", url }),
    onNone: () => Effect.map(Embedded.open({ dataDir }), (engine): Database.Address => ({ _tag: "Host", ...engine }))
  })

/** The database that the settings name, as it stands: opened, not yet brought to this version. */
export const database = Layer.unwrapScoped(Effect.map(Effect.flatMap(settings, address), Database.layer))

const calendar = Layer.effect(Calendar, Effect.map(settings, (given) => given.calendar))

const stores = Layer.mergeAll(
  Transaction.layer,
  Versions.dataVersions,
  KeyStore.layer,
  Exports.layer,
  Tokens.Default.pipe(Layer.provideMerge(TokenStore.layer)),
  EmbeddingStore.layer,
  SyncStore.layer,
  SharedLimits.layer,
  Inbox.layer,
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
).pipe(
  Layer.provideMerge(Layer.effectDiscard(rezone)),
  Layer.provideMerge(Versions.layer),
  Layer.provideMerge(Layer.effectDiscard(migrate)),
  Layer.provideMerge(database),
  Layer.provideMerge(calendar)
)

/** What fetches, keeps and serves pictures. */
const pictures = Layer.mergeAll(PictureFinders.layer, PictureIntake.layer, ImageProxy.layer).pipe(
  Layer.provide(Layer.mergeAll(SafeFetch.layer, MediaServer.layer, Originals.layer)),
  Layer.provideMerge(Pictures.layer)
)

/** What reads the pages of articles. */
const pages = PageReader.layer.pipe(Layer.provide(SafeFetch.layer), Layer.provideMerge(Extraction.layer))

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
  Search.Default.pipe(Layer.provideMerge(Similarity.Default)),
  SearchIndex.Default,
  SyncHealth.Default,
  Layer.mergeAll(Scheduler.Default, Triggers.Default, Webhooks.Default, Reenrichment.Default).pipe(Layer.provideMerge(SyncEngine.Default), Layer.provideMerge(Followers.Default))
)

/** All of Daybook over the settings of the environment: the one Layer that every main stands on. */
export const layer = services.pipe(
  Layer.provideMerge(Layer.mergeAll(configuredSources.layer, nowPlaying, titleFinder, shelves, hallFollowers.layer)),
  Layer.provideMerge(Embedder.layer),
  Layer.provideMerge(Layer.mergeAll(pictures, pages, ArticleBodies.Default)),
  Layer.provideMerge(stores),
  Layer.provideMerge(Secret.layer),
  Layer.provideMerge(nodeCrypto.layer),
  Layer.provideMerge(NodeHttpClient.layerUndici)
)
