import { type Fact, type Kind, type ListeningStore, totalFields } from "@daybook/core/listening"
import {
  type Calendar,
  type DateRange,
  type LocalDate,
  addDays,
  isAlways,
  monthStart,
  yearOf
} from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { type ColumnsOf, boolean, date, nullable, number, text } from "../kit/columns.js"
import { every, ifPresent, onDays } from "../kit/query.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { type Cover, columns, countsWithin, isPrecounted, playedWithin, readWithin } from "./buckets.js"
import { monthTotals } from "./rollup.js"

const dayCountColumns: ColumnsOf<Fact.DayCount> = { date, plays: number }
const playedDaysColumns: ColumnsOf<Fact.PlayedDays> = { plays: number, start: date, end: date }
const totalsColumns = columnsOf(totalFields)
const periodColumns: ColumnsOf<Fact.PeriodTotals> = { start: date, ...totalsColumns }

type Store = Queries<Context.Tag.Service<ListeningStore>>
type Home = Context.Tag.Service<Calendar>

/** The whole local days of a range, without its last day, and the rest of the range. */
const wholeDays = (calendar: Home, range: DateRange) => {
  const after = (instant: number) => {
    const day = calendar.dateOf(instant)
    return calendar.startOf(day) === instant ? day : addDays(day, 1)
  }
  const from = range.from === null ? null : after(range.from)
  const to = range.to === null ? null : calendar.dateOf(range.to)
  if (from !== null && to !== null && from >= to) return { from: null, to: null, edges: [range] }
  const edges: ReadonlyArray<DateRange> = [
    ...(from === null ? [] : [{ from: range.from, to: calendar.startOf(from) }]),
    ...(to === null ? [] : [{ from: calendar.startOf(to), to: range.to }])
  ].filter((edge) => edge.from !== edge.to)
  return { from, to, edges }
}

/**
 * A query for the number of plays in a range: the stored all-time total, else the sums of whole days and the plays at
 * the edges.
 */
export const playsWithin = (calendar: Home, range: DateRange): Statement.Fragment => {
  const { edges, from, to } = wholeDays(calendar, range)
  const onlyEdges = from === null && to === null && !isAlways(range)
  const days = every([
    sql`grain = 'day'`,
    ifPresent(from, (day) => sql`bucket >= ${day}`),
    ifPresent(to, (day) => sql`bucket < ${day}`)
  ])
  const inDays = onlyEdges
    ? sql`SELECT 0 AS plays`
    : sql`SELECT coalesce(sum(plays), 0) AS plays FROM listening_totals WHERE ${days}`
  if (isAlways(range)) {
    return sql`
      SELECT coalesce((
        SELECT plays FROM listening_totals JOIN listening_buckets USING (grain, bucket)
        WHERE grain = 'ever' AND settled
      ), (${inDays}))`
  }
  const parts = edges.reduce(
    (all, edge) => sql`${all} UNION ALL SELECT count(*) FROM listening_plays AS play WHERE ${playedWithin(edge)}`,
    inDays
  )
  return sql`SELECT sum(plays) FROM (${parts}) AS part`
}

const none: Fact.Totals = { plays: 0, artists: 0, albums: 0, tracks: 0 }

/** Sums and distinct counts of ranges and days. */
export const totals = (calendar: Home): Pick<Store, "totals" | "playsPerDay" | "daySpans"> => ({
  totals: (range) => totalsOf(calendar, range),
  playsPerDay: (from, to) =>
    sql(dayCountColumns)`
      SELECT bucket AS date, plays FROM listening_totals WHERE grain = 'day' AND bucket >= ${from} AND bucket < ${to}
      ORDER BY bucket`,
  daySpans: (until) =>
    sql(playedDaysColumns)`
      SELECT min(bucket) AS start, max(bucket) AS end, sum(plays) AS plays
      FROM (
        SELECT bucket, plays, bucket - (row_number() OVER (ORDER BY bucket))::int AS span
        FROM listening_totals WHERE grain = 'day' AND bucket <= ${until}
      ) AS day
      GROUP BY span ORDER BY start`
})

