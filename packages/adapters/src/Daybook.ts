import { Attending, AttendingAdmin } from "@daybook/core/attending"
import { BackupDownloads } from "@daybook/core/backups"
import { ChangeFeed } from "@daybook/core/changes"
import { Collecting, CollectingAdmin } from "@daybook/core/collecting"
import { Corrections } from "@daybook/core/corrections"
import { DeclaredAdmin, DeclaredQueries, DeclaredWrites } from "@daybook/core/domain"
import { Feed } from "@daybook/core/feed"
import { Grants } from "@daybook/core/grants"
import { HookSender, Hooks, NowPlayingWatch } from "@daybook/core/hooks"
import { Images } from "@daybook/core/images"
import { Imports } from "@daybook/core/imports"
import { Keys, Tickets } from "@daybook/core/keys"
import {
  ListeningEnrichment,
  FilterRules,
  Listening,
  LivePlaying,
  Scrobblers,
  Scrobbling,
  nowPlayingAnswers
} from "@daybook/core/listening"
import { Lenses } from "@daybook/core/lenses"
import { LiveHub } from "@daybook/core/live"
import { HostHealth } from "@daybook/core/host"
import { Gauges } from "@daybook/core/metrics"
import { ArticleBodies, Reading, Reenrichment } from "@daybook/core/reading"
import { Running, RunningAdmin } from "@daybook/core/running"
import { HomeSettings, OneTimeCodes, SourceOverview } from "@daybook/core/setup"
import { Reembedding, Search, SearchIndex, Similarity } from "@daybook/core/search"
import { Explanations } from "@daybook/core/explain"
import { Enrichments, Freshness, Jobs, Scheduler, SyncEngine, SyncHealth, Triggers } from "@daybook/core/sync"
import { Watching, WatchingAdmin } from "@daybook/core/watching"
import type { HomeZones } from "@daybook/core/shared"
import { Webhooks } from "@daybook/core/webhooks"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer } from "effect"
import { correctableDomains } from "./corrections/correctableDomains.js"
import * as DocumentParser from "@daybook/sources/documents"
import * as PageReader from "./articles/PageReader.js"
import * as Backups from "./backup/Backups.js"
import * as Deflate from "./Deflate.js"
import * as Embedder from "./embeddings/Embedder.js"
import * as CardRasterizer from "./cards/CardRasterizer.js"
import * as SafeFetch from "@daybook/sources/fetch"
import * as sharedEnrichments from "./sharedEnrichments.js"
import * as ClientDocuments from "./grants/ClientDocuments.js"
import * as GrantSeal from "./grants/GrantSeal.js"
import * as HookSigner from "./hooks/HookSigner.js"
import * as HookTransport from "./hooks/HookTransport.js"
import * as ImageProxy from "./images/ImageProxy.js"
import * as TicketSeal from "./keys/TicketSeal.js"
import * as Disk from "./host/Disk.js"
import * as MediaServer from "./images/MediaServer.js"
import * as Originals from "./images/Originals.js"
import * as PictureFinders from "./images/PictureFinders.js"
import * as PictureIntake from "./images/PictureIntake.js"
import * as PictureKey from "./images/PictureKey.js"
import * as Pictures from "./images/Pictures.js"
import * as nodeCrypto from "./nodeCrypto.js"
import * as NamedPlaces from "./places/NamedPlaces.js"
import { Opening, type OpeningOptions } from "./Opening.js"
import { secret } from "./opened.js"
import { watchCounts } from "./postgres/DomainCounts.js"
import * as SourceCatalog from "./setup/SourceCatalog.js"
import * as SourceLogins from "./setup/SourceLogins.js"
import * as storedConfig from "./setup/storedConfig.js"
import * as deliveries from "./scrobblers/deliveries.js"
import * as ScrobblerSeal from "./scrobblers/ScrobblerSeal.js"
import * as configuredSources from "./setup/configuredSources.js"
import {
  googleAccount,
  nowPlaying,
  playerStats,
  seasonSchedules,
  shelves,
  titleFinder
} from "@daybook/sources/built-in"
import { Throttles } from "@daybook/sources/kit"
import { stores } from "./stores.js"

/** Fetches, stores and serves pictures. */
const pictures = Layer.mergeAll(PictureFinders.layer, PictureIntake.layer, ImageProxy.layer, CardRasterizer.layer).pipe(
  Layer.provide(Layer.mergeAll(SafeFetch.layer, MediaServer.layer)),
  Layer.provideMerge(Originals.layer),
  Layer.provideMerge(Pictures.layer),
  Layer.provideMerge(PictureKey.layer)
)

/** Reads the pages of articles. */
const pages = PageReader.layer.pipe(Layer.provide(SafeFetch.layer), Layer.provideMerge(DocumentParser.layer))

/** How current the domains are, in memory. */
const freshness = Freshness.Default.pipe(Layer.provide(deliveries.layer))

