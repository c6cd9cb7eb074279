import { type LocalDate, addDays, weekStart } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { locked } from "./locked.js"
import { countMonths, ever, genreBuckets } from "./rollup.js"

/** The windows of whole weeks that top lists ask for, ending with the current week, by the weeks they hold. */
const windows = { "13weeks": 13, "26weeks": 26, "52weeks": 52 } as const
type Window = keyof typeof windows

/** A bucket of listening_counts. */
export interface Bucket {
  readonly grain: "year" | "ever" | Window
  readonly bucket: LocalDate
}

/** First day of a window in the week of a day. */
const windowStart = (window: Window, today: LocalDate): LocalDate => addDays(weekStart(today), (1 - windows[window]) * 7)

/** The windows as they stand on a day. */
export const windowsOn = (today: LocalDate): ReadonlyArray<Bucket> =>
  (Object.keys(windows) as ReadonlyArray<Window>).map((grain) => ({ grain, bucket: windowStart(grain, today) }))

interface Known {
  readonly grain: Bucket["grain"] | "month"
  readonly bucket: LocalDate
  readonly settled: boolean
}

/**
 * Counts anew what large pages left unsettled, and moves the windows on to this week. Each bucket in its own
 * transaction, ever after all years, of which it is the sum. Says whether that was a lot.
 */
export const settle = Effect.fn("listening.settle")(function*(sql: SqlClient.SqlClient, today: LocalDate) {
  const known = yield* sql<Known>`
    SELECT grain, bucket, settled FROM listening_buckets
    WHERE NOT settled OR grain IN ('ever', '13weeks', '26weeks', '52weeks') ORDER BY bucket DESC`
  // Before the first play there is nothing to count.
  if (known.length === 0) return false
  const current = windowsOn(today)
  const moved = current.filter((window) => !known.some((one) => one.grain === window.grain && one.bucket === window.bucket))
  if (moved.length > 0) yield* openWindows(sql, moved)
  const open = known.filter((one) => !one.settled)
  const years = new Set(open.filter(({ grain }) => grain === "month").map(({ bucket }) => bucket.slice(0, 4)))
  for (const year of years) yield* settleMonths(sql, `${year}-01-01`)
  for (const { bucket, grain } of open) if (grain === "year") yield* settleBucket(sql, { grain, bucket })
  for (const window of current) if (isOpen(open, window) || moved.includes(window)) yield* settleBucket(sql, window)
  const whole: Bucket = { grain: "ever", bucket: ever }
  if (!isOpen(open, whole)) return false
  yield* settleBucket(sql, whole)
  return true
})

const isOpen = (open: ReadonlyArray<Known>, { bucket, grain }: Bucket) => open.some((one) => one.grain === grain && one.bucket === bucket)

const settleMonths = (sql: SqlClient.SqlClient, year: LocalDate) => {
  const open = sql`grain = 'month' AND NOT settled AND bucket >= ${year}::date AND bucket < ${year}::date + interval '1 year'`
  return locked(sql)(Effect.gen(function*() {
    yield* countMonths(sql, sql`SELECT bucket FROM listening_buckets WHERE ${open}`)
    yield* sql`UPDATE listening_buckets SET settled = true WHERE ${open}`
  }))
}

const settleBucket = (sql: SqlClient.SqlClient, bucket: Bucket) =>
  locked(sql)(Effect.gen(function*() {
    // Another process may have settled it meanwhile, or have begun a year anew that ever is the sum of.
    const [wanted] = yield* sql`
      SELECT FROM listening_buckets WHERE grain = ${bucket.grain} AND bucket = ${bucket.bucket} AND NOT settled
        AND NOT (grain = 'ever' AND EXISTS (SELECT FROM listening_buckets AS year WHERE year.grain = 'year' AND NOT year.settled))`
    if (wanted === undefined) return
    yield* sql`DELETE FROM listening_counts WHERE kind IN ('artist', 'album', 'track') AND grain = ${bucket.grain} AND bucket = ${bucket.bucket}`
    yield* bucket.grain === "ever" ? countEver(sql) : countSpan(sql, bucket)
    yield* countTotals(sql, bucket)
    yield* sql`UPDATE listening_buckets SET settled = true WHERE grain = ${bucket.grain} AND bucket = ${bucket.bucket}`
  }))

