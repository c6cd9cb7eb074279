import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** A visible play that has come or gone, as counts see it. */
export interface Counted {
  readonly day: string
  readonly artistId: number
  readonly albumId: number | null
  readonly trackId: number
}

/** Pages up to this size are counted play by play; larger ones unsettle the buckets they touch (see the migration). */
const smallPage = 200
export const ever = "1970-01-01"

/** Takes plays into the counts, or out of them with `sign` -1. Runs after the plays themselves were written. */
export const count = Effect.fn("listening.count")(function*(sql: SqlClient.SqlClient, plays: ReadonlyArray<Counted>, sign: 1 | -1) {
  if (plays.length === 0) return
  const days = unnestPlays(sql, plays)
  yield* sql`
    INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks)
    SELECT 'day', day, ${sign}::int * count(*), 0, 0, 0 FROM ${days} GROUP BY day
    ON CONFLICT (grain, bucket) DO UPDATE SET plays = listening_totals.plays + excluded.plays`
  if (sign < 0) yield* sql`DELETE FROM listening_totals WHERE grain = 'day' AND plays = 0`
  yield* countMonths(sql, plays)
  yield* countGenres(sql, plays, sign)
  if (plays.length > smallPage) yield* unsettle(sql, plays)
  else yield* countSettled(sql, plays, sign)
})

const unnestPlays = (sql: SqlClient.SqlClient, plays: ReadonlyArray<Counted>) =>
  sql`unnest(
    ${plays.map((play) => play.day)}::date[], ${plays.map((play) => play.artistId)}::int[],
    ${plays.map((play) => play.albumId)}::int[], ${plays.map((play) => play.trackId)}::int[]
  ) AS play (day, artist_id, album_id, track_id)`

/** Distinct artists cannot be added up, so the months touched are counted anew from their plays. */
const countMonths = (sql: SqlClient.SqlClient, plays: ReadonlyArray<Counted>) => {
  const months = Array.from(new Set(plays.map((play) => `${play.day.slice(0, 7)}-01`)))
  return Effect.zipRight(
    sql`DELETE FROM listening_totals WHERE grain = 'month' AND bucket = ANY(${months}::date[])`,
    sql`
      INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks)
      SELECT 'month', month, count(*), count(DISTINCT artist_id), count(DISTINCT album_id), count(DISTINCT track_id)
      FROM unnest(${months}::date[]) AS month
      JOIN listening_plays AS play ON play.visible AND play.day >= month AND play.day < month + interval '1 month'
        AND play.played_at >= month - interval '2 days' AND play.played_at < month + interval '1 month 2 days'
      GROUP BY month`
  )
}

/** Genres are few, so that they are counted at once at every grain. */
const countGenres = (sql: SqlClient.SqlClient, plays: ReadonlyArray<Counted>, sign: 1 | -1) =>
  sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT 'genre', grain, bucket, artist.genre_id, ${sign}::int * count(*)
    FROM ${unnestPlays(sql, plays)}
    JOIN listening_artists AS artist ON artist.id = play.artist_id AND artist.genre_id IS NOT NULL
    CROSS JOIN LATERAL (VALUES ${genreBuckets(sql, "play.day")}) AS bucket (grain, bucket)
    GROUP BY grain, bucket, artist.genre_id
    ON CONFLICT (kind, grain, bucket, subject) DO UPDATE SET plays = listening_counts.plays + excluded.plays`

export const genreBuckets = (sql: SqlClient.SqlClient, day: string) => {
  const at = sql.literal(day)
  return sql`
    ('week'::listening_grain, date_trunc('week', ${at}::timestamp)::date),
    ('month', date_trunc('month', ${at}::timestamp)::date),
    ('year', date_trunc('year', ${at}::timestamp)::date)`
}

/** The years of the plays, ever, and those windows of weeks that reach back to them. */
const touched = (sql: SqlClient.SqlClient, plays: ReadonlyArray<Counted>) => {
  const years = Array.from(new Set(plays.map((play) => `${play.day.slice(0, 4)}-01-01`)))
  const newest = plays.reduce((max, play) => play.day > max ? play.day : max, "")
  return sql`
    SELECT 'year'::listening_grain AS grain, unnest(${years}::date[]) AS bucket
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
  yield* sql`
    WITH expanded AS (
      SELECT kind, bucket.grain, bucket.bucket, subject, ${sign}::int * count(*) AS plays
      FROM ${unnestPlays(sql, plays)}
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
      RETURNING kind, grain, bucket, CASE WHEN plays = 0 THEN -1 WHEN xmax = 0 THEN 1 ELSE 0 END AS shift
    ), shift AS (
      SELECT grain, bucket,
        coalesce(sum(shift) FILTER (WHERE kind = 'artist'), 0) AS artists,
        coalesce(sum(shift) FILTER (WHERE kind = 'album'), 0) AS albums,
        coalesce(sum(shift) FILTER (WHERE kind = 'track'), 0) AS tracks,
        (SELECT sum(plays) FROM expanded AS e WHERE kind = 'track' AND e.grain = counted.grain AND e.bucket = counted.bucket) AS plays
      FROM counted GROUP BY grain, bucket
    )
    UPDATE listening_totals AS total SET
      plays = total.plays + shift.plays, artists = total.artists + shift.artists,
      albums = total.albums + shift.albums, tracks = total.tracks + shift.tracks
    FROM shift WHERE total.grain = shift.grain AND total.bucket = shift.bucket`
  if (sign < 0) yield* sql`DELETE FROM listening_counts WHERE plays = 0 AND kind <> 'genre'`
})
