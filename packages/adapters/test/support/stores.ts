import { Publisher } from "@daybook/core/publishing"
import type { SourceRanks } from "@daybook/core/ranks"
import { type Places, Calendar, type LocalDate } from "@daybook/core/shared"
import { Effect, Layer } from "effect"
import { noRules } from "./noRules.js"
import { calendarOf } from "../contract/histories.js"
import * as FeedStore from "../../src/postgres/FeedStore.js"
import * as ImageRequests from "../../src/postgres/ImageRequests.js"
import * as AttendingCorrections from "../../src/postgres/attending/AttendingCorrections.js"
import * as CollectingCorrections from "../../src/postgres/collecting/CollectingCorrections.js"
import * as CorrectionStore from "../../src/postgres/corrections/CorrectionStore.js"
import * as ListeningCorrections from "../../src/postgres/listening/correcting/ListeningCorrections.js"
import * as ListeningEnrichmentStore from "../../src/postgres/listening/ListeningEnrichmentStore.js"
import * as ListeningFilters from "../../src/postgres/listening/ListeningFilters.js"
import * as ListeningRecords from "../../src/postgres/listening/ListeningRecords.js"
import * as ListeningStore from "../../src/postgres/listening/ListeningStore.js"
import * as SearchStore from "../../src/postgres/SearchStore.js"
import * as Transaction from "../../src/postgres/Transaction.js"
import * as ReadingCorrections from "../../src/postgres/reading/ReadingCorrections.js"
import * as RunningCorrections from "../../src/postgres/running/RunningCorrections.js"
import * as WatchingCorrections from "../../src/postgres/watching/WatchingCorrections.js"
import { SourceDefinitions } from "../../../sources/src/SourceDefinitions.js"
import { definitions } from "../../../sources/src/definitions.js"
import { optionalDomains } from "../../../sources/src/optional.js"
import * as sourceRanks from "../../src/setup/sourceRanks.js"
import * as Gazetteer from "../../src/places/Gazetteer.js"
import * as Versions from "../../src/postgres/Versions.js"

/** The ranks of all sources, also of optional domains. */
export const allRanks = Layer.provide(
  sourceRanks.layer,
  Layer.succeed(SourceDefinitions, [...definitions, ...optionalDomains.flatMap(({ sources }) => sources)])
)

/** A home, as `calendarOf` reads it, with an adjustable current day, and the ranks of the built-in sources. */
export const home = (zone: string, today: () => LocalDate): Layer.Layer<Calendar | SourceRanks | Places> =>
  Layer.mergeAll(Layer.succeed(Calendar, { ...calendarOf(zone), today: Effect.sync(today) }), allRanks, Gazetteer.layer)

/** All services of listening, over a database and a calendar. */
export const listening = Layer.mergeAll(
  ListeningStore.layer,
  ListeningRecords.layer,
  ListeningFilters.layer,
  ListeningEnrichmentStore.layer,
  ListeningCorrections.layer,
  ReadingCorrections.layer,
  RunningCorrections.layer,
  WatchingCorrections.layer,
  CollectingCorrections.layer,
  AttendingCorrections.layer.pipe(Layer.provide(noRules)),
  CorrectionStore.layer,
  Transaction.layer,
  Publisher.Default.pipe(Layer.provide([FeedStore.layer, SearchStore.layer, ImageRequests.layer]))
).pipe(Layer.provide([Versions.layer, Gazetteer.layer]))
