import type { Kind, ListeningStore } from "@daybook/core/listening"
import type { Calendar, DateRange, Granularity, LocalDate } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { nothingAfter, yearsOf } from "./buckets.js"
import { columns, playedWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
type Home = Context.Tag.Service<Calendar>
interface Row {
  readonly subject: number
  readonly points: Readonly<Record<LocalDate, number>>
}

/** Plays of a few things over time, one row each. Settled years come from the counts, the rest from the plays. */
export const series = (sql: SqlClient.SqlClient, calendar: Home): Store["series"] => (kind, ids, { granularity }, range) =>
  storage("ListeningStore.series")(Effect.gen(function*() {
    if (ids.length === 0) return new Map()
    const rows = granularity === "year"
      ? yield* yearly(sql, calendar, kind, ids, range)
      : yield* bySubject(sql, fromPlays(sql, kind, ids, granularity, range))
    return new Map(rows.map(({ points, subject }) => [subject, new Map(Object.entries(points))]))
  }))

const bySubject = (sql: SqlClient.SqlClient, counts: Statement.Fragment) =>
  sql<Row>`SELECT subject, json_object_agg(bucket, plays) AS points FROM (${counts}) AS counted GROUP BY subject`

const fromPlays = (sql: SqlClient.SqlClient, kind: Kind, ids: ReadonlyArray<number>, granularity: Granularity, range: DateRange): Statement.Fragment => {
  const column = sql.literal(columns[kind])
  return sql`
    SELECT play.${column} AS subject, date_trunc(${granularity}, play.day::timestamp)::date AS bucket, count(*)::int AS plays
    FROM listening_plays AS play
    WHERE ${playedWithin(sql, range)} AND play.${column} = ANY(${ids}::int[])
    GROUP BY 1, 2`
}

/**
 * Where every year is settled they tell all of time at once: each of them named, since without the years an index is of no use.
 * One that the range cuts, or that is not settled, may come in two parts.
 */
const yearly = Effect.fn(function*(sql: SqlClient.SqlClient, calendar: Home, kind: Kind, ids: ReadonlyArray<number>, range: DateRange) {
  const counted = (years: Statement.Fragment) => sql`
    SELECT subject, bucket, plays FROM listening_counts WHERE kind = ${kind} AND grain = 'year' AND subject = ANY(${ids}::int[]) AND ${years}`
  if (range.from === null) {
    const settled = sql`NOT EXISTS (SELECT FROM listening_buckets WHERE grain = 'year' AND NOT settled)`
    const years = sql`bucket = ANY(ARRAY(SELECT bucket FROM listening_buckets WHERE grain = 'year'))`
    const whole = yield* bySubject(sql, counted(sql.and([years, settled, nothingAfter(sql, range)])))
    if (whole.length > 0) return whole
  }
  const { buckets, plays } = yield* yearsOf(sql, calendar, range)
  const parts = plays.reduce(
    (all, stretch) => sql`${all} UNION ALL (${fromPlays(sql, kind, ids, "year", stretch)})`,
    counted(sql`bucket = ANY(${buckets.map(({ bucket }) => bucket)}::date[])`)
  )
  return yield* bySubject(sql, sql`SELECT subject, bucket, sum(plays) AS plays FROM (${parts}) AS part GROUP BY subject, bucket`)
})
