import { type Details, type EpisodeNames, type Title, noDetails, noIdentifiers } from "@daybook/core/watching"
import { Schema } from "effect"
import { cleanName, wholeNumber } from "../kit/values.js"
import { placeOf } from "../kit/watches/records.js"

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

/** `/tv/{id}`, to learn in which language a show was made: `{"id":1399,"original_language":"en"}`. */
export const OriginalLanguage = Schema.Struct({ original_language: Text })

/**
 * `/tv/{id}/season/{number}`. An episode that nobody translated is called by its number, such as `Folge 5`.
 *
 *   {"id":3624,"name":"Season 1","season_number":1,
 *    "episodes":[{"id":63056,"episode_number":1,"season_number":1,"name":"Low Water","air_date":"2011-04-17"}]}
 */
export const Season = Schema.Struct({ episodes: many(Schema.Struct({ episode_number: Amount, name: Text })) })
export type Season = typeof Season.Type

const FoundMovie = Schema.Struct({ id: Id, title: Schema.String, original_title: Text, release_date: Text })
const FoundShow = Schema.Struct({ id: Id, name: Schema.String, original_name: Text, first_air_date: Text })

export const MovieSearch = Schema.Struct({ results: many(FoundMovie) })
export const ShowSearch = Schema.Struct({ results: many(FoundShow) })

/** `/find/{id}?external_source=imdb_id`. */
export const Find = Schema.Struct({ movie_results: many(FoundMovie), tv_results: many(FoundShow) })

/** Wide enough for the largest size that is served. */
const posterSize = "w780"

/** The year of a date, which may be empty. */
export const yearOf = (date: string | null | undefined): number | null =>
  /^\d{4}-/.test(date ?? "") ? Number(date!.slice(0, 4)) : null

const textOf = (value: string | null | undefined): string | null =>
  value === null || value === undefined || value.trim() === "" ? null : value.replace(/\0/g, "").trim()

const positive = (value: number | null | undefined): number | null =>
  value !== null && value !== undefined && value > 0 ? value : null

/** A count that fits the column; 0 means none. */
const countOf = (value: number | null | undefined): number | null => positive(wholeNumber(value))

const imdbOf = (...value: ReadonlyArray<string | null | undefined>): string | null =>
  value.find((one) => /^tt\d{1,12}$/.test(one ?? "")) ?? null

/** Country of a language tag: `US` for `en-US`. */
const countryOf = (language: string): string => language.split("-")[1]?.toUpperCase() ?? "US"

/** The rating of the configured country, else of the United States, else any. */
const ratingOf = (
  ratings: ReadonlyArray<{ readonly country: string; readonly rating: string | null }>,
  language: string
): string | null => {
  const value = ratings.filter(({ rating }) => rating !== null)
  return (
    (
      value.find(({ country }) => country === countryOf(language)) ??
      value.find(({ country }) => country === "US") ??
      value[0]
    )?.rating ?? null
  )
}

interface Common {
  readonly genres?: ReadonlyArray<{ readonly name: string }> | null | undefined
  readonly tagline?: string | null | undefined
  readonly overview?: string | null | undefined
  readonly vote_average?: number | null | undefined
  readonly poster_path?: string | null | undefined
}

const common = (of: Common, imageBaseUrl: string): Details => ({
  ...noDetails,
  genres: (of.genres ?? []).flatMap(({ name }) => cleanName(name) ?? []),
  tagline: textOf(of.tagline),
  summary: textOf(of.overview),
  tmdbRating: positive(of.vote_average),
  poster:
    of.poster_path == null || !/^\/[\w./-]{1,200}$/.test(of.poster_path)
      ? null
      : `${imageBaseUrl.replace(/\/+$/, "")}/${posterSize}${of.poster_path}`
})

/** Directors in the order of the credits, without duplicates. */
const directorsOf = (movie: Movie) => {
  const directors = (movie.credits?.crew ?? []).filter(({ job }) => job === "Director")
  return [
    ...new Map(
      directors.flatMap(({ id, name }) => {
        const clean = cleanName(name)
        return clean === null ? [] : [[id ?? clean, { name: clean, id: countOf(id) }] as const]
      })
    ).values()
  ]
}

export const ofMovie = (movie: Movie, language: string, imageBaseUrl: string): Title => ({
  title: cleanName(movie.title) ?? "",
  year: yearOf(movie.release_date),
  ids: { ...noIdentifiers, tmdb: movie.id, imdb: imdbOf(movie.imdb_id, movie.external_ids?.imdb_id) },
  details: {
    ...common(movie, imageBaseUrl),
    directors: directorsOf(movie),
    durationMin: countOf(movie.runtime),
    contentRating: ratingOf(
      (movie.release_dates?.results ?? []).flatMap(({ iso_3166_1: country, release_dates: dates }) =>
        (dates ?? []).map(({ certification }) => ({ country, rating: textOf(certification) }))
      ),
      language
    )
  }
})

export const ofShow = (show: Show, language: string, imageBaseUrl: string): Title => ({
  title: cleanName(show.name) ?? "",
  year: yearOf(show.first_air_date),
  ids: {
    ...noIdentifiers,
    tmdb: show.id,
    imdb: imdbOf(show.external_ids?.imdb_id),
    tvdb: show.external_ids?.tvdb_id == null ? null : String(show.external_ids.tvdb_id)
  },
  details: {
    ...common(show, imageBaseUrl),
    contentRating: ratingOf(
      (show.content_ratings?.results ?? []).map(({ iso_3166_1: country, rating }) => ({
        country,
        rating: textOf(rating)
      })),
      language
    ),
    seasons: countOf(show.number_of_seasons),
    episodes: countOf(show.number_of_episodes)
  }
})

/** The episodes of a season, each with its distinct names in answers of several languages. */
export const episodesOf = (seasons: ReadonlyArray<Season>): ReadonlyArray<EpisodeNames> => {
  const names = new Map<number, Set<string>>()
  for (const { episode_number: place, name } of seasons.flatMap(({ episodes }) => episodes ?? [])) {
    const [number, text] = [placeOf(place), textOf(name)]
    if (number !== null && text !== null) names.set(number, (names.get(number) ?? new Set()).add(text))
  }
  return Array.from(names, ([number, own]) => ({ number, names: [...own] })).sort((a, b) => a.number - b.number)
}

/** Language tags without those of a language that came before: `pt-PT`, `en-US`, `pt` are the first two. */
export const distinctLanguages = (tags: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> => {
  const byLanguage = new Map<string, string>()
  for (const tag of tags) {
    const language = tag?.split(/[-_]/)[0]?.toLowerCase() ?? ""
    if (tag != null && language !== "" && !byLanguage.has(language)) byLanguage.set(language, tag)
  }
  return [...byLanguage.values()]
}

/** A series as a film diary lists it: a single title. */
export const asFilm = (title: Title, show: Pick<Show, "id" | "created_by" | "episode_run_time"> | null): Title => ({
  ...title,
  ids: { ...noIdentifiers, tmdbSeries: title.ids.tmdb, imdb: title.ids.imdb },
  details: { ...title.details, durationMin: countOf(show?.episode_run_time?.[0]) }
})
