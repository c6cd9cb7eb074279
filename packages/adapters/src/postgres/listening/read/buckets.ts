import { type Calendar, type DateRange, type LocalDate, addDays, yearOf, yearStart } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import { ever } from "../rollup.js"
import { type Window, windowStart, windows } from "../settle.js"

/** A bucket of listening_counts. */
export interface Bucket {
  readonly grain: "year" | "ever" | Window
  readonly bucket: LocalDate
}

/** What a range is made of: settled buckets that may be read from the counts, and stretches of plays around them. */
export interface Cover {
  readonly buckets: ReadonlyArray<Bucket>
  readonly plays: ReadonlyArray<DateRange>
}

type Home = Context.Tag.Service<Calendar>

/**
 * Finds the cheapest exact cover of a range: one bucket where the range is one (ever, a window of weeks, a year), else
 * the settled years within it and the plays before, between and after them.
 */
export const coverOf = Effect.fn("listening.coverOf")(function*(sql: SqlClient.SqlClient, calendar: Home, range: DateRange) {
  const settled = yield* sql<Bucket>`SELECT grain, bucket FROM listening_buckets WHERE settled`
  const today = yield* calendar.today
  const whole = wholeBucket(calendar, range, today)
  const has = (wanted: Bucket) => settled.some((known) => known.grain === wanted.grain && known.bucket === wanted.bucket)
  if (whole !== null && has(whole)) return { buckets: [whole], plays: [] } satisfies Cover
  const years = settled
    .filter(({ bucket, grain }) => grain === "year" && contains(calendar, range, yearOf(bucket)))
    .sort((a, b) => a.bucket < b.bucket ? -1 : 1)
  return { buckets: years, plays: between(calendar, range, years.map(({ bucket }) => yearOf(bucket))) } satisfies Cover
})

/** The one bucket that a range is, if it is one. What lies after today counts as nothing: plays have happened. */
const wholeBucket = (calendar: Home, range: DateRange, today: LocalDate): Bucket | null => {
  const tomorrow = calendar.startOf(addDays(today, 1))
  if (range.to !== null && range.to < tomorrow) return yearBucket(calendar, range)
  if (range.from === null) return { grain: "ever", bucket: ever }
  const window = (Object.keys(windows) as ReadonlyArray<Window>).find((name) => range.from === calendar.startOf(windowStart(name, today)))
  return window === undefined ? yearBucket(calendar, range) : { grain: window, bucket: windowStart(window, today) }
}

const yearBucket = (calendar: Home, range: DateRange): Bucket | null => {
  if (range.from === null || range.to === null) return null
  const year = yearOf(calendar.dateOf(range.from))
  return range.from === calendar.startOf(yearStart(year)) && range.to === calendar.startOf(yearStart(year + 1))
    ? { grain: "year", bucket: yearStart(year) }
    : null
}

const contains = (calendar: Home, range: DateRange, year: number) =>
  (range.from === null || range.from <= calendar.startOf(yearStart(year))) &&
  (range.to === null || range.to >= calendar.startOf(yearStart(year + 1)))

/** What of a range lies outside the given years (ascending). */
const between = (calendar: Home, range: DateRange, years: ReadonlyArray<number>): ReadonlyArray<DateRange> => {
  const gaps: Array<DateRange> = []
  let from = range.from
  for (const year of years) {
    const start = calendar.startOf(yearStart(year))
    if (from === null || from < start) gaps.push({ from, to: start })
    from = calendar.startOf(yearStart(year + 1))
  }
  if (range.to === null || from === null || from < range.to) gaps.push({ from, to: range.to })
  return gaps
}
