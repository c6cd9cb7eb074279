import { Publisher } from "@daybook/core/publishing"
import { Calendar, fromZoneName, type LocalDate } from "@daybook/core/shared"
import { Effect, Either, Layer } from "effect"
import * as FeedStore from "../../src/postgres/FeedStore.js"
import * as ImageWants from "../../src/postgres/ImageWants.js"
import * as Catalogue from "../../src/postgres/listening/Catalogue.js"
import * as ListeningFilters from "../../src/postgres/listening/ListeningFilters.js"
import * as ListeningRecords from "../../src/postgres/listening/ListeningRecords.js"
import * as ListeningStore from "../../src/postgres/listening/ListeningStore.js"
import * as SearchStore from "../../src/postgres/SearchStore.js"
import * as Transaction from "../../src/postgres/Transaction.js"
import * as Versions from "../../src/postgres/Versions.js"

/** A home whose today is what `today` says at the moment. */
export const home = (zone: string, today: () => LocalDate): Layer.Layer<Calendar> =>
  Layer.succeed(Calendar, { ...Either.getOrThrow(fromZoneName(zone)), today: Effect.sync(today) })

/** Everything of listening, over a database and a home. */
export const listening = Layer.mergeAll(
  ListeningStore.layer,
  ListeningRecords.layer,
  ListeningFilters.layer,
  Catalogue.layer,
  Transaction.layer,
  Publisher.Default.pipe(Layer.provide([FeedStore.layer, SearchStore.layer, ImageWants.layer]))
).pipe(Layer.provide(Versions.layer))
