import type { Kind, ListeningStore } from "@daybook/core/listening"
import type { DateRange, Granularity, LocalDate } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { playedWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
interface Row {
  readonly subject: number
  readonly bucket: LocalDate
  readonly plays: number
}

const columns: Readonly<Record<Kind, string>> = { artist: "artist_id", album: "album_id", track: "track_id" }

/** Plays of a few things over time. Years come from the counts when all of them are settled, the rest from the plays. */
export const series = (sql: SqlClient.SqlClient): Store["series"] => (kind, ids, { granularity }, range) =>
  storage("ListeningStore.series")(Effect.gen(function*() {
    if (ids.length === 0) return new Map()
    const rows = granularity === "year" && range.from === null
      ? yield* yearly(sql, kind, ids)
      : yield* fromPlays(sql, kind, ids, granularity, range)
    return rows.reduce((all, { bucket, plays, subject }) => {
      const one = all.get(subject) ?? new Map<LocalDate, number>()
      return all.set(subject, one.set(bucket, plays))
    }, new Map<number, Map<LocalDate, number>>())
  }))

const fromPlays = (sql: SqlClient.SqlClient, kind: Kind, ids: ReadonlyArray<number>, granularity: Granularity, range: DateRange) => {
  const column = sql.literal(columns[kind])
  return sql<Row>`
    SELECT play.${column} AS subject, date_trunc(${granularity}, play.day::timestamp)::date AS bucket, count(*)::int AS plays
    FROM listening_plays AS play
    WHERE ${playedWithin(sql, range)} AND play.${column} = ANY(${ids}::int[])
    GROUP BY 1, 2`
}

const yearly = Effect.fn(function*(sql: SqlClient.SqlClient, kind: Kind, ids: ReadonlyArray<number>) {
  const buckets = yield* sql<{ bucket: LocalDate; settled: boolean }>`SELECT bucket, settled FROM listening_buckets WHERE grain = 'year'`
  if (buckets.some(({ settled }) => !settled)) return yield* fromPlays(sql, kind, ids, "year", { from: null, to: null })
  return yield* sql<Row>`
    SELECT subject, bucket, plays FROM listening_counts
    WHERE kind = ${kind} AND grain = 'year' AND bucket = ANY(${buckets.map(({ bucket }) => bucket)}::date[]) AND subject = ANY(${ids}::int[])`
})
