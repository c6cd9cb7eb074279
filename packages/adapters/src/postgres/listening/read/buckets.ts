import { type Calendar, type DateRange, type LocalDate, yearOf, yearStart } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { ever } from "../rollup.js"
import { type Bucket, windowsOn } from "../settle.js"

/** What a range is made of: settled buckets that may be read from the counts, and stretches of plays around them. */
export interface Cover {
  readonly buckets: ReadonlyArray<Bucket>
  readonly plays: ReadonlyArray<DateRange>
  /** A condition without which the buckets may not be read; none where that was looked at before. */
  readonly provided?: Statement.Fragment
}

/** Whether the answer is one bucket, whose totals are kept too. */
export const isKept = (cover: Cover): boolean => cover.buckets.length === 1 && cover.plays.length === 0

type Home = Context.Tag.Service<Calendar>

/**
 * Reads what lies in a range. Most ranges are one bucket, and most of the time it is settled: that is tried first, in one
 * statement that finds nothing where it is not so. Where `isEmpty`, the range is read again out of a cover that is sure.
 */
export const readWithin = <A, E, R>(
  sql: SqlClient.SqlClient,
  calendar: Home,
  range: DateRange,
  read: (cover: Cover) => Effect.Effect<A, E, R>,
  isEmpty: (answer: A) => boolean
) =>
  Effect.gen(function*() {
    const today = yield* calendar.today
    const bucket = bucketOf(calendar, range, today)
    if (bucket !== null) {
      const answer = yield* read({ buckets: [bucket], plays: [], provided: isSettled(sql, bucket, range) })
      if (!isEmpty(answer)) return answer
    }
    return yield* read(holdsYear(calendar, range, today) ? yield* coverOf(sql, calendar, range) : { buckets: [], plays: [range] })
  })

/** Whether a year lies in a range, or begins in one that has not ended. Where none does, nothing but its plays can tell of it. */
const holdsYear = (calendar: Home, { from, to }: DateRange, today: LocalDate): boolean => {
  if (from === null || to === null) return true
  const year = yearStart(yearOf(calendar.dateOf(from)))
  const first = from === calendar.startOf(year) ? year : yearAfter(year)
  return calendar.startOf(to > calendar.startOf(today) ? first : yearAfter(first)) <= to
}

/** The bucket that a range is by the calendar, if it is one. */
const bucketOf = (calendar: Home, { from, to }: DateRange, today: LocalDate): Bucket | null => {
  const day = from === null ? null : calendar.dateOf(from)
  if (day !== null && from !== calendar.startOf(day)) return null
  if (day === null || to === null || to !== calendar.startOf(yearAfter(day))) {
    if (to !== null && to <= calendar.startOf(today)) return null
    return day === null ? { grain: "ever", bucket: ever } : windowsOn(today).find(({ bucket }) => bucket === day) ?? null
  }
  return { grain: "year", bucket: day }
}

/** Ever and windows have no end. */
const isSettled = (sql: SqlClient.SqlClient, { bucket, grain }: Bucket, range: DateRange): Statement.Fragment => {
  const settled = sql`EXISTS (SELECT FROM listening_buckets WHERE grain = ${grain} AND bucket = ${bucket} AND settled)`
  return grain === "year" ? settled : sql.and([settled, nothingAfter(sql, range)])
}

/** That no play lies behind a range, so that its end may as well be open. */
export const nothingAfter = (sql: SqlClient.SqlClient, { to }: DateRange): Statement.Fragment =>
  to === null ? sql`true` : sql`NOT EXISTS (SELECT FROM listening_plays WHERE played_at >= to_timestamp(${to}::float8 / 1000))`

/**
 * Finds the cheapest exact cover of a range: one bucket where the range is one (ever, a window of weeks, a year), else
 * the settled years within it and the plays before, between and after them.
 */
const coverOf = (sql: SqlClient.SqlClient, calendar: Home, range: DateRange) =>
  Effect.map(known(sql), ({ buckets, newest }): Cover => {
    const open = opened(range, newest)
    const whole = buckets.find((bucket) => isWhole(calendar, range, bucket) || isWhole(calendar, open, bucket))
    return whole === undefined ? ofYears(calendar, open, buckets, newest) : { buckets: [whole], plays: [] }
  })

/** A cover of years and plays only. */
export const yearsOf = (sql: SqlClient.SqlClient, calendar: Home, range: DateRange) =>
  Effect.map(known(sql), ({ buckets, newest }): Cover => ofYears(calendar, opened(range, newest), buckets, newest))

/** The settled buckets, and when the newest play was. */
const known = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<Bucket & { newest: number | null }>`
      SELECT grain, bucket, (SELECT max(played_at) FROM listening_plays) AS newest FROM listening_buckets
      WHERE settled AND grain IN ('year', 'ever', '13weeks', '26weeks', '52weeks') ORDER BY bucket`,
    (buckets) => ({ buckets, newest: buckets[0]?.newest ?? null })
  )

/** The range with its end left open where no play lies after it. */
const opened = ({ from, to }: DateRange, newest: number | null): DateRange =>
  ({ from, to: newest !== null && to !== null && to > newest ? null : to })

/** Whether a range is a bucket and nothing else. Ever and windows have no end. */
const isWhole = (calendar: Home, { from, to }: DateRange, { bucket, grain }: Bucket): boolean => {
  if (grain === "ever") return from === null && to === null
  if (from !== calendar.startOf(bucket)) return false
  return grain === "year" ? to === calendar.startOf(yearAfter(bucket)) : to === null
}

const yearAfter = (year: LocalDate): LocalDate => yearStart(yearOf(year) + 1)

const ofYears = (calendar: Home, range: DateRange, settled: ReadonlyArray<Bucket>, newest: number | null): Cover => {
  const years = settled.filter(({ bucket, grain }) =>
    grain === "year" && (range.from === null || range.from <= calendar.startOf(bucket)) && (range.to === null || range.to >= calendar.startOf(yearAfter(bucket))))
  const stretches = around(calendar, range, years.map(({ bucket }) => bucket))
  const played = stretches.filter(({ from }) => from === null || newest === null || from <= newest)
  return { buckets: years, plays: years.length === 0 ? stretches : played }
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
