import { logChanges } from "@daybook/core/changes"
import { kinds } from "@daybook/core/listening"
import type { LocalDate } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { type RowOf, date, nullable, number, oneOf } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

export const countedPlayColumns = { day: date, artistId: number, albumId: nullable(number), trackId: number }
/** A play that became visible or invisible, with the columns for the counts. */
export type CountedPlay = RowOf<typeof countedPlayColumns>

const countedNames = table("listening_counts", {
  kind: oneOf(kinds, "listening_kind"),
  subject: number,
  day: date,
  plays: number
})
type CountedName = RowOf<typeof countedNames.columns>
const genreColumns = { id: number, genreId: number }
const genreDays = table("listening_counts", { day: date, genreId: number, plays: number })
const dayTotals = table("listening_totals", {
  grain: oneOf(["day"], "listening_grain"),
  bucket: date,
  plays: number,
  artists: number,
  albums: number,
  tracks: number
})

/**
 * Up to this many plays per sync are counted one by one. More plays make their buckets incomplete (see the migration).
 */
export const few = 200
export const ever = "1970-01-01"

/**
 * Adds plays to the counts, or subtracts them with `sign` -1. Runs after the plays are written. `piecemeal` counts one
 * by one and keeps complete buckets complete.
 */
export const count = Effect.fn("listening.count")(function* (
  unsigned: ReadonlyArray<CountedPlay>,
  sign: 1 | -1,
  piecemeal: boolean
) {
  if (unsigned.length === 0) return
  const plays = signed(unsigned, sign)
  yield* countDays(plays)
  yield* countGenres(plays)
  if (!piecemeal) return yield* reopen(plays)
  yield* countComplete(plays, namesOf(plays))
  yield* countMonths(
    sql`SELECT bucket FROM listening_buckets WHERE ${isComplete("month")} AND bucket = ANY(${monthsOf(plays)}::date[])`
  )
})

/**
 * Counts plays that left records and those that joined others as one change, so that what stays equal is not written.
 * Runs after the plays are written, and keeps complete buckets complete.
 */
export const countExchange = Effect.fn("listening.countExchange")(function* (
  left: ReadonlyArray<CountedPlay>,
  joined: ReadonlyArray<CountedPlay>
) {
  const plays = [...signed(left, -1), ...signed(joined, 1)]
  if (plays.length === 0) return
  yield* countDays(plays)
  yield* countGenres(plays)
  const names = namesOf(plays)
  yield* countComplete(plays, names)
  yield* shiftMonths(names)
})

/** A play that joins the counts, or leaves them with `sign` -1. */
interface SignedPlay extends CountedPlay {
  readonly sign: 1 | -1
}

const signed = (plays: ReadonlyArray<CountedPlay>, sign: 1 | -1): ReadonlyArray<SignedPlay> =>
  plays.map((play) => ({ ...play, sign }))

/** The sum of signs by a number of each play, and by day, without sums of zero. Plays without one are left out. */
const tally = (plays: ReadonlyArray<SignedPlay>, numberOf: (play: CountedPlay) => number | null) => {
  const days = new Map<number, Map<LocalDate, number>>()
  for (const play of plays) {
    const id = numberOf(play)
    if (id === null) continue
    const counts = days.get(id) ?? new Map<LocalDate, number>()
    days.set(id, counts.set(play.day, (counts.get(play.day) ?? 0) + play.sign))
  }
  return Array.from(days).flatMap(([id, counts]) =>
    Array.from(counts).flatMap(([day, plays]) => (plays === 0 ? [] : [{ id, day, plays }]))
  )
}

/** How many more plays each name has on a day. A name that one play leaves and another one joins is not among them. */
const namesOf = (plays: ReadonlyArray<SignedPlay>): ReadonlyArray<CountedName> =>
  kinds.flatMap((kind) =>
    tally(plays, (play) => play[`${kind}Id`]).map(({ day, id, plays }) => ({ kind, subject: id, day, plays }))
  )

const countDays = Effect.fn(function* (plays: ReadonlyArray<SignedPlay>) {
  const none = { artists: 0, albums: 0, tracks: 0 }
  yield* dayTotals.upsert(
    tally(plays, () => 0).map(({ day, plays }) => ({ grain: "day", bucket: day, plays, ...none })),
    {
      key: ["grain", "bucket"],
      keep: ["artists", "albums", "tracks"],
      set: { plays: sql`stored.plays + excluded.plays` },
      returning: {}
    }
  )
  const days = distinct(plays, (play) => play.day)
  const silent = plays.every(({ sign }) => sign > 0)
    ? []
    : yield* sql({ bucket: date })`
        DELETE FROM listening_totals WHERE grain = 'day' AND bucket = ANY(${days}::date[]) AND plays = 0
        RETURNING bucket`
  yield* logChanges("listening", "upsert", "day", days)
  yield* logChanges(
    "listening",
    "delete",
    "day",
    silent.map(({ bucket }) => bucket)
  )
})

