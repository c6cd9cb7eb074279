import { Corrections } from "@daybook/core/corrections"
import { Publisher } from "@daybook/core/publishing"
import { Layer } from "effect"
import { briefly } from "../opened.js"
import { Opening } from "../Opening.js"
import { attendingRules } from "@daybook/sources/kit"
import * as Gazetteer from "../places/Gazetteer.js"
import * as AttendingCorrections from "../postgres/attending/AttendingCorrections.js"
import * as CollectingCorrections from "../postgres/collecting/CollectingCorrections.js"
import * as CorrectionStore from "../postgres/corrections/CorrectionStore.js"
import * as DeclaredCorrections from "../postgres/declared/DeclaredCorrections.js"
import * as DeclaredRecords from "../postgres/declared/DeclaredRecords.js"
import * as DeclaredStore from "../postgres/declared/DeclaredStore.js"
import * as FeedStore from "../postgres/FeedStore.js"
import * as ImageRequests from "../postgres/ImageRequests.js"
import * as ListeningCorrections from "../postgres/listening/correcting/ListeningCorrections.js"
import * as ReadingCorrections from "../postgres/reading/ReadingCorrections.js"
import * as RunningCorrections from "../postgres/running/RunningCorrections.js"
import * as WatchingCorrections from "../postgres/watching/WatchingCorrections.js"
import * as SearchStore from "../postgres/SearchStore.js"
import * as Transaction from "../postgres/Transaction.js"
import * as Versions from "../postgres/Versions.js"
import * as sourceRanks from "../setup/sourceRanks.js"
import { correctableDomains } from "./correctableDomains.js"

/** Corrections alone, for commands. */
export const correctionsLayer = Corrections.Default.pipe(
  Layer.provide(correctableDomains),
  Layer.provide(
    Layer.mergeAll(
      CorrectionStore.layer,
      ListeningCorrections.layer,
      ReadingCorrections.layer,
      RunningCorrections.layer,
      WatchingCorrections.layer,
      CollectingCorrections.layer,
      DeclaredCorrections.layer,
      DeclaredRecords.layer,
      DeclaredStore.layer,
      AttendingCorrections.layer.pipe(Layer.provide(attendingRules.layer)),
      Transaction.layer,
      Versions.dataVersions,
      Publisher.Default.pipe(Layer.provide(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer)))
    )
  ),
  Layer.provide(Layer.mergeAll(briefly, sourceRanks.layer, Gazetteer.layer)),
  Layer.provide(Layer.succeed(Opening, { creates: false, home: "stored" }))
)
