import type { Fact, Kind, ListeningStore } from "@daybook/core/listening"
import {
  type Calendar,
  type DateRange,
  type Granularity,
  type LocalDate,
  type Series,
  addDays,
  monthStart,
  weekStart,
  yearOf,
  yearStart
} from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { json, number, text } from "../kit/columns.js"
import { onDays } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { columns, nothingAfter, playedWithin, yearsOf } from "./buckets.js"

type Store = Queries<Context.Tag.Service<ListeningStore>>
type Home = Context.Tag.Service<Calendar>

const seriesColumns = { subject: number, points: json<Readonly<Record<string, number>>>() }

/**
 * Plays of a few entities over time, one row each. Complete years come from the counts. Other buckets are found by the
 * instants at which they begin, so that an index alone answers.
 */
export const series = (calendar: Home): Pick<Store, "series" | "seriesOfEach"> => ({
  series: (kind, ids, series, range) =>
    Effect.gen(function* () {
      if (ids.length === 0) return new Map()
      if (series.granularity !== "year") {
        const [only] = yield* seriesOf(calendar, [[kind, ids]], series, range)
        return only!
      }
      const rows = yield* yearly(calendar, kind, ids, range)
      return new Map(rows.map(({ points, subject }) => [subject, new Map(Object.entries(points))]))
    }),
  seriesOfEach: ({ albums, artists, tracks }, series, range) =>
    Effect.map(
      seriesOf(
        calendar,
        [
          ["artist", artists],
          ["album", albums],
          ["track", tracks]
        ],
        series,
        range
      ),
      ([artists, albums, tracks]) => ({ artists: artists!, albums: albums!, tracks: tracks! })
    )
})

type Subjects = readonly [kind: Kind, ids: ReadonlyArray<number>]

/** The series of several kinds in one statement, in their order. */
const seriesOf = Effect.fn(function* (
  calendar: Home,
  kinds: ReadonlyArray<Subjects>,
  { buckets, granularity }: Series,
  range: DateRange
) {
  const last = buckets.at(-1)
  if (last === undefined) return kinds.map((): Fact.SeriesById => new Map())
  const starts = buckets.map((bucket) => calendar.startOf(bucket))
  const end = calendar.startOf(next(granularity, last))
  const within = { from: Math.max(range.from ?? -Infinity, starts[0]!), to: Math.min(range.to ?? Infinity, end) }
  const bounds = starts.map((start) => new Date(start).toISOString())
  const parts = kinds.map(([kind, ids], index) => {
    const column = sql.literal(columns[kind])
    return sql`
      SELECT ${index}::int AS place, play.${column} AS subject,
        width_bucket(play.played_at, ${bounds}::timestamptz[]) AS bucket, count(*)::int AS plays
      FROM listening_plays AS play
      WHERE ${playedWithin(within)} AND play.${column} = ANY(${ids}::int[]) GROUP BY 2, 3`
  })
  const rows = yield* sql({ ...seriesColumns, place: number })`
    SELECT place, subject, json_object_agg(bucket, plays) AS points
    FROM (${parts.reduce((all, part) => sql`${all} UNION ALL ${part}`)}) AS counted GROUP BY place, subject`
  return kinds.map(
    (_, index): Fact.SeriesById =>
      new Map(
        rows
          .filter(({ place }) => place === index)
          .map(({ points, subject }) => [
            subject,
            new Map(Object.entries(points).map(([bucket, plays]) => [buckets[Number(bucket) - 1]!, plays]))
          ])
      )
  )
})

const bySubject = (counts: Statement.Fragment) =>
  sql(
    seriesColumns
  )`SELECT subject, json_object_agg(bucket, plays) AS points FROM (${counts}) AS counted GROUP BY subject`

const yearsFromPlays = (kind: Kind, ids: ReadonlyArray<number>, range: DateRange): Statement.Fragment => {
  const column = sql.literal(columns[kind])
  return sql`
    SELECT play.${column} AS subject, date_trunc('year', play.day::timestamp)::date AS bucket, count(*)::int AS plays
    FROM listening_plays AS play
    WHERE ${playedWithin(range)} AND play.${column} = ANY(${ids}::int[])
    GROUP BY 1, 2`
}

/**
 * Years of plays from the counts. Lists each year explicitly, because the index needs the years. A partial or
 * incomplete year may come in two parts.
 */
