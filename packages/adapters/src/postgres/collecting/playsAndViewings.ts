import {
  type CollectingStore,
  type Fact,
  type PlayedRecordQuery,
  artistConfidence,
  matchTypeOf
} from "@daybook/core/collecting"
import type { Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { type ColumnsOf, type RowOf, instant, nullable, number, outerJoined, text } from "../kit/columns.js"
import { pageOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { albumKey, isRejectedFilm } from "./decisions.js"
import type { Queries } from "../kit/store.js"
import {
  type Pictured,
  copyColumns,
  copySelect,
  discColumns,
  discSelect,
  discsWithFilms,
  toDisc,
  withPicture
} from "./rows.js"

type Store = Queries<Context.Tag.Service<CollectingStore>>

const matchColumns = {
  albumId: nullable(number),
  artistId: nullable(number),
  album: nullable(text),
  artist: nullable(text),
  lastPlayedAt: nullable(instant)
}

/** Totals over all copies are in every row. For an empty page, one extra row holds them. */
const playedColumns = {
  ...outerJoined({ ...copyColumns, plays: number, confidence: number }),
  id: nullable(number),
  ...matchColumns,
  copies: number,
  played: number,
  total: number
}

/** The last play of the album, or of the artist if only that matches. */
const lastPlay = (of: "page" | "matched"): Statement.Fragment =>
  sql.literal(`
    CASE
      WHEN ${of}.album_id IS NOT NULL
        THEN (SELECT max(played_at) FROM listening_plays WHERE visible AND album_id = ${of}.album_id)
      WHEN ${of}.artist_id IS NOT NULL
        THEN (SELECT max(played_at) FROM listening_plays WHERE visible AND artist_id = ${of}.artist_id)
    END AS last_played_at`)

/** The bucket of the counts of all time, if it is complete. */
const completeBucket = Effect.map(
  sql({ bucket: text })`SELECT bucket FROM listening_buckets WHERE grain = 'ever' AND settled`,
  ([ever]) => ever?.bucket ?? null
)

/** Joins copies with plays over names that were normalized when they were stored. */
export const plays: Pick<Store, "played" | "playsOfCopy"> = {
  played: (of) =>
    Effect.gen(function* () {
      const rows = yield* sql(playedColumns)`
        WITH ${yield* matches}, held AS MATERIALIZED (
          SELECT copy.id AS copy_id, copy.added_at AS since, matched.artist_id, matched.album_id,
            coalesce(matched.plays, 0) AS plays, coalesce(matched.confidence, 0) AS confidence
          FROM collecting_copies AS copy LEFT JOIN matched ON matched.release_id = copy.release_id
        ), page AS MATERIALIZED (
          SELECT * FROM held WHERE ${filterOf(of)} ORDER BY ${sorted(of)} ${pageOf(of.page)}
        )
        SELECT summed.copies, summed.played, summed.total, ${copySelect}, album.name AS album, artist.name AS artist,
          page.album_id, page.artist_id, page.plays, page.confidence, ${lastPlay("page")}
        FROM (
          SELECT count(*)::int AS copies, count(*) FILTER (WHERE ${hasAlbumPlays})::int AS played,
            count(*) FILTER (WHERE ${filterOf(of)})::int AS total
          FROM held
        ) AS summed
        LEFT JOIN page ON true
        LEFT JOIN collecting_copies AS copy ON copy.id = page.copy_id
        LEFT JOIN collecting_releases AS release ON release.id = copy.release_id
        LEFT JOIN listening_albums AS album ON album.id = page.album_id
        LEFT JOIN listening_artists AS artist ON artist.id = page.artist_id
        ORDER BY ${sorted(of)}`
      const [first] = rows
      return {
        rows: rows.flatMap(({ id, ...row }) => (id === null ? [] : [toFact({ ...row, id })])),
        total: first?.total ?? 0,
        share: { all: first?.copies ?? 0, part: first?.played ?? 0 }
      }
    }),
  playsOfCopy: (id) =>
    Effect.gen(function* () {
      const [row] = yield* sql({ ...matchColumns, plays: number, confidence: number })`
        WITH ${matched(yield* completeBucket, id)}
        SELECT matched.album_id, matched.artist_id, album.name AS album, artist.name AS artist,
          coalesce(matched.plays, 0) AS plays, coalesce(matched.confidence, 0) AS confidence, ${lastPlay("matched")}
        FROM collecting_copies AS copy LEFT JOIN matched ON matched.release_id = copy.release_id
        LEFT JOIN listening_albums AS album ON album.id = matched.album_id
        LEFT JOIN listening_artists AS artist ON artist.id = matched.artist_id
        WHERE copy.id = ${id}`
      return Option.map(Option.fromNullable(row), (row) => ({ ...row, match: matchTypeOf(row.confidence) }))
    })
}

const toFact = ({
  album,
  albumId,
  artist,
  artistId,
  confidence,
  copies: _copies,
  played: _played,
  lastPlayedAt,
  plays,
  total: _total,
  ...copy
}: RowOf<typeof playedColumns> & { readonly id: number }): Fact.PlayedCopy => ({
  copy: withPicture(copy),
  albumId,
  artistId,
  album,
  artist,
  plays,
  lastPlayedAt,
  match: matchTypeOf(confidence),
  confidence
})

/** Plays of the artist alone do not count. */
const hasAlbumPlays = sql.literal(`confidence > ${artistConfidence}`)

const filterOf = ({ filter }: PlayedRecordQuery): Statement.Fragment =>
  filter === "all" ? sql`true` : filter === "listened" ? hasAlbumPlays : sql`NOT ${hasAlbumPlays}`

const sorted = ({ sort }: PlayedRecordQuery): Statement.Fragment =>
  sql.literal(sort === "plays" ? "plays DESC, copy_id DESC" : "since DESC NULLS LAST, copy_id DESC")

/** Digits, and a Roman numeral at the end. */
const numbersIn = (column: string): Statement.Fragment =>
  sql.literal(`regexp_replace(${column}, '[^0-9]', '', 'g') || coalesce(substring(${column} from ' ([ivx]+)$'), '')`)

const third = "length(release.match_name) / 3"
const hasThird = (place: number) =>
  `strpos(album.match_name, substr(release.match_name, ${third} * ${place} + 1, ${third})) > 0`

/** Cheap pre-filter: two edits leave at least a third of a name unchanged. */
const shareAThird = sql.literal(`(${[0, 1, 2].map(hasThird).join(" OR ")})`)

/** What a person decided, else the edit distance; null if it is too large. */
const closeness = sql`
  CASE
    WHEN decided.same THEN 1.0::float8
    WHEN NOT decided.same THEN NULL
    WHEN album.match_name = release.match_name THEN 1.0::float8
    WHEN album.match_base = release.match_base
      AND (album.match_name = album.match_base OR release.match_name = release.match_base) THEN 1.0::float8
    WHEN abs(length(album.match_name) - length(release.match_name)) > 2 OR NOT ${shareAThird} THEN NULL
    WHEN ${numbersIn("album.sort_name")} <> ${numbersIn("release.sort_title")} THEN NULL
    ELSE CASE collecting_distance(album.match_name, release.match_name)
      WHEN 1 THEN 0.9::float8 WHEN 2 THEN 0.7::float8 END
  END`

/**
 * The best match of each release. An album of the artist with the same name, ignoring the edition, comes first. Next
 * comes an album at most two letters off with the same numbers: a second volume is a different album. Otherwise only
 * the artist matches. With `copy`, only that of its release.
 */
const matched = (ever: string | null, copy: number | null): Statement.Fragment => sql`
  known AS MATERIALIZED (
    SELECT DISTINCT named.release_id, artist.id AS artist_id, artist.match_name FROM collecting_names AS named
    JOIN listening_artists AS artist ON artist.match_name = named.match_name AND artist.heard AND NOT artist.hidden
    WHERE ${copy === null ? sql`true` : sql`named.release_id = (SELECT release_id FROM collecting_copies WHERE id = ${copy})`}
  ), close AS MATERIALIZED (
    SELECT known.release_id, known.artist_id, album.id AS album_id, album.match_name = release.match_name AS same,
      ${closeness} AS confidence
    FROM known JOIN collecting_releases AS release ON release.id = known.release_id
    JOIN listening_albums AS album ON album.artist_id = known.artist_id AND album.heard AND NOT album.hidden
    LEFT JOIN collecting_decisions AS decided ON decided.kind = 'release' AND decided.subject = known.release_id
      AND decided.name = ${albumKey("known", "album")}
  ), found AS MATERIALIZED (
    SELECT *, ${playsOf("album", "close.album_id", ever)} AS plays FROM close WHERE confidence IS NOT NULL
  ), alone AS (
    SELECT release_id, artist_id, ${playsOf("artist", "known.artist_id", ever)} AS plays FROM known
    WHERE NOT EXISTS (SELECT FROM found WHERE found.release_id = known.release_id)
  ), matched AS MATERIALIZED (
    (SELECT DISTINCT ON (release_id) release_id, artist_id, album_id, plays, confidence FROM found
      ORDER BY release_id, confidence DESC, same DESC, plays DESC, album_id)
    UNION ALL
    (SELECT DISTINCT ON (release_id) release_id, artist_id, NULL, plays, ${sql.literal(String(artistConfidence))}
      FROM alone ORDER BY release_id, plays DESC, artist_id)
  )`

/** The query `matched`, with the all-time counts if they are complete. */
export const matches = Effect.map(completeBucket, (bucket) => matched(bucket, null))

/** All-time counts if that bucket is complete, else counted from the plays. */
const playsOf = (kind: "artist" | "album", id: string, ever: string | null): Statement.Fragment =>
  ever === null
    ? sql`(
        SELECT count(*)::int FROM listening_plays AS play
        WHERE visible AND play.${sql(`${kind}_id`)} = ${sql.literal(id)}
      )`
    : sql`coalesce((
        SELECT plays FROM listening_counts
        WHERE kind = ${kind} AND grain = 'ever' AND bucket = ${ever}::date AND subject = ${sql.literal(id)}
      ), 0)`

const watchedColumns: ColumnsOf<Pictured<Fact.WatchedDisc>> = {
  ...discColumns,
  watches: number,
  lastWatchedAt: nullable(instant)
}

const viewingColumns: ColumnsOf<Fact.ViewingFact> = { watchedAt: instant, source: text, rating: nullable(number) }

/**
 * Matches films on disc with the watching domain: by TMDB or IMDb id, else by title and year. Film diary exports have
 * no ids, and sources disagree about years. A union instead of an OR, because each branch uses its own index.
 */
const seen = (films: Statement.Fragment): Statement.Fragment => sql`
  SELECT film.id AS film_id, known.title_id FROM ${films} AS film
  JOIN watching_ids AS known ON known.kind = 'movie' AND known.scheme = 'tmdb' AND known.value = film.tmdb_id::text
  UNION
  SELECT film.id, known.title_id FROM ${films} AS film
  JOIN watching_ids AS known ON known.kind = 'movie' AND known.scheme = 'imdb' AND known.value = film.imdb_id
  UNION
  SELECT film.id, title.id FROM ${films} AS film
  JOIN watching_titles AS title ON title.kind = 'movie' AND title.match_title = film.match_title
    AND title.year BETWEEN film.year - 1 AND film.year + 1
  WHERE NOT EXISTS (
    SELECT FROM watching_ids AS known
    WHERE known.title_id = title.id AND known.scheme = 'tmdb' AND film.tmdb_id IS NOT NULL
  ) AND NOT ${isRejectedFilm("film", "title")}`

const tallies: Statement.Fragment = sql`
  SELECT seen.film_id, sum(watch.watches)::int AS watches, max(watch.last) AS last_watched_at
  FROM (${seen(sql`collecting_films`)}) AS seen
  JOIN (
    SELECT title_id, count(*) AS watches, max(at) AS last
    FROM watching_watches WHERE episode_id IS NULL GROUP BY title_id
  ) AS watch ON watch.title_id = seen.title_id
  GROUP BY seen.film_id`

/** Joins discs with viewings. */
export const watched: Pick<Store, "watched"> = {
  watched: ({ filter, page }) =>
    Effect.gen(function* () {
      const where =
        filter === "all"
          ? sql`true`
          : filter === "watched"
            ? sql`tally.film_id IS NOT NULL`
            : sql`tally.film_id IS NULL`
      const from = sql`
        FROM ${discsWithFilms} LEFT JOIN tally ON tally.film_id = film.id`
      const [summary] = yield* sql({ all: number, part: number, total: number })`
        WITH tally AS MATERIALIZED (${tallies})
        SELECT count(DISTINCT film.id)::int AS all, count(DISTINCT tally.film_id)::int AS part,
          count(*) FILTER (WHERE ${where})::int AS total
        ${from}`
      const rows = yield* sql(watchedColumns)`
        WITH tally AS MATERIALIZED (${tallies})
        SELECT ${discSelect}, coalesce(tally.watches, 0) AS watches, tally.last_watched_at ${from} WHERE ${where}
        ORDER BY disc.collected_at DESC, disc.id DESC ${pageOf(page)}`
      return {
        rows: rows.map(toDisc),
        total: summary?.total ?? 0,
        share: { all: summary?.all ?? 0, part: summary?.part ?? 0 }
      }
    })
}

const filmOf = (discId: number): Statement.Fragment => sql`(
  SELECT * FROM collecting_films WHERE id = (SELECT film_id FROM collecting_discs WHERE id = ${discId})
)`

/** The film on a disc in the watching domain: the one with the most viewings, if it has several titles there. */
export const movieOf = (discId: number) =>
  Effect.map(
    sql({ titleId: number })`
      SELECT seen.title_id FROM (${seen(filmOf(discId))}) AS seen
      LEFT JOIN watching_watches AS watch ON watch.title_id = seen.title_id AND watch.episode_id IS NULL
      GROUP BY seen.title_id ORDER BY count(watch.id) DESC, seen.title_id LIMIT 1`,
    ([row]) => row?.titleId ?? null
  )

/** Viewings of the film on a disc, newest first. */
export const viewingsOf = (discId: number) => {
  const film = filmOf(discId)
  return sql(viewingColumns)`
    SELECT watch.at AS watched_at, watch.source::text AS source, watch.rating::float8 AS rating
    FROM (${seen(film)}) AS seen
    JOIN watching_watches AS watch ON watch.title_id = seen.title_id AND watch.episode_id IS NULL
    ORDER BY watch.at DESC, watch.id DESC`
}
