import { Schema } from "effect"
import type { SeenMovie } from "../facts.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Amount, Text, Timestamp, isoOrNull } from "../../shared/fields.js"
import { Source } from "./watch.js"

/** A film in lists of what the person said of films. */
export const RatedMovie = Schema.Struct({
  id: Schema.Number,
  title: Schema.String,
  year: Amount,
  tmdb_id: Amount,
  tmdb_rating: Amount,
  image: OptionalImage
}).annotations({ identifier: "RatedMovie" })
export type RatedMovie = typeof RatedMovie.Type

export const ratedMovie = ({ movie }: Pick<SeenMovie, "movie">, image: ToImage): RatedMovie => ({
  id: movie.id,
  title: movie.title,
  year: movie.year,
  tmdb_id: movie.tmdbId,
  tmdb_rating: movie.tmdbRating,
  image: image(movie.picture)
})

/** One item of `GET /v1/watching/ratings`: a film with its newest rating. */
export const RatingItem = Schema.Struct({
  movie: RatedMovie,
  user_rating: Schema.Number,
  review_url: Text,
  watched_at: Schema.NullOr(Timestamp),
  source: Source
}).annotations({ identifier: "RatingItem" })
export type RatingItem = typeof RatingItem.Type

export const ratingItem = (image: ToImage) => (watch: SeenMovie): RatingItem => ({
  movie: ratedMovie(watch, image),
  user_rating: watch.rating ?? 0,
  review_url: watch.reviewUrl,
  watched_at: isoOrNull(watch.watchedAt),
  source: watch.source
})

/** One item of `GET /v1/watching/reviews`. */
export const ReviewItem = Schema.Struct({
  movie: RatedMovie,
  user_rating: Amount,
  review: Schema.String,
  review_url: Text,
  watched_at: Schema.NullOr(Timestamp),
  source: Source
}).annotations({ identifier: "ReviewItem" })
export type ReviewItem = typeof ReviewItem.Type

export const reviewItem = (image: ToImage) => (watch: SeenMovie): ReviewItem => ({
  movie: ratedMovie(watch, image),
  user_rating: watch.rating,
  review: watch.review ?? "",
  review_url: watch.reviewUrl,
  watched_at: isoOrNull(watch.watchedAt),
  source: watch.source
})
