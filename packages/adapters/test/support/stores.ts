import { Calendar, fromZoneName, type LocalDate } from "@daybook/core/shared"
import { Effect, Either, Layer } from "effect"
import * as Catalogue from "../../src/postgres/listening/Catalogue.js"
import * as ListeningFilters from "../../src/postgres/listening/ListeningFilters.js"
import * as ListeningRecords from "../../src/postgres/listening/ListeningRecords.js"
import * as ListeningStore from "../../src/postgres/listening/ListeningStore.js"
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
  Transaction.layer
).pipe(Layer.provide(Versions.layer))
