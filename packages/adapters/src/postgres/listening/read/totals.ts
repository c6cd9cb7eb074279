import type { Fact, Kind, ListeningStore } from "@daybook/core/listening"
import { type Calendar, type DateRange, type LocalDate, addDays, isAlways, monthStart, yearOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { type Cover, isKept, readWithin } from "./buckets.js"
import { columns, countsWithin, playedWithin } from "./within.js"

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

/** How many plays lie in a range, as a query: of all time as it is kept, else the sums of its days and the plays at its edges. */
export const playsWithin = (sql: SqlClient.SqlClient, calendar: Home, range: DateRange): Statement.Fragment => {
  const { edges, from, to } = wholeDays(calendar, range)
  const onlyEdges = from === null && to === null && !isAlways(range)
  const days = sql.and([
    sql`grain = 'day'`,
    ...(from === null ? [] : [sql`bucket >= ${from}`]),
    ...(to === null ? [] : [sql`bucket < ${to}`])
  ])
  const inDays = onlyEdges ? sql`SELECT 0 AS plays` : sql`SELECT coalesce(sum(plays), 0) AS plays FROM listening_totals WHERE ${days}`
  if (isAlways(range)) {
    return sql`SELECT coalesce((SELECT plays FROM listening_totals JOIN listening_buckets USING (grain, bucket) WHERE grain = 'ever' AND settled), (${inDays}))`
  }
  const parts = edges.reduce(
    (all, edge) => sql`${all} UNION ALL SELECT count(*) FROM listening_plays AS play WHERE ${playedWithin(sql, edge)}`,
    inDays
  )
  return sql`SELECT sum(plays) FROM (${parts}) AS part`
}

const none: Fact.Totals = { plays: 0, artists: 0, albums: 0, tracks: 0 }

/** Sums and distinct counts of ranges and days. */
export const totals = (sql: SqlClient.SqlClient, calendar: Home): Pick<Store, "totals" | "playsPerDay" | "daySpans"> => ({
  totals: (range) => storage("ListeningStore.totals")(totalsOf(sql, calendar, range)),
  playsPerDay: (from, to) =>
    storage("ListeningStore.playsPerDay")(sql<Fact.DayCount>`
      SELECT bucket AS date, plays FROM listening_totals WHERE grain = 'day' AND bucket >= ${from} AND bucket < ${to} ORDER BY bucket`),
  daySpans: (until) =>
    storage("ListeningStore.daySpans")(sql<Fact.PlayedDays>`
      SELECT min(bucket) AS start, max(bucket) AS end, sum(plays) AS plays
      FROM (
        SELECT bucket, plays, bucket - (row_number() OVER (ORDER BY bucket))::int AS span
        FROM listening_totals WHERE grain = 'day' AND bucket <= ${until}
      ) AS day
      GROUP BY span ORDER BY start`)
})

const totalsOf = Effect.fn(function*(sql: SqlClient.SqlClient, calendar: Home, range: DateRange) {
  const start = monthOf(calendar, range)
  if (start !== null) {
    const [month] = yield* sql<Fact.Totals>`
      SELECT plays, artists, albums, tracks FROM listening_totals JOIN listening_buckets USING (grain, bucket)
      WHERE grain = 'month' AND bucket = ${start} AND settled`
    if (month !== undefined) return month
  }
  return yield* readWithin(sql, calendar, range, (cover) => totalsWithin(sql, cover), ({ plays }) => plays === 0)
})

const totalsWithin = (sql: SqlClient.SqlClient, cover: Cover) => {
  const [bucket] = cover.buckets
  const [stretch] = cover.plays
  const totals = bucket !== undefined && isKept(cover)
    ? sql<Fact.Totals>`
      SELECT plays, artists, albums, tracks FROM listening_totals
      WHERE ${sql.and([sql`grain = ${bucket.grain} AND bucket = ${bucket.bucket}`, ...(cover.provided === undefined ? [] : [cover.provided])])}`
    : bucket === undefined && stretch !== undefined
    ? sql<Fact.Totals>`${totalsOfPlays(sql, stretch)}`
    : sql<Fact.Totals>`${totalsOfCounts(sql, cover)}`
  return Effect.map(totals, ([found]) => found ?? none)
}

/** The month that a range is, if it is one. */
const monthOf = (calendar: Home, range: DateRange): LocalDate | null => {
  if (range.from === null || range.to === null) return null
  const day = calendar.dateOf(range.from)
  const start = monthStart(yearOf(day), Number(day.slice(5, 7)))
  const next = monthStart(yearOf(day), Number(day.slice(5, 7)) + 1)
  return range.from === calendar.startOf(start) && range.to === calendar.startOf(next) ? start : null
}

/** Totals of a stretch of plays, which are gone through once. */
export const totalsOfPlays = (sql: SqlClient.SqlClient, range: DateRange): Statement.Fragment => {
  const distinct = (kind: Kind) => {
    const column = sql.literal(columns[kind])
    return sql`(SELECT count(*) FROM (SELECT DISTINCT ${column} FROM heard WHERE ${column} IS NOT NULL) AS one)`
  }
  return sql`
    WITH heard AS MATERIALIZED (SELECT artist_id, album_id, track_id FROM listening_plays AS play WHERE ${playedWithin(sql, range)})
    SELECT (SELECT count(*) FROM heard) AS plays, ${distinct("artist")} AS artists, ${distinct("album")} AS albums, ${distinct("track")} AS tracks`
}

/** Totals out of counts: every play has a track. */
const totalsOfCounts = (sql: SqlClient.SqlClient, cover: Cover): Statement.Fragment => {
  const distinct = (kind: Kind) => sql`(SELECT count(*) FROM (${countsWithin(sql, kind, cover)}) AS counted)`
  return sql`
    SELECT coalesce(sum(plays), 0) AS plays, ${distinct("artist")} AS artists, ${distinct("album")} AS albums, count(*) AS tracks
    FROM (${countsWithin(sql, "track", cover)}) AS counted`
}
