import { type Details, type Title, noDetails, noIdentifiers } from "@daybook/core/watching"
import { cleanName, wholeNumber } from "../kit/values.js"
import type { Movie, Show } from "./wire.js"

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

/** A series as a film diary lists it: a single title. */
export const asFilm = (title: Title, show: Pick<Show, "id" | "created_by" | "episode_run_time"> | null): Title => ({
  ...title,
  ids: { ...noIdentifiers, tmdbSeries: title.ids.tmdb, imdb: title.ids.imdb },
  details: { ...title.details, durationMin: countOf(show?.episode_run_time?.[0]) }
})
