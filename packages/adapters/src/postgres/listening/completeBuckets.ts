import { type LocalDate, addDays, weekStart } from "@daybook/core/shared"
import { Effect } from "effect"
import { domainLock } from "../kit/domainLock.js"
import { countMonths, ever, genreBuckets, subjects } from "./rollup.js"
import { sql } from "../kit/sql.js"
import { type RowOf, boolean, date, oneOf } from "../kit/columns.js"

/** Windows of whole weeks for top lists, ending with the current week; values are their lengths in weeks. */
const windows = { "13weeks": 13, "26weeks": 26, "52weeks": 52 } as const
type Window = keyof typeof windows

const grains = ["year", "ever", "13weeks", "26weeks", "52weeks"] as const

export const bucketColumns = { grain: oneOf(grains), bucket: date }
/** A bucket of listening_counts. */
export type Bucket = RowOf<typeof bucketColumns>

/** Months have only totals. */
const openableColumns = { grain: oneOf([...grains, "month"]), bucket: date, settled: boolean }
type BucketRow = RowOf<typeof openableColumns>

/** First day of a window in the week of a day. */
const windowStart = (window: Window, today: LocalDate): LocalDate =>
  addDays(weekStart(today), (1 - windows[window]) * 7)

/** All windows on a day. */
export const windowsOn = (today: LocalDate): ReadonlyArray<Bucket> =>
  (Object.keys(windows) as ReadonlyArray<Window>).map((grain) => ({ grain, bucket: windowStart(grain, today) }))

/**
 * Recounts the incomplete buckets after large pages, and moves the windows to this week. Each bucket has its own
 * transaction. `ever` comes after all years, because it is their sum. Returns true if `ever` was recounted.
 */
export const completeBuckets = Effect.fn("listening.completeBuckets")(function* (today: LocalDate) {
  const buckets = yield* sql(openableColumns)`
    SELECT grain, bucket, settled FROM listening_buckets
    WHERE NOT settled OR grain IN ('ever', '13weeks', '26weeks', '52weeks') ORDER BY bucket DESC`
  if (buckets.length === 0) return false
  const current = windowsOn(today)
  const moved = current.filter(
    (window) => !buckets.some((one) => one.grain === window.grain && one.bucket === window.bucket)
  )
  if (moved.length > 0) yield* openWindows(moved)
  const open = buckets.filter((one) => !one.settled)
  const years = new Set(open.filter(({ grain }) => grain === "month").map(({ bucket }) => bucket.slice(0, 4)))
  for (const year of years) yield* completeMonths(`${year}-01-01`)
  for (const { bucket, grain } of open) if (grain === "year") yield* completeBucket({ grain, bucket })
  for (const window of current) if (isOpen(open, window) || moved.includes(window)) yield* completeBucket(window)
  const whole: Bucket = { grain: "ever", bucket: ever }
  if (!isOpen(open, whole)) return false
  yield* completeBucket(whole)
  return true
})

const isOpen = (open: ReadonlyArray<BucketRow>, { bucket, grain }: Bucket) =>
  open.some((one) => one.grain === grain && one.bucket === bucket)

const completeMonths = (year: LocalDate) => {
  const open = sql`
    grain = 'month' AND NOT settled AND bucket >= ${year}::date AND bucket < ${year}::date + interval '1 year'`
  return domainLock("listening")(
    Effect.gen(function* () {
      yield* countMonths(sql`SELECT bucket FROM listening_buckets WHERE ${open}`)
      yield* sql`UPDATE listening_buckets SET settled = true WHERE ${open}`
    })
  )
}

const completeBucket = (bucket: Bucket) =>
  domainLock("listening")(
    Effect.gen(function* () {
      // Another process may have completed the bucket, or reopened a year, which `ever` sums.
      const [wanted] = yield* sql`
      SELECT FROM listening_buckets WHERE grain = ${bucket.grain} AND bucket = ${bucket.bucket} AND NOT settled
        AND NOT (grain = 'ever'
          AND EXISTS (SELECT FROM listening_buckets AS year WHERE year.grain = 'year' AND NOT year.settled))`
      if (wanted === undefined) return
      yield* sql`
        DELETE FROM listening_counts
        WHERE kind IN ('artist', 'album', 'track') AND grain = ${bucket.grain} AND bucket = ${bucket.bucket}`
      yield* bucket.grain === "ever" ? countEver : countSpan(bucket)
      yield* countTotals(bucket)
      yield* sql`
        UPDATE listening_buckets SET settled = true WHERE grain = ${bucket.grain} AND bucket = ${bucket.bucket}`
    })
  )

