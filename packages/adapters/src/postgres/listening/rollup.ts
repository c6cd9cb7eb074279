import type { LocalDate } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"

/** A visible play that has come or gone, as counts see it. */
export interface Counted {
  readonly day: LocalDate
  readonly artistId: number
  readonly albumId: number | null
  readonly trackId: number
}

/** Up to so many plays between two ends of a sync are counted play by play; more unsettle the buckets they touch (see the migration). */
export const few = 200
export const ever = "1970-01-01"

/**
 * Takes plays into the counts, or out of them with `sign` -1. Runs after the plays themselves were written. `piecemeal`
 * keeps settled buckets settled, play by play.
 */
export const count = Effect.fn("listening.count")(function*(
  sql: SqlClient.SqlClient,
  plays: ReadonlyArray<Counted>,
  sign: 1 | -1,
  piecemeal: boolean
) {
  if (plays.length === 0) return
  yield* countDays(sql, plays, sign)
  yield* countGenres(sql, plays, sign)
  if (piecemeal) yield* countSettled(sql, plays, sign)
  else yield* unsettle(sql, plays)
})

const tally = <A>(plays: ReadonlyArray<Counted>, key: (play: Counted) => A): ReadonlyMap<A, number> => {
  const counts = new Map<A, number>()
  for (const play of plays) counts.set(key(play), (counts.get(key(play)) ?? 0) + 1)
  return counts
}

const countDays = Effect.fn(function*(sql: SqlClient.SqlClient, plays: ReadonlyArray<Counted>, sign: 1 | -1) {
  const days = tally(plays, (play) => play.day)
  yield* sql`
    INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks)
    SELECT 'day', day, ${sign}::int * plays, 0, 0, 0 FROM unnest(${[...days.keys()]}::date[], ${[...days.values()]}::int[]) AS given (day, plays)
    ON CONFLICT (grain, bucket) DO UPDATE SET plays = listening_totals.plays + excluded.plays`
  if (sign < 0) yield* sql`DELETE FROM listening_totals WHERE grain = 'day' AND bucket = ANY(${[...days.keys()]}::date[]) AND plays = 0`
})