const totalsOf = Effect.fn(function* (calendar: Home, range: DateRange) {
  const start = monthOf(calendar, range)
  if (start !== null) {
    const [month] = yield* sql(totalsColumns)`
      SELECT plays, artists, albums, tracks FROM listening_totals JOIN listening_buckets USING (grain, bucket)
      WHERE grain = 'month' AND bucket = ${start} AND settled`
    if (month !== undefined) return month
  }
  return yield* readWithin(
    calendar,
    range,
    (cover) => totalsWithin(cover),
    ({ plays }) => plays === 0
  )
})

const totalsWithin = (cover: Cover) => {
  const [bucket] = cover.buckets
  const [stretch] = cover.plays
  const totals =
    bucket !== undefined && isPrecounted(cover)
      ? sql(totalsColumns)`
      SELECT plays, artists, albums, tracks FROM listening_totals
      WHERE ${every([sql`grain = ${bucket.grain} AND bucket = ${bucket.bucket}`, cover.provided])}`
      : bucket === undefined && stretch !== undefined
        ? sql(totalsColumns)`${totalsOfPlays(stretch)}`
        : sql(totalsColumns)`${totalsOfCounts(cover)}`
  return Effect.map(totals, ([found]) => found ?? none)
}

/** The month that equals the range, if any. */
const monthOf = (calendar: Home, range: DateRange): LocalDate | null => {
  if (range.from === null || range.to === null) return null
  const day = calendar.dateOf(range.from)
  const start = monthStart(yearOf(day), Number(day.slice(5, 7)))
  const next = monthStart(yearOf(day), Number(day.slice(5, 7)) + 1)
  return range.from === calendar.startOf(start) && range.to === calendar.startOf(next) ? start : null
}

/** Totals of a range of plays, in one scan. */
const totalsOfPlays = (range: DateRange): Statement.Fragment => {
  const distinct = (kind: Kind) => {
    const column = sql.literal(columns[kind])
    return sql`(SELECT count(*) FROM (SELECT DISTINCT ${column} FROM heard WHERE ${column} IS NOT NULL) AS one)`
  }
  return sql`
    WITH heard AS MATERIALIZED (
      SELECT artist_id, album_id, track_id FROM listening_plays AS play WHERE ${playedWithin(range)}
    )
    SELECT (SELECT count(*) FROM heard) AS plays, ${distinct("artist")} AS artists, ${distinct("album")} AS albums,
      ${distinct("track")} AS tracks`
}

/** Totals from counts. They count tracks, because every play has one. */
const totalsOfCounts = (cover: Cover): Statement.Fragment => {
  const distinct = (kind: Kind) => sql`(SELECT count(*) FROM (${countsWithin(kind, cover)}) AS counted)`
  return sql`
    SELECT coalesce(sum(plays), 0) AS plays, ${distinct("artist")} AS artists, ${distinct("album")} AS albums,
      count(*) AS tracks
    FROM (${countsWithin("track", cover)}) AS counted`
}

/** Totals of months: stored for complete months, else counted from the plays. */
export const months =
  (calendar: Home): Store["months"] =>
  (range) =>
    Effect.gen(function* () {
      const from = range.from === null ? null : monthIn(calendar.dateOf(range.from))
      const to = range.to === null ? null : calendar.dateOf(range.to - 1)
      const inRange = sql`grain = 'month' AND ${onDays("bucket", { from, to })}`
      const storedMonths = yield* sql({ ...periodColumns, settled: boolean })`
      SELECT bucket AS start, settled, coalesce(plays, 0) AS plays, coalesce(artists, 0) AS artists,
        coalesce(albums, 0) AS albums, coalesce(tracks, 0) AS tracks
      FROM listening_buckets LEFT JOIN listening_totals USING (grain, bucket) WHERE ${inRange} ORDER BY bucket`
      const completeMonths = storedMonths.every((month) => month.settled)
        ? []
        : yield* sql(periodColumns)`
      SELECT bucket AS start, plays, artists, albums, tracks
      FROM (${monthTotals(sql`SELECT bucket FROM listening_buckets WHERE ${inRange} AND NOT settled`)}) AS counted`
      const cut = yield* cutMonths(
        calendar,
        range,
        storedMonths.map(({ start }) => start)
      )
      const recounted = new Map([...completeMonths, ...cut].map((month) => [month.start, month]))
      return storedMonths
        .flatMap(({ settled, ...month }) => recounted.get(month.start) ?? (settled ? [month] : []))
        .filter((month) => month.plays > 0)
    })

