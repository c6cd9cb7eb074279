import { Schema } from "effect"
import type { MovieFact, MovieProfile, WatchedMovie } from "../facts.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Amount, Text, Timestamp, isoOrNull } from "../../shared/fields.js"
import { HistoryEntry, historyEntry } from "./watch.js"

const fields = {
  id: Schema.Number,
  title: Schema.String,
  year: Amount,
  director: Text,
  directors: Schema.Array(Schema.String),
  genres: Schema.Array(Schema.String),
  duration_min: Amount,
  rating: Schema.NullOr(Schema.String.annotations({ description: "The content rating, such as PG-13; not a score" })),
  image: OptionalImage,
  imdb_id: Text,
  tmdb_id: Amount,
  tmdb_rating: Amount,
  tagline: Text,
  summary: Text
}

/** A film (contract §4). */
export const Movie = Schema.Struct(fields).annotations({ identifier: "Movie" })
export type Movie = typeof Movie.Type

export const movieView = (movie: MovieFact, image: ToImage): Movie => ({
  id: movie.id,
  title: movie.title,
  year: movie.year,
  director: movie.directors[0] ?? null,
  directors: movie.directors,
  genres: movie.genres,
  duration_min: movie.durationMin,
  rating: movie.contentRating,
  image: image(movie.picture),
  imdb_id: movie.imdbId,
  tmdb_id: movie.tmdbId,
  tmdb_rating: movie.tmdbRating,
  tagline: movie.tagline,
  summary: movie.summary
})

/** One item of `GET /v1/watching/movies`. */
export const MovieListItem = Schema.Struct({ ...fields, last_watched_at: Schema.NullOr(Timestamp) }).annotations({ identifier: "MovieListItem" })
export type MovieListItem = typeof MovieListItem.Type

export const movieListItem = (image: ToImage) => (movie: WatchedMovie): MovieListItem => ({
  ...movieView(movie, image),
  last_watched_at: isoOrNull(movie.lastWatchedAt)
})

/** `GET /v1/watching/movies/{id}`: the viewings newest first. */
export const MovieDetail = Schema.Struct({
  ...fields,
  first_watched_at: Schema.NullOr(Timestamp),
  last_watched_at: Schema.NullOr(Timestamp),
  watch_history: Schema.Array(HistoryEntry)
}).annotations({ identifier: "MovieDetail" })
export type MovieDetail = typeof MovieDetail.Type

export const movieDetail = ({ firstWatchedAt, lastWatchedAt, movie, watches }: MovieProfile, image: ToImage): MovieDetail => ({
  ...movieView(movie, image),
  first_watched_at: isoOrNull(firstWatchedAt),
  last_watched_at: isoOrNull(lastWatchedAt),
  watch_history: watches.map(historyEntry)
})
