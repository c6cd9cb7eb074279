import { ListeningStore } from "@daybook/core/listening"
import { Calendar } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { genres } from "./read/genres.js"
import { lists } from "./read/lists.js"
import { months } from "./read/months.js"
import { plays } from "./read/plays.js"
import { profiles } from "./read/profiles.js"
import { series } from "./read/series.js"
import { tops } from "./read/tops.js"
import { totals } from "./read/totals.js"
import { years } from "./read/years.js"

/** Where each question is answered. */
export const layer = Layer.effect(ListeningStore, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar
  const ranked = tops(sql, calendar)
  return {
    ...plays(sql, calendar),
    ...ranked,
    ...totals(sql, calendar),
    ...lists(sql, calendar, ranked),
    ...profiles(sql, calendar),
    months: months(sql, calendar),
    years: years(sql),
    genres: genres(sql, calendar),
    series: series(sql, calendar)
  }
}))
