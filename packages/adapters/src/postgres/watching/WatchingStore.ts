import { Calendar } from "@daybook/core/shared"
import { WatchingStore } from "@daybook/core/watching"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { merges } from "./read/merges.js"
import { movies } from "./read/movies.js"
import { shows } from "./read/shows.js"
import { sums } from "./read/sums.js"
import { watches } from "./read/watches.js"

/** Where each question is answered. */
export const layer = Layer.effect(WatchingStore, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar
  return {
    ...watches(sql, calendar),
    ...movies(sql),
    ...sums(sql, calendar),
    ...shows(sql),
    merges: merges(sql)
  }
}))