/** There are few genres, so all their buckets are counted immediately. In a first sync no artist has one yet. */
const countGenres = Effect.fn(function* (plays: ReadonlyArray<SignedPlay>) {
  const artists = Array.from(new Set(plays.map((play) => play.artistId)))
  const withGenre = yield* sql(genreColumns)`
    SELECT id, genre_id FROM listening_artists WHERE id = ANY(${artists}::int[]) AND genre_id IS NOT NULL`
  if (withGenre.length === 0) return
  const genreOf = new Map(withGenre.map(({ genreId, id }) => [id, genreId]))
  const rows = tally(plays, ({ artistId }) => genreOf.get(artistId) ?? null).map(({ day, id, plays }) => ({
    ...{ day, genreId: id, plays }
  }))
  yield* sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT 'genre', grain, bucket, heard.genre_id, sum(heard.plays)
    FROM ${genreDays.valuesOf(rows, "heard")}
    CROSS JOIN LATERAL (VALUES ${genreBuckets("heard.day")}) AS bucket (grain, bucket)
    GROUP BY grain, bucket, heard.genre_id
    ON CONFLICT (kind, grain, bucket, subject) DO UPDATE SET plays = listening_counts.plays + excluded.plays`
  if (rows.some(({ plays }) => plays < 0)) yield* sql`DELETE FROM listening_counts WHERE kind = 'genre' AND plays = 0`
})

export const genreBuckets = (day: string): Statement.Fragment => {
  const at = sql.literal(day)
  return sql`
    ('week'::listening_grain, date_trunc('week', ${at}::timestamp)::date),
    ('month', date_trunc('month', ${at}::timestamp)::date),
    ('year', date_trunc('year', ${at}::timestamp)::date)`
}

const distinct = (plays: ReadonlyArray<CountedPlay>, key: (play: CountedPlay) => LocalDate) =>
  Array.from(new Set(plays.map(key)))

const monthsOf = (plays: ReadonlyArray<CountedPlay>) => distinct(plays, (play) => `${play.day.slice(0, 7)}-01`)

/** The months and years of the plays, `ever`, and the windows that contain them. */
const touched = (plays: ReadonlyArray<CountedPlay>) => {
  const newest = plays.reduce((max, play) => (play.day > max ? play.day : max), "")
  return sql`
    SELECT 'month'::listening_grain AS grain,
      unnest(${monthsOf(plays)}::date[]) AS bucket
    UNION ALL SELECT 'year', unnest(${distinct(plays, (play) => `${play.day.slice(0, 4)}-01-01`)}::date[])
    UNION ALL SELECT 'ever', ${ever}::date
    UNION ALL SELECT grain, bucket FROM listening_buckets
      WHERE grain IN ('13weeks', '26weeks', '52weeks') AND bucket <= ${newest}::date`
}

const reopen = (plays: ReadonlyArray<CountedPlay>) =>
  sql`
    INSERT INTO listening_buckets (grain, bucket, settled)
    SELECT grain, bucket, false FROM (${touched(plays)}) AS touched
    ON CONFLICT (grain, bucket) DO UPDATE SET settled = false WHERE listening_buckets.settled`

/** Adds to complete buckets. A new bucket stays incomplete until the end of the sync. */
const countComplete = Effect.fn(function* (plays: ReadonlyArray<SignedPlay>, names: ReadonlyArray<CountedName>) {
  yield* sql`
    INSERT INTO listening_buckets (grain, bucket, settled)
    SELECT grain, bucket, false FROM (${touched(plays)}) AS touched
    ON CONFLICT DO NOTHING`
  yield* addToCounts(names)
  if (plays.every(({ sign }) => sign > 0)) return
  yield* sql`
    DELETE FROM listening_counts AS counted USING listening_buckets AS bucket
    WHERE counted.kind IN ('artist', 'album', 'track') AND counted.grain = bucket.grain
      AND counted.bucket = bucket.bucket AND counted.plays = 0`
  yield* deleteEmptyTotals
})

const deleteEmptyTotals = sql`DELETE FROM listening_totals WHERE grain <> 'day' AND plays = 0`

const isComplete = (grain: "month") => sql`listening_buckets.grain = ${grain} AND listening_buckets.settled`

/** The names of a play, as `(kind, subject)`. */
export const subjects: Statement.Fragment = sql`
  ('artist'::listening_kind, artist_id), ('album', album_id), ('track', track_id)`

const addToCounts = (names: ReadonlyArray<CountedName>) =>
  sql`
    WITH expanded AS (
      SELECT kind, bucket.grain, bucket.bucket, subject, sum(name.plays) AS plays
      FROM ${countedNames.valuesOf(names, "name")}
      JOIN listening_buckets AS bucket ON bucket.settled AND (
        bucket.grain = 'ever'
        OR bucket.grain = 'year' AND bucket.bucket = date_trunc('year', name.day::timestamp)::date
        OR bucket.grain IN ('13weeks', '26weeks', '52weeks') AND bucket.bucket <= name.day
      )
      GROUP BY kind, bucket.grain, bucket.bucket, subject HAVING sum(name.plays) <> 0
    ), counted AS (
      INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
      SELECT kind, grain, bucket, subject, plays FROM expanded
      ON CONFLICT (kind, grain, bucket, subject) DO UPDATE SET plays = listening_counts.plays + excluded.plays
      RETURNING kind, grain, bucket, subject, CASE WHEN xmax = 0 THEN 1 WHEN plays = 0 THEN -1 ELSE 0 END AS shift
    )
    INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks)
    SELECT grain, bucket, coalesce(sum(expanded.plays) FILTER (WHERE kind = 'track'), 0),
      coalesce(sum(shift) FILTER (WHERE kind = 'artist'), 0),
      coalesce(sum(shift) FILTER (WHERE kind = 'album'), 0), coalesce(sum(shift) FILTER (WHERE kind = 'track'), 0)
    FROM counted JOIN expanded USING (kind, grain, bucket, subject) GROUP BY grain, bucket
    ${addedTotals}`

/**
 * Totals of months from their plays, because distinct artists cannot be added up. The bounds on `played_at` are for the
 * index. A local day differs from UTC by less than them.
 */
export const monthTotals = (months: Statement.Fragment): Statement.Fragment =>
  sql`
    SELECT month.bucket, count(*) AS plays, count(DISTINCT artist_id) AS artists, count(DISTINCT album_id) AS albums,
      count(DISTINCT track_id) AS tracks
    FROM (${months}) AS month (bucket)
    JOIN listening_plays AS play ON play.visible AND play.day >= month.bucket
      AND play.day < month.bucket + interval '1 month'
      AND play.played_at >= month.bucket - interval '2 days'
      AND play.played_at < month.bucket + interval '1 month 2 days'
    GROUP BY month.bucket`

/** Plays of a name in a month, by an index. The bounds are those of `monthTotals`. */
const playsInMonth = (column: string) => sql`(
  SELECT count(*) FROM listening_plays AS play
  WHERE play.visible AND ${sql.literal(`play.${column}`)} = subject
    AND play.day >= moved.bucket AND play.day < moved.bucket + interval '1 month'
    AND play.played_at >= moved.bucket - interval '2 days'
    AND play.played_at < moved.bucket + interval '1 month 2 days')`

/** Updates the totals of complete months from the names that changed: those that appear in a month or leave it. */
const shiftMonths = Effect.fn(function* (names: ReadonlyArray<CountedName>) {
  yield* sql`
    WITH moved AS (
      SELECT kind, listening_buckets.bucket, subject, sum(name.plays) AS plays
      FROM ${countedNames.valuesOf(names, "name")}
      JOIN listening_buckets
        ON ${isComplete("month")} AND listening_buckets.bucket = date_trunc('month', name.day::timestamp)::date
      GROUP BY kind, listening_buckets.bucket, subject HAVING sum(name.plays) <> 0
    ), shifted AS (
      SELECT kind, bucket, plays, (heard > 0)::int - (heard > plays)::int AS shift
      FROM moved CROSS JOIN LATERAL (
        SELECT CASE kind
          WHEN 'artist' THEN ${playsInMonth("artist_id")} WHEN 'album' THEN ${playsInMonth("album_id")}
          ELSE ${playsInMonth("track_id")} END AS heard
      ) AS now
    )
    INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks)
    SELECT 'month', bucket, coalesce(sum(plays) FILTER (WHERE kind = 'track'), 0),
      coalesce(sum(shift) FILTER (WHERE kind = 'artist'), 0),
      coalesce(sum(shift) FILTER (WHERE kind = 'album'), 0), coalesce(sum(shift) FILTER (WHERE kind = 'track'), 0)
    FROM shifted GROUP BY bucket
    ${addedTotals}`
  yield* deleteEmptyTotals
})

const addedTotals = sql`
  ON CONFLICT (grain, bucket) DO UPDATE SET
    plays = listening_totals.plays + excluded.plays, artists = listening_totals.artists + excluded.artists,
    albums = listening_totals.albums + excluded.albums, tracks = listening_totals.tracks + excluded.tracks`

export const countMonths = (months: Statement.Fragment) =>
  Effect.zipRight(
    sql`DELETE FROM listening_totals WHERE grain = 'month' AND bucket IN (${months})`,
    sql`
      INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks)
      SELECT 'month'::listening_grain, counted.* FROM (${monthTotals(months)}) AS counted`
  )