const yearly = Effect.fn(function* (calendar: Home, kind: Kind, ids: ReadonlyArray<number>, range: DateRange) {
  const countQuery = (years: Statement.Fragment) => sql`
    SELECT subject, bucket, plays FROM listening_counts
    WHERE kind = ${kind} AND grain = 'year' AND subject = ANY(${ids}::int[]) AND ${years}`
  if (range.from === null) {
    const allComplete = sql`NOT EXISTS (SELECT FROM listening_buckets WHERE grain = 'year' AND NOT settled)`
    const years = sql`bucket = ANY(ARRAY(SELECT bucket FROM listening_buckets WHERE grain = 'year'))`
    const whole = yield* bySubject(countQuery(sql.and([years, allComplete, nothingAfter(range)])))
    if (whole.length > 0) return whole
  }
  const { buckets, plays } = yield* yearsOf(calendar, range)
  const parts = plays.reduce(
    (all, stretch) => sql`${all} UNION ALL (${yearsFromPlays(kind, ids, stretch)})`,
    countQuery(sql`bucket = ANY(${buckets.map(({ bucket }) => bucket)}::date[])`)
  )
  return yield* bySubject(
    sql`SELECT subject, bucket, sum(plays) AS plays FROM (${parts}) AS part GROUP BY subject, bucket`
  )
})

/** The periods of the genres. */
type Grain = "week" | "month" | "year"

/** Plays by genre: whole periods from the counts, partial periods from their plays. */
export const genres =
  (calendar: Home): Store["genres"] =>
  (groupBy, range) =>
    Effect.gen(function* () {
      const first = range.from === null ? null : startOf(groupBy, calendar.dateOf(range.from))
      const last = range.to === null ? null : startOf(groupBy, calendar.dateOf(range.to - 1))
      const cut = Array.from(new Set([first, last])).filter(
        (start): start is LocalDate => start !== null && cuts(calendar, groupBy, range, start)
      )
      const whole = sql`
      SELECT bucket AS start, genre.name AS genre, plays FROM listening_counts
      JOIN listening_genres AS genre ON genre.id = subject
      WHERE kind = 'genre' AND grain = ${groupBy} AND plays > 0 AND NOT bucket = ANY(${cut}::date[])
        AND ${onDays("bucket", { from: first, to: last })}`
      const parts = cut.reduce(
        (all, start) => sql`${all} UNION ALL (${genresOfPlays(partOf(calendar, groupBy, range, start), start)})`,
        whole
      )
      // One row per period: a row per genre and week would be ten thousand rows.
      const periods = yield* sql({ start: text, counts: json<readonly (readonly [genre: string, plays: number])[]>() })`
      SELECT start, json_agg(json_build_array(genre, plays) ORDER BY plays DESC, genre COLLATE "C") AS counts
      FROM (${parts}) AS counted GROUP BY start ORDER BY start`
      return periods.flatMap(({ counts, start }) =>
        counts.map(([genre, plays]): Fact.GenreCount => ({ start, genre, plays }))
      )
    })

const startOf = (grain: Grain, day: LocalDate): LocalDate =>
  grain === "week"
    ? weekStart(day)
    : grain === "month"
      ? monthStart(yearOf(day), Number(day.slice(5, 7)))
      : yearStart(yearOf(day))

const next = (grain: Granularity, start: LocalDate): LocalDate =>
  grain === "day"
    ? addDays(start, 1)
    : grain === "week"
      ? addDays(start, 7)
      : grain === "month"
        ? monthStart(yearOf(start), Number(start.slice(5, 7)) + 1)
        : yearStart(yearOf(start) + 1)

/** The part of a period that lies in the range. */
const partOf = (calendar: Home, grain: Grain, range: DateRange, start: LocalDate): DateRange => {
  const from = calendar.startOf(start)
  const to = calendar.startOf(next(grain, start))
  return { from: Math.max(from, range.from ?? from), to: Math.min(to, range.to ?? to) }
}

const cuts = (calendar: Home, grain: Grain, range: DateRange, start: LocalDate) => {
  const part = partOf(calendar, grain, range, start)
  return part.from !== calendar.startOf(start) || part.to !== calendar.startOf(next(grain, start))
}

const genresOfPlays = (range: DateRange, start: LocalDate) =>
  sql`
    SELECT ${start}::date AS start, genre.name AS genre, count(*)::int AS plays
    FROM listening_plays AS play
    JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_genres AS genre ON genre.id = artist.genre_id
    WHERE ${playedWithin(range)} GROUP BY genre.name`