/** Opens this week's windows. Those of last week stay for readers that still use them; older ones are deleted. */
const openWindows = (moved: ReadonlyArray<Bucket>) =>
  domainLock("listening")(
    Effect.gen(function* () {
      for (const { bucket, grain } of moved) {
        const past = addDays(bucket, -7)
        yield* sql`
          DELETE FROM listening_counts
          WHERE kind IN ('artist', 'album', 'track') AND grain = ${grain} AND bucket NOT IN (${bucket}, ${past})`
        yield* sql`DELETE FROM listening_totals WHERE grain = ${grain} AND bucket NOT IN (${bucket}, ${past})`
        yield* sql`DELETE FROM listening_buckets WHERE grain = ${grain} AND bucket NOT IN (${bucket}, ${past})`
        yield* sql`
          INSERT INTO listening_buckets (grain, bucket, settled) VALUES (${grain}, ${bucket}, false)
          ON CONFLICT DO NOTHING`
      }
    })
  )

/** Inserts in primary key order, which is a third faster. */
const countSpan = ({ bucket, grain }: Bucket) => {
  const end = grain === "year" ? sql`${bucket}::date + interval '1 year'` : sql`'infinity'::date`
  return sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT kind, ${grain}::listening_grain, ${bucket}::date, subject, count(*)
    FROM listening_plays
    CROSS JOIN LATERAL (VALUES ${subjects}) AS counted (kind, subject)
    WHERE visible AND day >= ${bucket}::date AND day < ${end} AND played_at >= ${bucket}::date - interval '2 days'
      AND played_at < ${end} + interval '2 days' AND subject IS NOT NULL
    GROUP BY kind, subject ORDER BY kind, subject`
}

const countEver = sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT kind, 'ever', ${ever}::date, subject, sum(plays)
    FROM listening_counts WHERE kind IN ('artist', 'album', 'track') AND grain = 'year'
    GROUP BY kind, subject ORDER BY kind, subject`

const countTotals = ({ bucket, grain }: Bucket) =>
  Effect.zipRight(
    sql`DELETE FROM listening_totals WHERE grain = ${grain} AND bucket = ${bucket}`,
    sql`
      INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks)
      SELECT grain, bucket, coalesce(sum(plays) FILTER (WHERE kind = 'track'), 0),
        count(*) FILTER (WHERE kind = 'artist'),
        count(*) FILTER (WHERE kind = 'album'), count(*) FILTER (WHERE kind = 'track')
      FROM listening_counts WHERE kind IN ('artist', 'album', 'track') AND grain = ${grain} AND bucket = ${bucket}
      GROUP BY grain, bucket`
  )

/**
 * Recounts all days and genres, after a change of too many plays to count one by one. `completeBuckets` completes the
 * other buckets.
 */
export const recount = Effect.fn("listening.recount")(function* () {
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
      SELECT day, genre_id, count(*) AS plays FROM listening_plays AS play
      JOIN listening_artists AS artist ON artist.id = play.artist_id
      WHERE play.visible AND genre_id IS NOT NULL GROUP BY day, genre_id
    ) AS heard
    CROSS JOIN LATERAL (VALUES ${genreBuckets("heard.day")}) AS bucket (grain, bucket) GROUP BY grain, bucket, genre_id`
  yield* sql`
    INSERT INTO listening_buckets (grain, bucket, settled)
    SELECT wanted.grain, date_trunc(wanted.grain::text, day.bucket::timestamp)::date, false
    FROM listening_totals AS day CROSS JOIN (VALUES ('month'::listening_grain), ('year')) AS wanted (grain)
    WHERE day.grain = 'day' GROUP BY 1, 2
    UNION ALL SELECT 'ever', ${ever}::date, false`
})
