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
  readonly bucket: LocalDate
  readonly plays: number
}

/** Plays of a few things over time. Settled years come from the counts, the rest from the plays. */
export const series = (sql: SqlClient.SqlClient, calendar: Home): Store["series"] => (kind, ids, { granularity }, range) =>
  storage("ListeningStore.series")(Effect.gen(function*() {
    if (ids.length === 0) return new Map()
    const rows = granularity === "year"
      ? yield* yearly(sql, calendar, kind, ids, range)
      : yield* sql<Row>`${fromPlays(sql, kind, ids, granularity, range)}`
    return rows.reduce((all, { bucket, plays, subject }) => {
      const one = all.get(subject) ?? new Map<LocalDate, number>()
      return all.set(subject, one.set(bucket, (one.get(bucket) ?? 0) + plays))
    }, new Map<number, Map<LocalDate, number>>())
  }))

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
    const whole = yield* sql<Row>`${counted(sql.and([years, settled, nothingAfter(sql, range)]))}`
    if (whole.length > 0) return whole
  }
  const { buckets, plays } = yield* yearsOf(sql, calendar, range)
  return yield* sql<Row>`${plays.reduce(
    (all, stretch) => sql`${all} UNION ALL (${fromPlays(sql, kind, ids, "year", stretch)})`,
    counted(sql`bucket = ANY(${buckets.map(({ bucket }) => bucket)}::date[])`)
  )}`
})
