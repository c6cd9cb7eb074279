import { Publisher } from "@daybook/core/publishing"
import { Tokens } from "@daybook/core/tokens"
import { Effect, Layer } from "effect"
import { attendingRules } from "@daybook/sources/kit"
import { declareDomains } from "./backup/declare.js"
import { refreshLog } from "./postgres/changes/listing.js"
import { refreshVenues } from "./postgres/attending/venues.js"
import { refreshRunning } from "./postgres/running/recompute.js"
import * as ImportFiles from "./imports/ImportFiles.js"
import { Opening, waiting } from "./Opening.js"
import { upToDate } from "./opened.js"
import * as AttendingEnrichmentStore from "./postgres/attending/AttendingEnrichmentStore.js"
import * as AttendingRecords from "./postgres/attending/AttendingRecords.js"
import * as AttendingStore from "./postgres/attending/AttendingStore.js"
import * as ChangeLog from "./postgres/changes/ChangeLog.js"
import * as AttendingCorrections from "./postgres/attending/AttendingCorrections.js"
import * as CorrectionStore from "./postgres/corrections/CorrectionStore.js"
import * as CollectingCorrections from "./postgres/collecting/CollectingCorrections.js"
import * as CollectingRecords from "./postgres/collecting/CollectingRecords.js"
import * as CollectingStore from "./postgres/collecting/CollectingStore.js"
import * as DeclaredCorrections from "./postgres/declared/DeclaredCorrections.js"
import * as DeclaredRecords from "./postgres/declared/DeclaredRecords.js"
import * as DeclaredStore from "./postgres/declared/DeclaredStore.js"
import { hiddenDomains } from "./postgres/declared/declarations.js"
import * as Engine from "./postgres/Engine.js"
import * as RawStore from "./postgres/RawStore.js"
import * as Gazetteer from "./places/Gazetteer.js"
import * as RawPayloads from "./raw/RawPayloads.js"
import * as Explains from "./postgres/explain/Explains.js"
import * as Exports from "./postgres/Exports.js"
import * as EmbeddingStore from "./postgres/EmbeddingStore.js"
import * as EnrichmentLocks from "./postgres/EnrichmentLocks.js"
import * as EnrichmentTasks from "./postgres/EnrichmentTasks.js"
import * as FeedStore from "./postgres/FeedStore.js"
import * as ExportableRecords from "./postgres/formats/ExportableRecords.js"
import * as GrantStore from "./postgres/grants/GrantStore.js"
import { rezone } from "./postgres/home.js"
import { keepZone, layer as homeTimeZone } from "./postgres/homeTimeZone.js"
import * as HookQueue from "./postgres/hooks/HookQueue.js"
import * as HookStore from "./postgres/hooks/HookStore.js"
import * as HookOutbox from "./postgres/hooks/HookOutbox.js"
import * as ListenRelay from "./postgres/hooks/ListenRelay.js"
import * as ImageRecords from "./postgres/ImageRecords.js"
import * as ImageRequests from "./postgres/ImageRequests.js"
import * as ImportStore from "./postgres/ImportStore.js"
import * as Inbox from "./postgres/Inbox.js"
import * as KeyStore from "./postgres/KeyStore.js"
import * as LensStore from "./postgres/LensStore.js"
import * as ListeningCorrections from "./postgres/listening/correcting/ListeningCorrections.js"
import * as ListeningEnrichmentStore from "./postgres/listening/ListeningEnrichmentStore.js"
import * as ListeningFilters from "./postgres/listening/ListeningFilters.js"
import * as ListeningRecords from "./postgres/listening/ListeningRecords.js"
import * as ListeningStore from "./postgres/listening/ListeningStore.js"
import { refreshListening } from "./postgres/listening/refresh.js"
import * as ReadingEnrichmentStore from "./postgres/reading/ReadingEnrichmentStore.js"
import * as ReadingRecords from "./postgres/reading/ReadingRecords.js"
import * as ReadingStore from "./postgres/reading/ReadingStore.js"
import * as NowPlayingBoard from "./postgres/NowPlayingBoard.js"
import * as HomeStore from "./postgres/setup/HomeStore.js"
import * as LoginAttempts from "./postgres/setup/LoginAttempts.js"
import * as OneTimeCodeStore from "./postgres/setup/OneTimeCodeStore.js"
import * as SettingStore from "./postgres/setup/SettingStore.js"
import * as RunningCorrections from "./postgres/running/RunningCorrections.js"
import * as RunningRecords from "./postgres/running/RunningRecords.js"
import * as RunningStore from "./postgres/running/RunningStore.js"
import * as SearchStore from "./postgres/SearchStore.js"
import * as PlayingReports from "./postgres/scrobblers/PlayingReports.js"
import * as ScrobblerStore from "./postgres/scrobblers/ScrobblerStore.js"
import * as SharedLimits from "./postgres/SharedLimits.js"
import * as SyncStore from "./postgres/SyncStore.js"
import * as TokenStore from "./postgres/TokenStore.js"
import * as Transaction from "./postgres/Transaction.js"
import * as Versions from "./postgres/Versions.js"
import * as ReadingCorrections from "./postgres/reading/ReadingCorrections.js"
import * as sourceRanks from "./setup/sourceRanks.js"
import * as WatchingCorrections from "./postgres/watching/WatchingCorrections.js"
import * as WatchingEnrichmentStore from "./postgres/watching/WatchingEnrichmentStore.js"
import * as WatchingRecords from "./postgres/watching/WatchingRecords.js"
import * as WatchingStore from "./postgres/watching/WatchingStore.js"