/**
 * Begins windows where this week's have not been seen yet. Those of the week before stay for who is just reading them;
 * older ones go.
 */
const openWindows = (sql: SqlClient.SqlClient, moved: ReadonlyArray<Bucket>) =>
  locked(sql)(Effect.gen(function*() {
    for (const { bucket, grain } of moved) {
      const past = addDays(bucket, -7)
      yield* sql`DELETE FROM listening_counts WHERE kind IN ('artist', 'album', 'track') AND grain = ${grain} AND bucket NOT IN (${bucket}, ${past})`
      yield* sql`DELETE FROM listening_totals WHERE grain = ${grain} AND bucket NOT IN (${bucket}, ${past})`
      yield* sql`DELETE FROM listening_buckets WHERE grain = ${grain} AND bucket NOT IN (${bucket}, ${past})`
      yield* sql`INSERT INTO listening_buckets (grain, bucket, settled) VALUES (${grain}, ${bucket}, false) ON CONFLICT DO NOTHING`
    }
  }))

/** In the order of the primary key, which takes them a third faster than in any other. */
const countSpan = (sql: SqlClient.SqlClient, { bucket, grain }: Bucket) => {
  const end = grain === "year" ? sql`${bucket}::date + interval '1 year'` : sql`'infinity'::date`
  return sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT kind, ${grain}::listening_grain, ${bucket}::date, subject, count(*)
    FROM listening_plays
    CROSS JOIN LATERAL (VALUES ('artist'::listening_kind, artist_id), ('album', album_id), ('track', track_id)) AS counted (kind, subject)
    WHERE visible AND day >= ${bucket}::date AND day < ${end} AND played_at >= ${bucket}::date - interval '2 days'
      AND played_at < ${end} + interval '2 days' AND subject IS NOT NULL
    GROUP BY kind, subject ORDER BY kind, subject`
}

const countEver = (sql: SqlClient.SqlClient) =>
  sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT kind, 'ever', ${ever}::date, subject, sum(plays)
    FROM listening_counts WHERE kind IN ('artist', 'album', 'track') AND grain = 'year'
    GROUP BY kind, subject ORDER BY kind, subject`

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

/** Counts everything anew, after a change of more plays than are worth telling apart. What it leaves unsettled is for `settle`. */
export const recount = Effect.fn("listening.recount")(function*(sql: SqlClient.SqlClient) {
  yield* sql`DELETE FROM listening_counts`
  yield* sql`DELETE FROM listening_totals`
  yield* sql`DELETE FROM listening_buckets`
  yield* sql`
    INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks)
    SELECT 'day', day, count(*), 0, 0, 0 FROM listening_plays WHERE visible GROUP BY day`
  yield* sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT 'genre', grain, bucket, genre_id, sum(plays)
    FROM (
      SELECT day, genre_id, count(*) AS plays FROM listening_plays AS play JOIN listening_artists AS artist ON artist.id = play.artist_id
      WHERE play.visible AND genre_id IS NOT NULL GROUP BY day, genre_id
    ) AS heard
    CROSS JOIN LATERAL (VALUES ${genreBuckets(sql, "heard.day")}) AS bucket (grain, bucket) GROUP BY grain, bucket, genre_id`
  yield* sql`
    INSERT INTO listening_buckets (grain, bucket, settled)
    SELECT wanted.grain, date_trunc(wanted.grain::text, day.bucket::timestamp)::date, false
    FROM listening_totals AS day CROSS JOIN (VALUES ('month'::listening_grain), ('year')) AS wanted (grain)
    WHERE day.grain = 'day' GROUP BY 1, 2
    UNION ALL SELECT 'ever', ${ever}::date, false`
})