/** Genres are few, so that they are counted at once at every grain. */
const countGenres = Effect.fn(function*(sql: SqlClient.SqlClient, plays: ReadonlyArray<Counted>, sign: 1 | -1) {
  const heard = tally(plays, (play) => `${play.day} ${play.artistId}`)
  const keys = [...heard.keys()]
  yield* sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT 'genre', grain, bucket, artist.genre_id, ${sign}::int * sum(given.plays)
    FROM unnest(${keys.map((key) => key.slice(0, 10))}::date[], ${keys.map((key) => Number(key.slice(11)))}::int[], ${[...heard.values()]}::int[])
      AS given (day, artist_id, plays)
    JOIN listening_artists AS artist ON artist.id = given.artist_id AND artist.genre_id IS NOT NULL
    CROSS JOIN LATERAL (VALUES ${genreBuckets(sql, "given.day")}) AS bucket (grain, bucket)
    GROUP BY grain, bucket, artist.genre_id
    ON CONFLICT (kind, grain, bucket, subject) DO UPDATE SET plays = listening_counts.plays + excluded.plays`
  if (sign < 0) yield* sql`DELETE FROM listening_counts WHERE kind = 'genre' AND plays = 0`
})

export const genreBuckets = (sql: SqlClient.SqlClient, day: string): Statement.Fragment => {
  const at = sql.literal(day)
  return sql`
    ('week'::listening_grain, date_trunc('week', ${at}::timestamp)::date),
    ('month', date_trunc('month', ${at}::timestamp)::date),
    ('year', date_trunc('year', ${at}::timestamp)::date)`
}

const distinct = (plays: ReadonlyArray<Counted>, key: (play: Counted) => LocalDate) => Array.from(new Set(plays.map(key)))

/** The months and years of the plays, ever, and those windows of weeks that reach back to them. */
const touched = (sql: SqlClient.SqlClient, plays: ReadonlyArray<Counted>) => {
  const newest = plays.reduce((max, play) => play.day > max ? play.day : max, "")
  return sql`
    SELECT 'month'::listening_grain AS grain, unnest(${distinct(plays, (play) => `${play.day.slice(0, 7)}-01`)}::date[]) AS bucket
    UNION ALL SELECT 'year', unnest(${distinct(plays, (play) => `${play.day.slice(0, 4)}-01-01`)}::date[])
    UNION ALL SELECT 'ever', ${ever}::date
    UNION ALL SELECT grain, bucket FROM listening_buckets
      WHERE grain IN ('13weeks', '26weeks', '52weeks') AND bucket <= ${newest}::date`
}

const unsettle = (sql: SqlClient.SqlClient, plays: ReadonlyArray<Counted>) =>
  sql`
    INSERT INTO listening_buckets (grain, bucket, settled) SELECT grain, bucket, false FROM (${touched(sql, plays)}) AS touched
    ON CONFLICT (grain, bucket) DO UPDATE SET settled = false WHERE listening_buckets.settled`

/** Adds to the buckets that are settled; one that is met for the first time waits for the end of the sync. */
const countSettled = Effect.fn(function*(sql: SqlClient.SqlClient, plays: ReadonlyArray<Counted>, sign: 1 | -1) {
  yield* sql`
    INSERT INTO listening_buckets (grain, bucket, settled) SELECT grain, bucket, false FROM (${touched(sql, plays)}) AS touched
    ON CONFLICT DO NOTHING`
  yield* addToCounts(sql, plays, sign)
  if (sign < 0) {
    yield* sql`
      DELETE FROM listening_counts AS counted USING listening_buckets AS bucket
      WHERE counted.kind IN ('artist', 'album', 'track') AND counted.grain = bucket.grain AND counted.bucket = bucket.bucket AND counted.plays = 0`
    yield* sql`DELETE FROM listening_totals WHERE grain <> 'day' AND plays = 0`
  }
  yield* countMonths(sql, sql`
    SELECT bucket FROM listening_buckets
    WHERE grain = 'month' AND settled AND bucket = ANY(${distinct(plays, (play) => `${play.day.slice(0, 7)}-01`)}::date[])`)
})

const addToCounts = (sql: SqlClient.SqlClient, plays: ReadonlyArray<Counted>, sign: 1 | -1) =>
  sql`
    WITH expanded AS (
      SELECT kind, bucket.grain, bucket.bucket, subject, ${sign}::int * count(*) AS plays
      FROM unnest(
        ${plays.map((play) => play.day)}::date[], ${plays.map((play) => play.artistId)}::int[],
        ${plays.map((play) => play.albumId)}::int[], ${plays.map((play) => play.trackId)}::int[]
      ) AS play (day, artist_id, album_id, track_id)
      JOIN listening_buckets AS bucket ON bucket.settled AND (
        bucket.grain = 'ever'
        OR bucket.grain = 'year' AND bucket.bucket = date_trunc('year', play.day::timestamp)::date
        OR bucket.grain IN ('13weeks', '26weeks', '52weeks') AND bucket.bucket <= play.day
      )
      CROSS JOIN LATERAL (VALUES ('artist'::listening_kind, artist_id), ('album', album_id), ('track', track_id)) AS counted (kind, subject)
      WHERE subject IS NOT NULL
      GROUP BY kind, bucket.grain, bucket.bucket, subject
    ), counted AS (
      INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
      SELECT kind, grain, bucket, subject, plays FROM expanded
      ON CONFLICT (kind, grain, bucket, subject) DO UPDATE SET plays = listening_counts.plays + excluded.plays
      RETURNING kind, grain, bucket, subject, CASE WHEN xmax = 0 THEN 1 WHEN plays = 0 THEN -1 ELSE 0 END AS shift
    )
    INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks)
    SELECT grain, bucket, coalesce(sum(expanded.plays) FILTER (WHERE kind = 'track'), 0), coalesce(sum(shift) FILTER (WHERE kind = 'artist'), 0),
      coalesce(sum(shift) FILTER (WHERE kind = 'album'), 0), coalesce(sum(shift) FILTER (WHERE kind = 'track'), 0)
    FROM counted JOIN expanded USING (kind, grain, bucket, subject) GROUP BY grain, bucket
    ON CONFLICT (grain, bucket) DO UPDATE SET
      plays = listening_totals.plays + excluded.plays, artists = listening_totals.artists + excluded.artists,
      albums = listening_totals.albums + excluded.albums, tracks = listening_totals.tracks + excluded.tracks`

/** Totals of months from their plays: distinct artists cannot be added up. The bounds on `played_at` are for the index; no day lies further off. */
export const monthTotals = (sql: SqlClient.SqlClient, months: Statement.Fragment): Statement.Fragment =>
  sql`
    SELECT month.bucket, count(*) AS plays, count(DISTINCT artist_id) AS artists, count(DISTINCT album_id) AS albums, count(DISTINCT track_id) AS tracks
    FROM (${months}) AS month (bucket)
    JOIN listening_plays AS play ON play.visible AND play.day >= month.bucket AND play.day < month.bucket + interval '1 month'
      AND play.played_at >= month.bucket - interval '2 days' AND play.played_at < month.bucket + interval '1 month 2 days'
    GROUP BY month.bucket`

export const countMonths = (sql: SqlClient.SqlClient, months: Statement.Fragment) =>
  Effect.zipRight(
    sql`DELETE FROM listening_totals WHERE grain = 'month' AND bucket IN (${months})`,
    sql`INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks) SELECT 'month'::listening_grain, counted.* FROM (${monthTotals(sql, months)}) AS counted`
  )
