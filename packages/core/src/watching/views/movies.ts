import { Schema } from "effect"
import type { MovieFact, MovieProfile, MovieWatch, SeenMovie, WatchFact, WatchedMovie } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import { viewOf } from "../../kit/record.js"
import {
  Amount,
  Text,
  Timestamp,
  isoOrNull,
  idField,
  titleField,
  optionalYearField,
  publicField,
  privateField
} from "../../shared/fields.js"
import { movieFields, occurrence, opinion } from "../model.js"

const { rating, ...review } = opinion
const shownOccurrence = viewOf(occurrence)
const shownRating = viewOf({ rating })
const shownReview = viewOf(review)

/** One viewing. `percent_complete` is null: only complete viewings are stored. */
const watchFields = {
  ...shownOccurrence.schemas,
  user_rating: publicField(
    Schema.NullOr(Schema.Number.annotations({ description: "0.5 to 5" })),
    "The person's own rating, 0.5 to 5",
    4.5
  ),
  percent_complete: publicField(Amount, "Watched share in percent", 97),
  ...shownReview.schemas
}
type Watch = Schema.Struct.Type<typeof watchFields>

const watchView = (watch: WatchFact): Watch => ({
  ...shownOccurrence.of(watch),
  user_rating: watch.rating,
  percent_complete: null,
  ...shownReview.of(watch)
})

/** One viewing in a film's history. */
export const HistoryEntry = Schema.Struct({ id: idField, ...watchFields }).annotations({
  identifier: "WatchHistoryEntry"
})
type HistoryEntry = typeof HistoryEntry.Type

export const historyEntry = (watch: WatchFact): HistoryEntry => ({ id: watch.id, ...watchView(watch) })

const { contentRating: _, durationMin, genres, ...catalogue } = movieFields
const shownContents = viewOf({ genres, durationMin })
const shownCatalogue = viewOf(catalogue)

const fields = {
  id: idField,
  title: titleField,
  year: publicField(Amount, "Year of release", 1992),
  director: publicField(Text, "First director", "Fenlava Osria"),
  directors: publicField(Schema.Array(Schema.String), "Directors", ["Fenlava Osria"]),
  ...shownContents.schemas,
  rating: publicField(
    Schema.NullOr(Schema.String.annotations({ description: "The content rating, such as PG-13; not a score" })),
    "Age rating, such as PG-13",
    "PG-13"
  ),
  image: imageField,
  ...shownCatalogue.schemas
}

export const Movie = Schema.Struct(fields).annotations({ identifier: "Movie" })
export type Movie = typeof Movie.Type

const movieView = (movie: MovieFact, image: ToImage): Movie => ({
  id: movie.id,
  title: movie.title,
  year: movie.year,
  director: movie.directors[0] ?? null,
  directors: movie.directors,
  ...shownContents.of(movie),
  rating: movie.contentRating,
  image: image(movie.picture),
  ...shownCatalogue.of(movie)
})

/** One item of `GET /v1/watching/movies`. */
export const MovieListItem = Schema.Struct({
  ...fields,
  last_watched_at: publicField(
    Schema.NullOr(Timestamp),
    "Time of the last viewing; diary entries without a review count only if no other source reports that viewing",
    "2026-03-14T12:00:00.000Z"
  )
}).annotations({ identifier: "MovieListItem" })
export type MovieListItem = typeof MovieListItem.Type

export const movieListItem =
  (image: ToImage) =>
  (movie: WatchedMovie): MovieListItem => ({
    ...movieView(movie, image),
    last_watched_at: isoOrNull(movie.lastWatchedAt)
  })

/** `GET /v1/watching/movies/{id}`: the viewings newest first. */
export const MovieDetail = Schema.Struct({
  ...fields,
  first_watched_at: publicField(Schema.NullOr(Timestamp), "Time of the first viewing", "2024-02-01T12:00:00.000Z"),
  last_watched_at: publicField(
    Schema.NullOr(Timestamp),
    "Time of the last viewing; diary entries without a review count only if no other source reports that viewing",
    "2026-03-14T12:00:00.000Z"
  ),
  watch_history: publicField(Schema.Array(HistoryEntry), "All viewings, newest first")
}).annotations({ identifier: "MovieDetail" })
export type MovieDetail = typeof MovieDetail.Type

export const movieDetail = (
  { firstWatchedAt, lastWatchedAt, movie, watches }: MovieProfile,
  image: ToImage
): MovieDetail => ({
  ...movieView(movie, image),
  first_watched_at: isoOrNull(firstWatchedAt),
  last_watched_at: isoOrNull(lastWatchedAt),
  watch_history: watches.map(historyEntry)
})

/** One item of `GET /v1/watching/recent`. */
export const RecentWatch = Schema.Struct({ movie: publicField(Movie, "Film"), ...watchFields }).annotations({
  identifier: "RecentWatch"
})

export type RecentWatch = typeof RecentWatch.Type

export const recentItem =
  (image: ToImage) =>
  (watch: MovieWatch): RecentWatch => ({ movie: movieView(watch.movie, image), ...watchView(watch) })

const shownRatings = viewOf({ tmdbId: movieFields.tmdbId, tmdbRating: movieFields.tmdbRating })

/** A film in lists of ratings and reviews. */
export const RatedMovie = Schema.Struct({
  id: idField,
  title: titleField,
  year: optionalYearField,
  ...shownRatings.schemas,
  image: imageField
}).annotations({ identifier: "RatedMovie" })
export type RatedMovie = typeof RatedMovie.Type

export const ratedMovie = ({ movie }: Pick<SeenMovie, "movie">, image: ToImage): RatedMovie => ({
  id: movie.id,
  title: movie.title,
  year: movie.year,
  ...shownRatings.of(movie),
  image: image(movie.picture)
})

/** The viewing that a rating or a review is about. */
const ratedFields = {
  review_url: shownReview.schemas.review_url,
  watched_at: publicField(
    Schema.NullOr(Timestamp),
    "Time of the viewing; noon UTC for diary entries, which have no time of day",
    "2026-03-14T12:00:00.000Z"
  ),
  source: shownOccurrence.schemas.source
}

const ratedView = ({ reviewUrl, source, watchedAt }: SeenMovie) => ({
  review_url: reviewUrl,
  watched_at: isoOrNull(watchedAt),
  source
})

/** One item of `GET /v1/watching/ratings`: a film with its newest rating. */
export const RatingItem = Schema.Struct({
  movie: publicField(RatedMovie, "Film"),
  user_rating: publicField(Schema.Number, "The person's own rating, 0.5 to 5", 4.5),
  ...ratedFields
}).annotations({ identifier: "RatingItem" })
export type RatingItem = typeof RatingItem.Type

export const ratingItem =
  (image: ToImage) =>
  (watch: SeenMovie): RatingItem => ({
    movie: ratedMovie(watch, image),
    user_rating: watch.rating ?? 0,
    ...ratedView(watch)
  })

/** One item of `GET /v1/watching/reviews`. */
export const ReviewItem = Schema.Struct({
  movie: publicField(RatedMovie, "Film"),
  ...shownRating.schemas,
  review: privateField(Schema.String, "The person's own review", "Better than I remembered."),
  ...ratedFields
}).annotations({ identifier: "ReviewItem" })
export type ReviewItem = typeof ReviewItem.Type

export const reviewItem =
  (image: ToImage) =>
  (watch: SeenMovie): ReviewItem => ({
    movie: ratedMovie(watch, image),
    user_rating: watch.rating,
    review: watch.review ?? "",
    ...ratedView(watch)
  })
