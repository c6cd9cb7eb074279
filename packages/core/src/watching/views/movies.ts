import { Schema } from "effect"
import type { MovieFact, MovieProfile, MovieWatch, SeenMovie, WatchFact, WatchedMovie } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import {
  Amount,
  Text,
  Timestamp,
  iso,
  isoOrNull,
  withExample,
  field,
  idField,
  titleField,
  optionalYearField
} from "../../shared/fields.js"
import { sources } from "../model.js"

export const Source = Schema.Literal(...sources)

/** One viewing. `percent_complete` is null: only complete viewings are stored. */
const watchFields = {
  watched_at: withExample(Timestamp, "2026-03-14T12:00:00.000Z"),
  source: field(Source, "Source that reported the record"),
  user_rating: field(
    Schema.NullOr(Schema.Number.annotations({ description: "0.5 to 5" })),
    "The person's own rating, 0.5 to 5",
    4.5
  ),
  percent_complete: field(Amount, "Watched share in percent", 97),
  rewatch: field(Schema.Boolean, "Whether the film had been watched before", false),
  review: field(Text, "The person's own review", "Better than I remembered."),
  review_url: field(Text, "Address of the review at Letterboxd", "https://letterboxd.com/ada/film/violet-chalk/")
}
type Watch = Schema.Struct.Type<typeof watchFields>

const watchView = (watch: WatchFact): Watch => ({
  watched_at: iso(watch.watchedAt),
  source: watch.source,
  user_rating: watch.rating,
  percent_complete: null,
  rewatch: watch.rewatch,
  review: watch.review,
  review_url: watch.reviewUrl
})

/** One viewing in a film's history. */
const HistoryEntry = Schema.Struct({ id: idField, ...watchFields }).annotations({ identifier: "WatchHistoryEntry" })
type HistoryEntry = typeof HistoryEntry.Type

const historyEntry = (watch: WatchFact): HistoryEntry => ({ id: watch.id, ...watchView(watch) })

const fields = {
  id: idField,
  title: titleField,
  year: field(Amount, "Year of release", 1992),
  director: field(Text, "First director", "Fenlava Osria"),
  directors: field(Schema.Array(Schema.String), "Directors", ["Fenlava Osria"]),
  genres: field(Schema.Array(Schema.String), "Genres", ["Comedy"]),
  duration_min: field(Amount, "Running time in minutes", 111),
  rating: field(
    Schema.NullOr(Schema.String.annotations({ description: "The content rating, such as PG-13; not a score" })),
    "Age rating, such as PG-13",
    "PG-13"
  ),
  image: imageField,
  imdb_id: field(Text, "Id at IMDb", "tt2000374"),
  tmdb_id: field(Amount, "Id at TMDB", 100066),
  tmdb_rating: field(Amount, "Average rating at TMDB, 0 to 10", 6.8),
  tagline: field(Text, "Tagline", "Every hour has its price."),
  summary: field(Text, "Summary in a few sentences", "In Tanniska a watchmaker finds a map and cannot let it be.")
}

export const Movie = Schema.Struct(fields).annotations({ identifier: "Movie" })
export type Movie = typeof Movie.Type

const movieView = (movie: MovieFact, image: ToImage): Movie => ({
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
export const MovieListItem = Schema.Struct({
  ...fields,
  last_watched_at: field(
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
  first_watched_at: field(Schema.NullOr(Timestamp), "Time of the first viewing", "2024-02-01T12:00:00.000Z"),
  last_watched_at: field(
    Schema.NullOr(Timestamp),
    "Time of the last viewing; diary entries without a review count only if no other source reports that viewing",
    "2026-03-14T12:00:00.000Z"
  ),
  watch_history: field(Schema.Array(HistoryEntry), "All viewings, newest first")
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
export const RecentWatch = Schema.Struct({ movie: field(Movie, "Film"), ...watchFields }).annotations({
  identifier: "RecentWatch"
})

export type RecentWatch = typeof RecentWatch.Type

export const recentItem =
  (image: ToImage) =>
  (watch: MovieWatch): RecentWatch => ({ movie: movieView(watch.movie, image), ...watchView(watch) })

/** A film in lists of ratings and reviews. */
export const RatedMovie = Schema.Struct({
  id: idField,
  title: titleField,
  year: optionalYearField,
  tmdb_id: field(Amount, "Id at TMDB", 100066),
  tmdb_rating: field(Amount, "Average rating at TMDB, 0 to 10", 6.8),
  image: imageField
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
  movie: field(RatedMovie, "Film"),
  user_rating: field(Schema.Number, "The person's own rating, 0.5 to 5", 4.5),
  review_url: field(Text, "Address of the review at Letterboxd", "https://letterboxd.com/ada/film/violet-chalk/"),
  watched_at: field(
    Schema.NullOr(Timestamp),
    "Time of the viewing; noon UTC for diary entries, which have no time of day",
    "2026-03-14T12:00:00.000Z"
  ),
  source: field(Source, "Source that reported the record")
}).annotations({ identifier: "RatingItem" })
export type RatingItem = typeof RatingItem.Type

export const ratingItem =
  (image: ToImage) =>
  (watch: SeenMovie): RatingItem => ({
    movie: ratedMovie(watch, image),
    user_rating: watch.rating ?? 0,
    review_url: watch.reviewUrl,
    watched_at: isoOrNull(watch.watchedAt),
    source: watch.source
  })

/** One item of `GET /v1/watching/reviews`. */
export const ReviewItem = Schema.Struct({
  movie: field(RatedMovie, "Film"),
  user_rating: field(Amount, "The person's own rating, 0.5 to 5", 4.5),
  review: field(Schema.String, "The person's own review", "Better than I remembered."),
  review_url: field(Text, "Address of the review at Letterboxd", "https://letterboxd.com/ada/film/violet-chalk/"),
  watched_at: field(
    Schema.NullOr(Timestamp),
    "Time of the viewing; noon UTC for diary entries, which have no time of day",
    "2026-03-14T12:00:00.000Z"
  ),
  source: field(Source, "Source that reported the record")
}).annotations({ identifier: "ReviewItem" })
export type ReviewItem = typeof ReviewItem.Type

export const reviewItem =
  (image: ToImage) =>
  (watch: SeenMovie): ReviewItem => ({
    movie: ratedMovie(watch, image),
    user_rating: watch.rating,
    review: watch.review ?? "",
    review_url: watch.reviewUrl,
    watched_at: isoOrNull(watch.watchedAt),
    source: watch.source
  })
