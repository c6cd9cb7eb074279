import { type LocalDate, addDays, weekStart } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { ever } from "./rollup.js"

/** The windows of whole weeks that top lists ask for, ending with the current week, by the weeks they hold. */
export const windows = { "13weeks": 13, "26weeks": 26, "52weeks": 52 } as const
export type Window = keyof typeof windows

/** First day of a window in the week of a day. */
export const windowStart = (window: Window, today: LocalDate): LocalDate => addDays(weekStart(today), (1 - windows[window]) * 7)

interface Bucket {
  readonly grain: "year" | "ever" | Window
  readonly bucket: LocalDate
}

/** Counts anew what large pages left unsettled, and moves the windows on to this week. Each bucket in its own transaction. */
export const settle = Effect.fn("listening.settle")(function*(sql: SqlClient.SqlClient, today: LocalDate) {
  const buckets = yield* sql<Bucket & { settled: boolean }>`
    SELECT grain, bucket, settled FROM listening_buckets ORDER BY grain = 'ever', grain, bucket DESC`
  const current = windowNames.map((grain): Bucket => ({ grain, bucket: windowStart(grain, today) }))
  const moved = current.filter((window) => !buckets.some((known) => known.grain === window.grain && known.bucket === window.bucket))
  if (moved.length > 0 && buckets.length > 0) yield* openWindows(sql, moved)
  const open = [...buckets.filter((bucket) => !bucket.settled && !isWindow(bucket.grain)), ...current.filter((window) => isOpen(buckets, window))]
  for (const bucket of buckets.length === 0 ? [] : open) yield* settleBucket(sql, bucket)
  return buckets.length === 0 ? 0 : open.length
})

const windowNames = Object.keys(windows) as ReadonlyArray<Window>
const isWindow = (grain: Bucket["grain"]): grain is Window => grain in windows

/** True for a window that is not settled, or not there yet. */
const isOpen = (buckets: ReadonlyArray<Bucket & { readonly settled: boolean }>, window: Bucket) =>
  !buckets.some((known) => known.settled && known.grain === window.grain && known.bucket === window.bucket)

const settleBucket = (sql: SqlClient.SqlClient, bucket: Bucket) =>
  sql.withTransaction(Effect.gen(function*() {
    yield* lock(sql)
    yield* sql`DELETE FROM listening_counts WHERE kind IN ('artist', 'album', 'track') AND grain = ${bucket.grain} AND bucket = ${bucket.bucket}`
    yield* bucket.grain === "ever" ? countEver(sql) : countSpan(sql, bucket)
    yield* countTotals(sql, bucket)
    yield* sql`UPDATE listening_buckets SET settled = true WHERE grain = ${bucket.grain} AND bucket = ${bucket.bucket}`
  }))

/** Writers of listening take turns, so that counts and plays never part. Held to the end of the transaction. */
export const lock = (sql: SqlClient.SqlClient) => sql`SELECT pg_advisory_xact_lock(hashtext('daybook listening'))`

/** Begins windows anew where this week's have not been seen yet; what stood for earlier weeks goes. */
const openWindows = (sql: SqlClient.SqlClient, moved: ReadonlyArray<Bucket>) =>
  sql.withTransaction(Effect.gen(function*() {
    yield* lock(sql)
    for (const { bucket, grain } of moved) {
      yield* sql`DELETE FROM listening_counts WHERE kind IN ('artist', 'album', 'track') AND grain = ${grain}`
      yield* sql`DELETE FROM listening_totals WHERE grain = ${grain}`
      yield* sql`DELETE FROM listening_buckets WHERE grain = ${grain}`
      yield* sql`INSERT INTO listening_buckets (grain, bucket, settled) VALUES (${grain}, ${bucket}, false)`
    }
  }))

const countSpan = (sql: SqlClient.SqlClient, { bucket, grain }: Bucket) => {
  const end = grain === "year" ? sql`${bucket}::date + interval '1 year'` : sql`'infinity'::date`
  return sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT kind, ${grain}::listening_grain, ${bucket}::date, subject, count(*)
    FROM listening_plays
    CROSS JOIN LATERAL (VALUES ('artist'::listening_kind, artist_id), ('album', album_id), ('track', track_id)) AS counted (kind, subject)
    WHERE visible AND day >= ${bucket}::date AND day < ${end} AND played_at >= ${bucket}::date - interval '2 days'
      AND played_at < ${end} + interval '2 days' AND subject IS NOT NULL
    GROUP BY kind, subject`
}

const countEver = (sql: SqlClient.SqlClient) =>
  sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT kind, 'ever', ${ever}::date, subject, sum(plays)
    FROM listening_counts WHERE kind IN ('artist', 'album', 'track') AND grain = 'year'
    GROUP BY kind, subject`

const countTotals = (sql: SqlClient.SqlClient, { bucket, grain }: Bucket) =>
  Effect.zipRight(
    sql`DELETE FROM listening_totals WHERE grain = ${grain} AND bucket = ${bucket}`,
    sql`
      INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks)
      SELECT grain, bucket, coalesce(sum(plays) FILTER (WHERE kind = 'track'), 0), count(*) FILTER (WHERE kind = 'artist'),
        count(*) FILTER (WHERE kind = 'album'), count(*) FILTER (WHERE kind = 'track')
      FROM listening_counts WHERE kind IN ('artist', 'album', 'track') AND grain = ${grain} AND bucket = ${bucket}
      GROUP BY grain, bucket`
  )
