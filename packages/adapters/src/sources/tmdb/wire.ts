import { Schema } from "effect"

/**
 * TMDB's API 3, `/movie/{id}?append_to_response=credits,release_dates,external_ids`
 * (https://developer.themoviedb.org/reference):
 *
 *   {"id":27205,"imdb_id":"tt1375666","title":"Tin Roof Hours","original_title":"Tin Roof Hours",
 *    "release_date":"2010-07-15","runtime":148,"tagline":"","overview":"…","vote_average":8.4,
 *    "poster_path":"/x.jpg","genres":[{"id":28,"name":"Action"}],
 *    "credits":{"crew":[{"id":525,"name":"Ada Quill","job":"Director","department":"Directing"}]},
 *    "release_dates":{"results":[{"iso_3166_1":"US","release_dates":[{"certification":"PG-13","type":3}]}]}}
 *
 * `release_date` may be empty. `/search/movie` and `/find/{id}` return lists of shorter forms.
 */

const Text = Schema.optional(Schema.NullOr(Schema.String))
const Amount = Schema.optional(Schema.NullOr(Schema.Number))
const many = <A, I>(item: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(Schema.Array(item)))

/** The range of a PostgreSQL integer. */
const Id = Schema.Int.pipe(Schema.between(1, 2_147_483_647))

const Named = Schema.Struct({ name: Schema.String })
const Person = Schema.Struct({ id: Amount, name: Schema.String, job: Text })
const Release = Schema.Struct({
  iso_3166_1: Schema.String,
  release_dates: many(Schema.Struct({ certification: Text }))
})
const ExternalIds = Schema.optional(Schema.NullOr(Schema.Struct({ imdb_id: Text, tvdb_id: Amount })))

export const Movie = Schema.Struct({
  id: Id,
  imdb_id: Text,
  title: Schema.String,
  original_title: Text,
  release_date: Text,
  runtime: Amount,
  tagline: Text,
  overview: Text,
  vote_average: Amount,
  poster_path: Text,
  genres: many(Named),
  credits: Schema.optional(Schema.NullOr(Schema.Struct({ crew: many(Person) }))),
  release_dates: Schema.optional(Schema.NullOr(Schema.Struct({ results: many(Release) }))),
  external_ids: ExternalIds
})
export type Movie = typeof Movie.Type

/** `/tv/{id}?append_to_response=content_ratings,external_ids`. */
export const Show = Schema.Struct({
  id: Id,
  name: Schema.String,
  original_name: Text,
  first_air_date: Text,
  tagline: Text,
  overview: Text,
  vote_average: Amount,
  poster_path: Text,
  genres: many(Named),
  number_of_seasons: Amount,
  number_of_episodes: Amount,
  created_by: many(Person),
  episode_run_time: many(Schema.Number),
  content_ratings: Schema.optional(
    Schema.NullOr(Schema.Struct({ results: many(Schema.Struct({ iso_3166_1: Schema.String, rating: Text })) }))
  ),
  external_ids: ExternalIds
})
export type Show = typeof Show.Type

const FoundMovie = Schema.Struct({ id: Id, title: Schema.String, original_title: Text, release_date: Text })
const FoundShow = Schema.Struct({ id: Id, name: Schema.String, original_name: Text, first_air_date: Text })

export const MovieSearch = Schema.Struct({ results: many(FoundMovie) })
export const ShowSearch = Schema.Struct({ results: many(FoundShow) })

/** `/find/{id}?external_source=imdb_id`. */
export const Find = Schema.Struct({ movie_results: many(FoundMovie), tv_results: many(FoundShow) })
