import type { Fact } from "@daybook/core/watching"
import type { SqlClient, Statement } from "@effect/sql"
import { type PictureColumn, pictureOf, toPicture } from "../../pictures.js"

/** How films and viewings are read: columns by an alias of each table, and back into facts. */
export interface MovieRow extends Omit<Fact.MovieFact, "id" | "picture"> {
  readonly movieId: number
  readonly picture: PictureColumn
}

/** Of `movie`, a row of watching_titles. */
export const movieColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  movie.id AS movie_id, movie.title, movie.year, movie.directors, movie.genres, movie.duration_min, movie.content_rating,
  movie.tmdb_rating, movie.tagline, movie.summary, ${numberOf(sql, "movie")} AS tmdb_id,
  (SELECT min(value) FROM watching_ids WHERE title_id = movie.id AND scheme = 'imdb') AS imdb_id,
  ${pictureOf(sql, "watching", "movie", "movie.id")} AS picture`

/** TMDB's number of a title. */
export const numberOf = (sql: SqlClient.SqlClient, alias: string): Statement.Fragment =>
  sql`(SELECT min(value::int) FROM watching_ids WHERE title_id = ${sql.literal(alias)}.id AND scheme = 'tmdb')`

export const toMovie = (row: MovieRow): Fact.MovieFact => ({
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

/** Viewings of films, and films that were seen at an unknown time: those have no `at`. */
export const seenMovies = (sql: SqlClient.SqlClient): Statement.Fragment => sql`(
  SELECT id, title_id, at, source, rating, rewatch, review, review_url, reliable FROM watching_watches WHERE episode_id IS NULL
  UNION ALL
  SELECT id, title_id, NULL::timestamptz, source, rating, coalesce(rewatch, false), review, review_url, false FROM watching_reports WHERE at IS NULL AND NOT dismissed
)`

/** A viewing is stored as it is answered. */
export type WatchRow = Fact.WatchFact

/** Of `watch`, a row of watching_watches. */
export const watchColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  watch.id, watch.at AS watched_at, watch.source, watch.rating, watch.rewatch, watch.review, watch.review_url`

export const toWatch = (row: WatchRow): Fact.WatchFact => ({
  id: row.id,
  watchedAt: row.watchedAt,
  source: row.source,
  rating: row.rating,
  rewatch: row.rewatch,
  review: row.review,
  reviewUrl: row.reviewUrl
})
