import { type Calendar, type DateRange, type LocalDate, yearOf, yearStart } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import type { Bucket } from "../settle.js"

/** What a range is made of: settled buckets that may be read from the counts, and stretches of plays around them. */
export interface Cover {
  readonly buckets: ReadonlyArray<Bucket>
  readonly plays: ReadonlyArray<DateRange>
}

/** Whether the answer is one bucket, whose totals are kept too. */
export const isKept = (cover: Cover): boolean => cover.buckets.length === 1 && cover.plays.length === 0

type Home = Context.Tag.Service<Calendar>

/**
 * Finds the cheapest exact cover of a range: one bucket where the range is one (ever, a window of weeks, a year), else
 * the settled years within it and the plays before, between and after them.
 */
export const coverOf = (sql: SqlClient.SqlClient, calendar: Home, range: DateRange) =>
  Effect.map(known(sql, range), ({ buckets, range }): Cover => {
    const whole = buckets.find((bucket) => isWhole(calendar, range, bucket))
    return whole === undefined ? ofYears(calendar, range, buckets) : { buckets: [whole], plays: [] }
  })

/** A cover of years and plays only. */
export const yearsOf = (sql: SqlClient.SqlClient, calendar: Home, range: DateRange) =>
  Effect.map(known(sql, range), ({ buckets, range }): Cover => ofYears(calendar, range, buckets))

/** The settled buckets, and the range with its end left open where no play lies after it. */
const known = (sql: SqlClient.SqlClient, range: DateRange) =>
  Effect.map(
    sql<Bucket & { newest: number | null }>`
      SELECT grain, bucket, (SELECT max(played_at) FROM listening_plays) AS newest FROM listening_buckets
      WHERE settled AND grain IN ('year', 'ever', '13weeks', '26weeks', '52weeks') ORDER BY bucket`,
    (buckets) => {
      const newest = buckets[0]?.newest ?? null
      return { buckets, range: newest !== null && range.to !== null && range.to > newest ? { from: range.from, to: null } : range }
    }
  )

/** Whether a range is a bucket and nothing else. Ever and windows have no end. */
const isWhole = (calendar: Home, { from, to }: DateRange, { bucket, grain }: Bucket): boolean => {
  if (grain === "ever") return from === null && to === null
  if (from !== calendar.startOf(bucket)) return false
  return grain === "year" ? to === calendar.startOf(yearAfter(bucket)) : to === null
}

const yearAfter = (year: LocalDate): LocalDate => yearStart(yearOf(year) + 1)

const ofYears = (calendar: Home, range: DateRange, settled: ReadonlyArray<Bucket>): Cover => {
  const years = settled.filter(({ bucket, grain }) =>
    grain === "year" && (range.from === null || range.from <= calendar.startOf(bucket)) && (range.to === null || range.to >= calendar.startOf(yearAfter(bucket))))
  return { buckets: years, plays: around(calendar, range, years.map(({ bucket }) => bucket)) }
}

/** What of a range lies outside the given years (ascending). */
const around = (calendar: Home, range: DateRange, years: ReadonlyArray<LocalDate>): ReadonlyArray<DateRange> => {
  const gaps: Array<DateRange> = []
  let from = range.from
  for (const year of years) {
    const start = calendar.startOf(year)
    if (from === null || from < start) gaps.push({ from, to: start })
    from = calendar.startOf(yearAfter(year))
  }
  if (range.to === null || from === null || from < range.to) gaps.push({ from, to: range.to })
  return gaps
}
