import { Schema } from "effect"
import { type LocalDate, isoWeek, monthOf } from "../../shared/LocalDate.js"
import type { GenreCount } from "../facts.js"

export const GroupBy = Schema.Literal("week", "month", "year")
export type GroupBy = typeof GroupBy.Type

const Breakdown = Schema.Array(Schema.Struct({
  period: Schema.String,
  genres: Schema.Record({ key: Schema.String, value: Schema.Number }),
  total: Schema.Number
}))
export type Breakdown = typeof Breakdown.Type

/** `GET /v1/listening/genres`. */
export const Genres = Schema.Struct({ data: Breakdown, compare: Schema.optional(Breakdown) }).annotations({ identifier: "ListeningGenres" })
export type Genres = typeof Genres.Type

const periodOf = (groupBy: GroupBy, start: LocalDate) =>
  groupBy === "week" ? isoWeek(start) : groupBy === "month" ? monthOf(start) : start.slice(0, 4)

/**
 * The `limit` most played genres of each period, the others together as `Other`; `total` holds all of them.
 * Takes counts ascending by period, most played first.
 */
export const breakdown = (groupBy: GroupBy, limit: number, counts: ReadonlyArray<GenreCount>): Breakdown => {
  const periods = new Map<LocalDate, { genres: Record<string, number>; shown: number; total: number }>()
  for (const { genre, plays, start } of counts) {
    const period = periods.get(start) ?? { genres: Object.create(null), shown: 0, total: 0 }
    periods.set(start, period)
    const name = period.shown < limit ? genre : "Other"
    period.shown++
    period.genres[name] = (period.genres[name] ?? 0) + plays
    period.total += plays
  }
  return Array.from(periods, ([start, { genres, total }]) => ({ period: periodOf(groupBy, start), genres: { ...genres }, total }))
}