/** Only a program that may change the home time zone recomputes days. */
const home = Layer.effectDiscard(
  Effect.flatMap(Opening, ({ home }) => (home === "stored" ? keepZone : waiting("moving the home time zone")(rezone)))
)

/** What needs shared services: the stores of attending, and plays of an earlier version. */
const attending = Layer.mergeAll(
  AttendingStore.layer,
  AttendingRecords.layer,
  AttendingEnrichmentStore.layer,
  Layer.effectDiscard(waiting("looking for plays that were stored twice")(refreshListening))
)

/** The stores of all domains and shared services over an up-to-date database. */
export const stores = Explains.layer
  .pipe(Layer.provideMerge(attending))
  .pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Transaction.layer,
        Versions.dataVersions,
        ChangeLog.layer,
        NowPlayingBoard.layer,
        SyncStore.progressSignal,
        KeyStore.layer,
        LensStore.layer,
        GrantStore.layer,
        SettingStore.layer,
        OneTimeCodeStore.layer,
        LoginAttempts.layer,
        HomeStore.layer,
        Exports.layer,
        ExportableRecords.layer,
        Tokens.Default.pipe(Layer.provideMerge(TokenStore.layer)),
        EmbeddingStore.layer,
        SyncStore.layer,
        EnrichmentLocks.layer,
        EnrichmentTasks.layer,
        SharedLimits.layer,
        Inbox.layer,
        HookStore.layer,
        HookQueue.layer,
        HookOutbox.layer,
        ListenRelay.layer,
        Engine.layer,
        RawPayloads.layer.pipe(Layer.provideMerge(RawStore.layer)),
        Publisher.Default.pipe(
          Layer.provideMerge(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer))
        ),
        ImageRecords.layer,
        ImportStore.layer,
        ImportFiles.layer,
        ListeningStore.layer,
        ListeningRecords.layer,
        ListeningFilters.layer,
        ListeningCorrections.layer,
        ReadingCorrections.layer,
        RunningCorrections.layer,
        WatchingCorrections.layer,
        AttendingCorrections.layer,
        CollectingCorrections.layer,
        CorrectionStore.layer,
        ListeningEnrichmentStore.layer,
        PlayingReports.layer,
        ScrobblerStore.layer,
        RunningStore.layer,
        RunningRecords.layer,
        WatchingStore.layer,
        WatchingRecords.layer,
        WatchingEnrichmentStore.layer,
        CollectingStore.layer,
        CollectingRecords.layer,
        ReadingStore.layer,
        ReadingRecords.layer,
        ReadingEnrichmentStore.layer,
        DeclaredStore.layer,
        DeclaredRecords.layer,
        DeclaredCorrections.layer
      )
    )
  )
  .pipe(
    Layer.provideMerge(
      Layer.provideMerge(
        Layer.effectDiscard(Effect.all([refreshRunning, refreshVenues, refreshLog], { discard: true })),
        home
      )
    ),
    Layer.provideMerge(Layer.mergeAll(attendingRules.layer, sourceRanks.layer, Gazetteer.layer)),
    Layer.provideMerge(hiddenDomains),
    Layer.provideMerge(Layer.effectDiscard(waiting("preparing the tables of declared domains")(declareDomains))),
    Layer.provideMerge(Versions.layer),
    Layer.provideMerge(homeTimeZone),
    Layer.provideMerge(upToDate)
  )
