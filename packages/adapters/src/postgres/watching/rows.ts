import { type Fact, sources, titleKinds } from "@daybook/core/watching"
import { String } from "effect"
import { pictureColumn, pictureOf, toPicture } from "../entities.js"
import { type Columns, type RowOf, boolean, instant, nullable, number, oneOf, text, texts } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

export const titleKind = oneOf(titleKinds, "watching_kind")
export const watchSource = oneOf(sources, "watching_source")

/** The column names of a statement. */
export const namesIn = (columns: Columns) => sql.literal(Object.keys(columns).map(String.camelToSnake).join(", "))

/** TMDB id of a title. */
export const tmdbIdOf = (title: string) =>
  sql`(SELECT min(value::int) FROM watching_ids WHERE title_id = ${sql.literal(title)}.id AND scheme = 'tmdb')`

const films = table("watching_titles", {
  title: text,
  year: nullable(number),
  directors: texts,
  genres: texts,
  durationMin: nullable(number),
  contentRating: nullable(text),
  tmdbRating: nullable(number),
  tagline: nullable(text),
  summary: nullable(text)
})

export const movieColumns = {
  movieId: number,
  ...films.columns,
  tmdbId: nullable(number),
  imdbId: nullable(text),
  picture: pictureColumn
}

/** Of `movie`, a row of watching_titles. */
export const selectMovie = sql`
  movie.id AS movie_id, ${films.select("movie")}, ${tmdbIdOf("movie")} AS tmdb_id,
  (SELECT min(value) FROM watching_ids WHERE title_id = movie.id AND scheme = 'imdb') AS imdb_id,
  ${pictureOf("watching", "movie", "movie.id")} AS picture`

/** A row that may have more columns. */
export const toMovie = (row: RowOf<typeof movieColumns>): Fact.MovieFact => ({
  id: row.movieId,
  title: row.title,
  year: row.year,
  directors: row.directors,
  genres: row.genres,
  durationMin: row.durationMin,
  contentRating: row.contentRating,
  imdbId: row.imdbId,
  tmdbId: row.tmdbId,
  tmdbRating: row.tmdbRating,
  tagline: row.tagline,
  summary: row.summary,
  picture: toPicture("watching", "movie", row.movieId, row.picture)
})

/** Viewings of films, and films watched at an unknown time, which have no `at`. */
export const seenMovies = sql`(
  SELECT id, title_id, at, source, rating, rewatch, review, review_url, reliable FROM watching_watches WHERE episode_id IS NULL
  UNION ALL
  SELECT id, title_id, NULL::timestamptz, source, rating, coalesce(rewatch, false), review, review_url, false FROM watching_reports WHERE at IS NULL AND NOT dismissed
)`

const watches = table("watching_watches", {
  id: number,
  source: watchSource,
  rating: nullable(number),
  rewatch: boolean,
  review: nullable(text),
  reviewUrl: nullable(text)
})

export const watchColumns = { ...watches.columns, watchedAt: instant }

/** Of `watch`, a row of watching_watches. */
export const selectWatch = sql`${watches.select("watch")}, watch.at AS watched_at`

/** A row that may have more columns. */
export const toWatch = (row: RowOf<typeof watchColumns>): Fact.WatchFact => ({
  id: row.id,
  watchedAt: row.watchedAt,
  source: row.source,
  rating: row.rating,
  rewatch: row.rewatch,
  review: row.review,
  reviewUrl: row.reviewUrl
})
