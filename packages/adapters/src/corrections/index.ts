import { Corrections } from "@daybook/core/corrections"
import { Publisher } from "@daybook/core/publishing"
import { Layer } from "effect"
import { briefly } from "../opened.js"
import { Opening } from "../Opening.js"
import * as CorrectionStore from "../postgres/corrections/CorrectionStore.js"
import * as FeedStore from "../postgres/FeedStore.js"
import * as ImageRequests from "../postgres/ImageRequests.js"
import * as ListeningCorrections from "../postgres/listening/correcting/ListeningCorrections.js"
import * as WatchingCorrections from "../postgres/watching/WatchingCorrections.js"
import * as SearchStore from "../postgres/SearchStore.js"
import * as Transaction from "../postgres/Transaction.js"
import * as Versions from "../postgres/Versions.js"
import { correctableDomains } from "./correctableDomains.js"

/** Corrections alone, for commands. */
export const correctionsLayer = Corrections.Default.pipe(
  Layer.provide(correctableDomains),
  Layer.provide(
    Layer.mergeAll(
      CorrectionStore.layer,
      ListeningCorrections.layer,
      WatchingCorrections.layer,
      Transaction.layer,
      Versions.dataVersions,
      Publisher.Default.pipe(Layer.provide(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer)))
    )
  ),
  Layer.provide(briefly),
  Layer.provide(Layer.succeed(Opening, { creates: false, home: "stored" }))
)