const services = Layer.mergeAll(
  ChangeFeed.Default,
  LiveHub.Default.pipe(Layer.provide(nowPlayingAnswers), Layer.provide(LivePlaying.Default)),
  Tickets.Default.pipe(Layer.provide(Keys.Default), Layer.provide(TicketSeal.layer)),
  Grants.Default.pipe(Layer.provideMerge(Layer.merge(GrantSeal.layer, ClientDocuments.layer))),
  Feed.Default,
  Images.Default,
  Listening.Default,
  FilterRules.Default,
  LivePlaying.Default,
  Scrobblers.Default.pipe(Layer.provide(ScrobblerSeal.layer)),
  Scrobbling.Default.pipe(Layer.provide(LivePlaying.Default)),
  Running.Default,
  RunningAdmin.Default,
  Reading.Default.pipe(Layer.provide(Similarity.Default)),
  Keys.Default,
  Lenses.Default,
  Watching.Default,
  WatchingAdmin.Default,
  Collecting.Default,
  Corrections.Default.pipe(Layer.provide(correctableDomains)),
  CollectingAdmin.Default,
  Attending.Default,
  AttendingAdmin.Default,
  Search.Default.pipe(Layer.provideMerge(Similarity.Default)),
  SearchIndex.Default,
  DeclaredQueries.Default,
  DeclaredAdmin.Default.pipe(Layer.provideMerge(DeclaredWrites.Default)),
  SourceOverview.Default.pipe(Layer.provideMerge(SyncHealth.Default.pipe(Layer.provide(deliveries.layer)))),
  Explanations.Default.pipe(Layer.provideMerge(freshness)),
  OneTimeCodes.Default.pipe(Layer.provide(Keys.Default)),
  BackupDownloads.Default.pipe(Layer.provide(Keys.Default)),
  HomeSettings.Default,
  Gauges.Default,
  Hooks.Default.pipe(
    Layer.provideMerge(HookSender.Default),
    Layer.provide(Layer.mergeAll(HookTransport.layer, HookSigner.layer))
  ),
  NowPlayingWatch.Default.pipe(Layer.provide(nowPlayingAnswers), Layer.provide(LivePlaying.Default)),
  Layer.mergeAll(
    Scheduler.Default,
    Triggers.Default,
    Imports.Default.pipe(Layer.provideMerge(Jobs.Default)),
    Webhooks.Default,
    ListeningEnrichment.Default,
    Reenrichment.Default,
    Reembedding.Default
  ).pipe(Layer.provideMerge(SyncEngine.Default), Layer.provideMerge(Enrichments.Default)),
  HostHealth.Default.pipe(Layer.provide(Layer.merge(Disk.layer, Enrichments.Default))),
  Backups.layer
)

/** All of Daybook, configured by environment variables. */
const everything = services.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      SourceLogins.layer,
      SourceCatalog.layer.pipe(Layer.provideMerge(configuredSources.layer)),
      nowPlaying,
      titleFinder,
      shelves,
      playerStats,
      seasonSchedules,
      googleAccount,
      sharedEnrichments.layer
    )
  ),
  Layer.provideMerge(Layer.merge(Embedder.layer, NamedPlaces.layer)),
  Layer.provideMerge(Layer.mergeAll(pictures, pages, ArticleBodies.Default)),
  Layer.provideMerge(storedConfig.layer),
  Layer.provideMerge(stores),
  Layer.provideMerge(secret),
  Layer.provideMerge(Throttles.layer),
  Layer.provideMerge(Layer.merge(nodeCrypto.layer, Deflate.layer)),
  Layer.provideMerge(NodeHttpClient.layerUndici)
)

const opened = (options: OpeningOptions) => Layer.provide(everything, Layer.succeed(Opening, options))

/** For programs that read: the existing data in its home time zone. Fails if there is no database. */
export const layer = opened({ creates: false, home: "stored" })

/** For programs that also write: creates a missing database. The home time zone stays as it is. */
export const writingLayer = opened({ creates: true, home: "stored" })

/**
 * For hosts: creates a missing database, and changes the home time zone to `DAYBOOK_TIMEZONE` if that is set. The
 * process that works for the host keeps the counts complete: see `watchCounts`.
 */
export const answeringLayer = opened({ creates: true, home: "setting" })

/** The same, but moves the data to another home and computes the days again that it changes. */
export const answeringLayerIn = (home: HomeZones) => opened({ creates: true, home })

/** For hosts that answer and work in one process. */
export const hostLayer = Layer.provideMerge(Layer.scopedDiscard(watchCounts), answeringLayer)

/** Moves existing data to another home and computes the days again that it changes. */
export const moveHome = (home: HomeZones) =>
  Effect.asVoid(
    Layer.build(stores.pipe(Layer.provide(secret), Layer.provide(Layer.succeed(Opening, { creates: false, home }))))
  ).pipe(Effect.scoped, Effect.provide(nodeCrypto.layer))
