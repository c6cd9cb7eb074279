import type { Kind } from "@daybook/core/listening"
import { type Calendar, type DateRange, type LocalDate, yearOf, yearStart } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { instant, nullable } from "../kit/columns.js"
import { every, ifPresent, within } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { type Bucket, bucketColumns, windowsOn } from "./completeBuckets.js"
import { ever } from "./rollup.js"

/**
 * An exact cover of a range: complete buckets to read from the counts, and the ranges between them to read from the
 * plays.
 */
export interface Cover {
  readonly buckets: ReadonlyArray<Bucket>
  readonly plays: ReadonlyArray<DateRange>
  /** The buckets are valid only under this condition; absent if that was already checked. */
  readonly provided?: Statement.Fragment
}

/** Whether the answer is one bucket with stored totals. */
export const isPrecounted = (cover: Cover): boolean => cover.buckets.length === 1 && cover.plays.length === 0

type Home = Context.Tag.Service<Calendar>

/**
 * Reads a range. Most ranges are exactly one bucket, which is usually complete, so one conditional statement tries that
 * first. If the result `isEmpty`, the range is read again with a verified cover.
 */
export const readWithin = <A, E, R>(
  calendar: Home,
  range: DateRange,
  read: (cover: Cover) => Effect.Effect<A, E, R>,
  isEmpty: (answer: A) => boolean
) =>
  Effect.gen(function* () {
    const today = yield* calendar.today
    const bucket = bucketOf(calendar, range, today)
    if (bucket !== null) {
      const answer = yield* read({ buckets: [bucket], plays: [], provided: isComplete(bucket, range) })
      if (!isEmpty(answer)) return answer
    }
    return yield* read(
      holdsYear(calendar, range, today) ? yield* coverOf(calendar, range) : { buckets: [], plays: [range] }
    )
  })

/** Whether a range contains a full year, or the start of one up to today. Otherwise only its plays are read. */
const holdsYear = (calendar: Home, { from, to }: DateRange, today: LocalDate): boolean => {
  if (from === null || to === null) return true
  const year = yearStart(yearOf(calendar.dateOf(from)))
  const first = from === calendar.startOf(year) ? year : yearAfter(year)
  return calendar.startOf(to > calendar.startOf(today) ? first : yearAfter(first)) <= to
}

/** The bucket that equals the range on the calendar, if any. */
const bucketOf = (calendar: Home, { from, to }: DateRange, today: LocalDate): Bucket | null => {
  const day = from === null ? null : calendar.dateOf(from)
  if (day !== null && from !== calendar.startOf(day)) return null
  if (day === null || to === null || to !== calendar.startOf(yearAfter(day))) {
    if (to !== null && to <= calendar.startOf(today)) return null
    return day === null
      ? { grain: "ever", bucket: ever }
      : (windowsOn(today).find(({ bucket }) => bucket === day) ?? null)
  }
  return { grain: "year", bucket: day }
}

/** `ever` and windows have no end. */
const isComplete = ({ bucket, grain }: Bucket, range: DateRange): Statement.Fragment => {
  const complete = sql`EXISTS (SELECT FROM listening_buckets WHERE grain = ${grain} AND bucket = ${bucket} AND settled)`
  return grain === "year" ? complete : sql.and([complete, nothingAfter(range)])
}

/** SQL condition: no play comes after the range, so its end can be left open. */
export const nothingAfter = ({ to }: DateRange): Statement.Fragment =>
  every([
    ifPresent(
      to,
      (end) => sql`NOT EXISTS (SELECT FROM listening_plays WHERE ${within("played_at", { from: end, to: null })})`
    )
  ])

/**
 * The cheapest exact cover of a range: one bucket if the range equals one (ever, a window, a year). Otherwise the
 * complete years in it and the plays around them.
 */
const coverOf = (calendar: Home, range: DateRange) =>
  Effect.map(completeBuckets, ({ buckets, newest }): Cover => {
    const open = opened(range, newest)
    const whole = buckets.find((bucket) => isWhole(calendar, range, bucket) || isWhole(calendar, open, bucket))
    return whole === undefined ? ofYears(calendar, open, buckets, newest) : { buckets: [whole], plays: [] }
  })

/** A cover of years and plays only. */
export const yearsOf = (calendar: Home, range: DateRange) =>
  Effect.map(completeBuckets, ({ buckets, newest }): Cover => ofYears(calendar, opened(range, newest), buckets, newest))

/** The complete buckets, and the time of the newest play. */
const completeBuckets = Effect.map(
  sql({ ...bucketColumns, newest: nullable(instant) })`
      SELECT grain, bucket, (SELECT max(played_at) FROM listening_plays) AS newest FROM listening_buckets
      WHERE settled AND grain IN ('year', 'ever', '13weeks', '26weeks', '52weeks') ORDER BY bucket`,
  (buckets) => ({ buckets, newest: buckets[0]?.newest ?? null })
)

/** The range with an open end if no play comes after it. */
const opened = ({ from, to }: DateRange, newest: number | null): DateRange => ({
  from,
  to: newest !== null && to !== null && to > newest ? null : to
})

/** Whether a range equals a bucket. `ever` and windows have no end. */
const isWhole = (calendar: Home, { from, to }: DateRange, { bucket, grain }: Bucket): boolean => {
  if (grain === "ever") return from === null && to === null
  if (from !== calendar.startOf(bucket)) return false
  return grain === "year" ? to === calendar.startOf(yearAfter(bucket)) : to === null
}

const yearAfter = (year: LocalDate): LocalDate => yearStart(yearOf(year) + 1)

const ofYears = (calendar: Home, range: DateRange, complete: ReadonlyArray<Bucket>, newest: number | null): Cover => {
  const years = complete.filter(
    ({ bucket, grain }) =>
      grain === "year" &&
      (range.from === null || range.from <= calendar.startOf(bucket)) &&
      (range.to === null || range.to >= calendar.startOf(yearAfter(bucket)))
  )
  const stretches = around(
    calendar,
    range,
    years.map(({ bucket }) => bucket)
  )
  const played = stretches.filter(({ from }) => from === null || newest === null || from <= newest)
  return { buckets: years, plays: years.length === 0 ? stretches : played }
}

/** The parts of a range outside the given years (ascending). */
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

/** The columns of listening_plays for artists, albums and tracks. */
export const columns: Readonly<Record<Kind, string>> = { artist: "artist_id", album: "album_id", track: "track_id" }

/** SQL condition on listening_plays: played in the range. */
export const playedWithin = (range: DateRange): Statement.Fragment =>
  every([sql`play.visible`, within("play.played_at", range)])

/** `(subject, plays)` of every artist, album or track with plays in the covered range, each once. */
export const countsWithin = (kind: Kind, cover: Cover): Statement.Fragment => {
  const column = sql.literal(columns[kind])
  const parts = [
    ...cover.buckets.map(
      ({ bucket, grain }) =>
        sql`SELECT subject, plays FROM listening_counts WHERE ${every([
          sql`kind = ${kind} AND grain = ${grain} AND bucket = ${bucket}`,
          cover.provided
        ])}`
    ),
    ...cover.plays.map(
      (range) =>
        sql`SELECT play.${column} AS subject, count(*)::int AS plays FROM listening_plays AS play
        WHERE ${playedWithin(range)} AND play.${column} IS NOT NULL GROUP BY play.${column}`
    )
  ]
  if (parts.length === 1) return parts[0]!
  const union = parts.slice(1).reduce((all, part) => sql`${all} UNION ALL ${part}`, parts[0]!)
  return sql`SELECT subject, sum(plays)::int AS plays FROM (${union}) AS part GROUP BY subject`
}
