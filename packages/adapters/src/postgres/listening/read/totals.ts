import type { Fact, ListeningStore } from "@daybook/core/listening"
import { type Calendar, type DateRange, type LocalDate, addDays, isAlways, monthStart, yearOf } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { coverOf } from "./buckets.js"
import { countsWithin, playedWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
type Home = Context.Tag.Service<Calendar>

/** The whole local days of a range, the last one excluded, and what of the range lies outside them. */
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

/** How many plays lie in a range: the sums of its days, and the plays at its edges. */
export const playsWithin = Effect.fn("listening.playsWithin")(function*(sql: SqlClient.SqlClient, calendar: Home, range: DateRange) {
  const { edges, from, to } = wholeDays(calendar, range)
  const onlyEdges = from === null && to === null && !isAlways(range)
  const days = sql.and([
    sql`grain = 'day'`,
    ...(from === null ? [] : [sql`bucket >= ${from}`]),
    ...(to === null ? [] : [sql`bucket < ${to}`])
  ])
  const inDays = onlyEdges ? sql`SELECT 0 AS plays` : sql`SELECT coalesce(sum(plays), 0) AS plays FROM listening_totals WHERE ${days}`
  const parts = edges.reduce(
    (all, edge) => sql`${all} UNION ALL SELECT count(*) FROM listening_plays AS play WHERE ${playedWithin(sql, edge)}`,
    inDays
  )
  const [row] = yield* sql<{ plays: number }>`SELECT sum(plays) AS plays FROM (${parts}) AS part`
  return row?.plays ?? 0
})

interface PeriodRow extends Fact.Totals {
  readonly start: LocalDate
}

/** Sums and distinct counts of ranges, days, months and years. */
export const totals = (sql: SqlClient.SqlClient, calendar: Home): Pick<Store, "totals" | "playsPerDay" | "runsOfDays" | "months" | "years"> => ({
  totals: (range) =>
    storage("ListeningStore.totals")(Effect.gen(function*() {
      const month = monthOf(calendar, range)
      const cover = month === null ? yield* coverOf(sql, calendar, range) : { buckets: [{ grain: "month", bucket: month }], plays: [] }
      const [bucket] = cover.buckets
      if (bucket !== undefined && cover.buckets.length === 1 && cover.plays.length === 0) {
        const [row] = yield* sql<Fact.Totals>`
          SELECT plays, artists, albums, tracks FROM listening_totals WHERE grain = ${bucket.grain} AND bucket = ${bucket.bucket}`
        return row ?? { plays: 0, artists: 0, albums: 0, tracks: 0 }
      }
      return yield* countDistinct(sql, calendar, range)
    })),
  playsPerDay: (from, to) =>
    storage("ListeningStore.playsPerDay")(sql<Fact.DayCount>`
      SELECT bucket AS date, plays FROM listening_totals WHERE grain = 'day' AND bucket >= ${from} AND bucket < ${to} ORDER BY bucket`),
  runsOfDays: storage("ListeningStore.runsOfDays")(sql<Fact.RunOfDays>`
    SELECT min(bucket) AS start, max(bucket) AS end, sum(plays) AS plays
    FROM (SELECT bucket, plays, bucket - (row_number() OVER (ORDER BY bucket))::int AS run FROM listening_totals WHERE grain = 'day') AS day
    GROUP BY run ORDER BY start`),
  months: (range) =>
    storage("ListeningStore.months")(Effect.gen(function*() {
      const from = range.from === null ? null : calendar.dateOf(range.from)
      const to = range.to === null ? null : calendar.dateOf(range.to - 1)
      const rows = yield* sql<PeriodRow>`
        SELECT bucket AS start, plays, artists, albums, tracks FROM listening_totals
        WHERE ${sql.and([
        sql`grain = 'month'`,
        ...(from === null ? [] : [sql`bucket >= date_trunc('month', ${from}::timestamp)`]),
        ...(to === null ? [] : [sql`bucket <= ${to}`])
      ])} ORDER BY bucket`
      return yield* cutMonths(sql, calendar, range, rows)
    })),
  years: storage("ListeningStore.years")(Effect.gen(function*() {
    const open = yield* sql`SELECT bucket FROM listening_buckets WHERE grain = 'year' AND NOT settled LIMIT 1`
    const rows = yield* open.length === 0 ? yearRows(sql) : countYears(sql)
    return rows.map(({ artistId, artistName, ...row }) => ({
      ...row,
      topArtist: artistId === null || artistName === null ? null : { id: artistId, name: artistName }
    }))
  }))
})

/** The month that a range is, if it is one. */
const monthOf = (calendar: Home, range: DateRange): LocalDate | null => {
  if (range.from === null || range.to === null) return null
  const day = calendar.dateOf(range.from)
  const start = monthStart(yearOf(day), Number(day.slice(5, 7)))
  const next = monthStart(yearOf(day), Number(day.slice(5, 7)) + 1)
  return range.from === calendar.startOf(start) && range.to === calendar.startOf(next) ? start : null
}

const countDistinct = Effect.fn(function*(sql: SqlClient.SqlClient, calendar: Home, range: DateRange) {
  const cover = yield* coverOf(sql, calendar, range)
  const distinct = (kind: "artist" | "album" | "track") => sql`(SELECT count(*) FROM (${countsWithin(sql, kind, cover)}) AS counted)`
  const [row] = yield* sql<Omit<Fact.Totals, "plays">>`
    SELECT ${distinct("artist")} AS artists, ${distinct("album")} AS albums, ${distinct("track")} AS tracks`
  return { artists: 0, albums: 0, tracks: 0, ...row, plays: yield* playsWithin(sql, calendar, range) }
})

/** Counts the first and the last month anew where the range cuts into them. */
const cutMonths = Effect.fn(function*(sql: SqlClient.SqlClient, calendar: Home, range: DateRange, rows: ReadonlyArray<PeriodRow>) {
  const cut: Array<PeriodRow> = []
  for (const row of rows) {
    const from = calendar.startOf(row.start)
    const to = calendar.startOf(monthStart(yearOf(row.start), Number(row.start.slice(5, 7)) + 1))
    const inside = { from: Math.max(from, range.from ?? from), to: Math.min(to, range.to ?? to) }
    const whole = inside.from === from && inside.to === to
    cut.push(whole ? row : { start: row.start, ...(yield* countDistinct(sql, calendar, inside)) })
  }
  return cut.filter((row) => row.plays > 0)
})

type YearRow = PeriodRow & { readonly artistId: number | null; readonly artistName: string | null }

const yearRows = (sql: SqlClient.SqlClient) =>
  sql<YearRow>`
    SELECT total.bucket AS start, total.plays, total.artists, total.albums, total.tracks, top.id AS artist_id, top.name AS artist_name
    FROM listening_totals AS total
    LEFT JOIN LATERAL (
      SELECT artist.id, artist.name
      FROM (
        SELECT subject, plays FROM listening_counts AS counted
        WHERE counted.kind = 'artist' AND counted.grain = 'year' AND counted.bucket = total.bucket
        ORDER BY plays DESC FETCH FIRST 1 ROWS WITH TIES
      ) AS best JOIN listening_artists AS artist ON artist.id = best.subject
      ORDER BY artist.sort_name, artist.id LIMIT 1
    ) AS top ON true
    WHERE total.grain = 'year' AND total.plays > 0 ORDER BY total.bucket DESC`

/** The same from the plays themselves, while a first sync is still on its way. */
const countYears = (sql: SqlClient.SqlClient) =>
  sql<YearRow>`
    SELECT total.start, total.plays, total.artists, total.albums, total.tracks, top.id AS artist_id, top.name AS artist_name
    FROM (
      SELECT date_trunc('year', day::timestamp)::date AS start, count(*) AS plays, count(DISTINCT artist_id) AS artists,
        count(DISTINCT album_id) AS albums, count(DISTINCT track_id) AS tracks
      FROM listening_plays WHERE visible GROUP BY start
    ) AS total
    LEFT JOIN LATERAL (
      SELECT artist.id, artist.name FROM listening_plays AS play JOIN listening_artists AS artist ON artist.id = play.artist_id
      WHERE play.visible AND play.day >= total.start AND play.day < total.start + interval '1 year'
      GROUP BY artist.id ORDER BY count(*) DESC, artist.sort_name, artist.id LIMIT 1
    ) AS top ON true
    ORDER BY total.start DESC`
