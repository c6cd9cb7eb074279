import { type Fact, movieFields, occurrence, opinion, titleKinds } from "@daybook/core/watching"
import { pictureColumn, pictureOf, toPicture, shownIds } from "../entities.js"
import { type Columns, type RowOf, nullable, number, oneOf, text, texts } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

export const titleKind = oneOf(titleKinds, "watching_kind")

/** The part of a row that some columns describe. */
const partOf = <C extends Columns>(columns: C, row: RowOf<C>): RowOf<C> =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, row[name]])) as RowOf<C>

/** TMDB id of a title. */
export const tmdbIdOf = (title: string) => sql`(
  SELECT min(value::int) FROM ${shownIds} AS known WHERE title_id = ${sql.literal(title)}.id AND scheme = 'tmdb'
)`

const { imdbId, tmdbId, ...described } = columnsOf(movieFields)
const films = table("watching_titles", { title: text, year: nullable(number), directors: texts, ...described })
const movieFactColumns = { ...films.columns, tmdbId, imdbId }

export const movieColumns = { movieId: number, ...movieFactColumns, picture: pictureColumn }

/** Of `movie`, a row of watching_titles. */
export const selectMovie = sql`
  movie.id AS movie_id, ${films.select("movie")}, ${tmdbIdOf("movie")} AS tmdb_id,
  (SELECT min(value) FROM ${shownIds} AS known WHERE title_id = movie.id AND scheme = 'imdb') AS imdb_id,
  ${pictureOf("watching", "movie", "movie.id")} AS picture`

/** A row that may have more columns. */
export const toMovie = (row: RowOf<typeof movieColumns>): Fact.MovieFact => ({
  ...partOf(movieFactColumns, row),
  id: row.movieId,
  picture: toPicture("watching", "movie", row.movieId, row.picture)
})

/** The ids of a title and of those that are a part of it; `title` is an expression of its id. */
export const partsOf = (title: string) => sql`(
  SELECT ${sql.literal(title)} UNION ALL SELECT id FROM watching_titles WHERE stand_in = ${sql.literal(title)}
)`

/**
 * The rating of a film itself, else of a part of it, by the first of `raters` that has one; `title` is an expression of
 * its id.
 */
export const ratingOf = (raters: ReadonlyArray<string>, title: string) => sql`(
  SELECT own.rating FROM watching_ratings AS own
  WHERE own.title_id IN ${partsOf(title)} AND own.source = ANY(${raters}::text[])
  ORDER BY own.title_id <> ${sql.literal(title)}, array_position(${raters}::text[], own.source),
    own.rating DESC
  LIMIT 1
)`

/** Whether a report says that something was seen, and neither it nor a correction says when. */
export const isUndated = (report: string) => {
  const of = sql.literal(report)
  return sql`(${of}.at IS NULL AND ${of}.given_date IS NULL AND NOT ${of}.dismissed)`
}

/** Viewings of films, and films watched at an unknown time, which have no `at`. */
export const seenMovies = sql`(
  SELECT id, title_id, at, source, rating, rewatch, review, review_url, reliable
  FROM watching_watches WHERE episode_id IS NULL
  UNION ALL
  SELECT report.id, coalesce(title.stand_in, title.id), NULL::timestamptz, report.source, report.rating,
    coalesce(report.rewatch, false), report.review, report.review_url, false
  FROM watching_reports AS report JOIN watching_titles AS title ON title.id = report.title_id
  WHERE ${isUndated("report")} AND report.episode_id IS NULL AND title.kind = 'movie' AND NOT title.hidden
)`

/** Reports of a title, its episodes and its parts that were watched at an unknown time; `title` as in `partsOf`. */
export const undatedOf = (title: string) => sql`(
  SELECT id, source, coalesce(shown_episode_id, episode_id) AS episode_id, plays FROM watching_reports AS report
  WHERE title_id IN ${partsOf(title)} AND ${isUndated("report")}
    AND NOT EXISTS (
      SELECT FROM watching_titles WHERE id = ${sql.literal(title)} AND (hidden OR stand_in IS NOT NULL)
    )
)`

const { watchedAt, ...origin } = columnsOf(occurrence)
const watches = table("watching_watches", { id: number, ...origin, ...columnsOf(opinion) })

export const watchColumns = { ...watches.columns, watchedAt }

/** Of `watch`, a row of watching_watches. */
export const selectWatch = sql`${watches.select("watch")}, watch.at AS watched_at`

/** A row that may have more columns. */
export const toWatch = (row: RowOf<typeof watchColumns>): Fact.WatchFact => partOf(watchColumns, row)