/** The partial months at the ends of the range (at most the first and the last), and the part inside it. */
const cutMonths = (calendar: Home, range: DateRange, months: ReadonlyArray<LocalDate>) => {
  const parts = months.flatMap((start) => {
    const whole = { from: calendar.startOf(start), to: calendar.startOf(next(start)) }
    const part = { from: Math.max(whole.from, range.from ?? whole.from), to: Math.min(whole.to, range.to ?? whole.to) }
    return part.from === whole.from && part.to === whole.to
      ? []
      : [sql`SELECT ${start}::date AS start, part.* FROM (${totalsOfPlays(part)}) AS part`]
  })
  return parts.length === 0
    ? Effect.succeed([])
    : sql(periodColumns)`${parts.reduce((all, part) => sql`${all} UNION ALL ${part}`)}`
}

const monthIn = (day: LocalDate): LocalDate => monthStart(yearOf(day), Number(day.slice(5, 7)))
const next = (month: LocalDate): LocalDate => monthStart(yearOf(month), Number(month.slice(5, 7)) + 1)

const yearColumns = { ...periodColumns, artistId: nullable(number), artistName: nullable(text) }

const storedYears = sql({ ...yearColumns, settled: boolean })`
    SELECT bucket AS start, year.settled, coalesce(total.plays, 0) AS plays, coalesce(total.artists, 0) AS artists,
      coalesce(total.albums, 0) AS albums, coalesce(total.tracks, 0) AS tracks, top.id AS artist_id,
        top.name AS artist_name
    FROM listening_buckets AS year LEFT JOIN listening_totals AS total USING (grain, bucket)
    LEFT JOIN LATERAL (
      SELECT artist.id, artist.name
      FROM (
        SELECT subject, plays FROM listening_counts AS counted
        WHERE counted.kind = 'artist' AND counted.grain = 'year' AND counted.bucket = year.bucket
        ORDER BY plays DESC FETCH FIRST 1 ROWS WITH TIES
      ) AS best JOIN listening_artists AS artist ON artist.id = best.subject
      ORDER BY artist.sort_name, artist.id LIMIT 1
    ) AS top ON true
    WHERE grain = 'year'`

/** The bounds on `played_at` are for the index. A local day differs from UTC by less than them. */
const inYear = sql`
    play.visible AND play.day >= year.bucket AND play.day < year.bucket + interval '1 year'
    AND play.played_at >= year.bucket - interval '2 days' AND play.played_at < year.bucket + interval '1 year 2 days'`
const countedYears = sql(yearColumns)`
    SELECT year.bucket AS start, total.*, top.id AS artist_id, top.name AS artist_name
    FROM listening_buckets AS year
    CROSS JOIN LATERAL (
      SELECT count(*) AS plays, count(DISTINCT artist_id) AS artists, count(DISTINCT album_id) AS albums,
        count(DISTINCT track_id) AS tracks
      FROM listening_plays AS play WHERE ${inYear}
    ) AS total
    CROSS JOIN LATERAL (
      SELECT artist.id, artist.name
      FROM (
        SELECT artist_id, count(*) AS plays FROM listening_plays AS play WHERE ${inYear} GROUP BY artist_id
      ) AS heard
      JOIN listening_artists AS artist ON artist.id = heard.artist_id
      ORDER BY heard.plays DESC, artist.sort_name, artist.id LIMIT 1
    ) AS top
    WHERE year.grain = 'year' AND NOT year.settled`

/** Totals and top artist of each year: stored for complete years, counted from the plays for others. */
export const years: Store["years"] = Effect.gen(function* () {
  const years = yield* storedYears
  const rows = years.every((year) => year.settled)
    ? years
    : [...years.filter((year) => year.settled), ...(yield* countedYears)]
  return rows
    .filter((year) => year.plays > 0)
    .map(({ albums, artistId, artistName, artists, plays, start, tracks }) => ({
      start,
      plays,
      artists,
      albums,
      tracks,
      topArtist: artistId === null || artistName === null ? null : { id: artistId, name: artistName }
    }))
    .sort((a, b) => (a.start > b.start ? -1 : 1))
})
