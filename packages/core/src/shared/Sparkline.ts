import { Schema } from "effect"
import { type LocalDate, addDays, monthStart, weekStart, yearOf, daysIn } from "./LocalDate.js"

export const Granularity = Schema.Literal("day", "week", "month", "year")
export type Granularity = typeof Granularity.Type

/** A zero-filled series, oldest first (`api.md` §2.4). */
export const Sparkline = Schema.Struct({
  granularity: Granularity,
  points: Schema.Array(Schema.Number)
}).annotations({ identifier: "Sparkline" })
export type Sparkline = typeof Sparkline.Type

/** The buckets a series runs over: the first day of each, ascending. */
export interface Series {
  readonly granularity: Granularity
  readonly buckets: ReadonlyArray<LocalDate>
}

export const dailySeries = (from: LocalDate, to: LocalDate): Series => ({ granularity: "day", buckets: daysIn(from, to) })

/** `weeks` ISO weeks, the last of them the one that `until` lies in. */
export const weeklySeries = (until: LocalDate, weeks: number): Series => ({
  granularity: "week",
  buckets: Array.from({ length: weeks }, (_, index) => addDays(weekStart(until), (index - weeks + 1) * 7))
})

export const monthlySeries = (year: number): Series => ({
  granularity: "month",
  buckets: Array.from({ length: 12 }, (_, index) => monthStart(year, index + 1))
})

export const yearlySeries = (from: LocalDate, until: LocalDate): Series => ({
  granularity: "year",
  buckets: Array.from({ length: yearOf(until) - yearOf(from) + 1 }, (_, index) => monthStart(yearOf(from) + index, 1))
})

/** Puts counts by bucket on a series; buckets without a count are 0. */
export const sparkline = (series: Series, counts: ReadonlyMap<LocalDate, number>): Sparkline => ({
  granularity: series.granularity,
  points: series.buckets.map((bucket) => counts.get(bucket) ?? 0)
})
