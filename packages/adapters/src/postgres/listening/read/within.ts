import type { Kind } from "@daybook/core/listening"
import type { DateRange } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import type { Cover } from "./buckets.js"

/** Where listening_plays keeps an artist, album or track. */
export const columns: Readonly<Record<Kind, string>> = { artist: "artist_id", album: "album_id", track: "track_id" }

/** Plays in a range, as a condition on listening_plays. */
export const playedWithin = (sql: SqlClient.SqlClient, range: DateRange): Statement.Fragment =>
  sql.and([
    sql`play.visible`,
    ...(range.from === null ? [] : [sql`play.played_at >= to_timestamp(${range.from}::float8 / 1000)`]),
    ...(range.to === null ? [] : [sql`play.played_at < to_timestamp(${range.to}::float8 / 1000)`])
  ])

/** `(subject, plays)` of every artist, album or track with plays in the covered range, each once. */
export const countsWithin = (sql: SqlClient.SqlClient, kind: Kind, cover: Cover): Statement.Fragment => {
  const column = sql.literal(columns[kind])
  const parts = [
    ...cover.buckets.map(({ bucket, grain }) =>
      sql`SELECT subject, plays FROM listening_counts WHERE ${sql.and([
        sql`kind = ${kind} AND grain = ${grain} AND bucket = ${bucket}`,
        ...(cover.provided === undefined ? [] : [cover.provided])
      ])}`),
    ...cover.plays.map((range) =>
      sql`SELECT play.${column} AS subject, count(*)::int AS plays FROM listening_plays AS play
        WHERE ${playedWithin(sql, range)} AND play.${column} IS NOT NULL GROUP BY play.${column}`)
  ]
  if (parts.length === 1) return parts[0]!
  const union = parts.slice(1).reduce((all, part) => sql`${all} UNION ALL ${part}`, parts[0]!)
  return sql`SELECT subject, sum(plays)::int AS plays FROM (${union}) AS part GROUP BY subject`
}
