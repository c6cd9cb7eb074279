import { ListeningStore } from "@daybook/core/listening"
import { Calendar } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { genres } from "./read/genres.js"
import { lists } from "./read/lists.js"
import { plays } from "./read/plays.js"
import { profiles } from "./read/profiles.js"
import { series } from "./read/series.js"
import { tops } from "./read/tops.js"
import { totals } from "./read/totals.js"

/** Where each question is answered. */
export const layer = Layer.effect(ListeningStore, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar
  return {
    ...plays(sql, calendar),
    ...tops(sql, calendar),
    ...totals(sql, calendar),
    ...lists(sql, calendar),
    ...profiles(sql, calendar),
    genres: genres(sql, calendar),
    series: series(sql)
  }
}))
