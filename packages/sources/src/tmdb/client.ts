import { type EpisodeNames, type Title, type TitleKind, matchTitle } from "@daybook/core/watching"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, Option, Redacted, type Schema } from "effect"
import * as Provider from "../kit/provider/Provider.js"
import * as Setting from "../kit/settings.js"
import {
  Find,
  Movie,
  MovieSearch,
  OriginalLanguage,
  Season,
  Show,
  ShowSearch,
  distinctLanguages,
  episodesOf,
  ofMovie,
  ofShow,
  yearOf
} from "./wire.js"

/** The language of TMDB's own texts. */
const defaultLanguage = "en-US"

export const settings = Setting.settings({
  apiKey: Setting.secret("DAYBOOK_TMDB_API_KEY", "TMDB's read access token, or its shorter API key"),
  language: Setting.withDefault(
    Setting.text("DAYBOOK_TMDB_LANGUAGE", "language of texts from TMDB; its country chooses the content rating"),
    defaultLanguage,
    defaultLanguage
  ),
  baseUrl: Setting.baseUrl("DAYBOOK_TMDB_BASE_URL", "https://api.themoviedb.org/3", "TMDB's API"),
  imageBaseUrl: Setting.baseUrl("DAYBOOK_TMDB_IMAGE_BASE_URL", "https://image.tmdb.org/t/p", "TMDB's pictures"),
  gap: Setting.minInterval("DAYBOOK_TMDB_MIN_INTERVAL_MS", "100 millis", "TMDB")
})
type Settings = Setting.ValuesOf<typeof settings>

type Lookup<A> = Effect.Effect<Option.Option<A>, SourceFailure>

/** TMDB: films and series by number, by external identifier, and by title. */
export interface Tmdb {
  readonly movie: (id: number) => Lookup<Title>
  readonly show: (id: number) => Lookup<Title>
  /** TMDB's number for an IMDb or TVDB identifier. */
  readonly numberOf: (kind: TitleKind, source: "imdb_id" | "tvdb_id", id: string) => Lookup<number>
  /**
   * The episodes of a season with their names in the language of the settings, in English, and in the language in which
   * the show was made.
   */
  readonly episodes: (show: number, season: number) => Lookup<ReadonlyArray<EpisodeNames>>
  /** TMDB's number for an exact title, ignoring diacritics and case. With a year, it may differ by one. */
  readonly search: (kind: TitleKind, title: string, year: number | null) => Lookup<number>
}

export const make = (
  settings: Settings,
  limits: Provider.CallLimits = {}
): Effect.Effect<Tmdb, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const key = Redacted.value(settings.apiKey)
    // The read token is a JWT. The older API key is a query parameter.
    const isToken = key.split(".").length === 3
    const provider = yield* Provider.make({
      source: "tmdb",
      name: "TMDB",
      baseUrl: settings.baseUrl,
      gap: settings.gap,
      advice,
      headers: isToken ? { authorization: `Bearer ${key}` } : {},
      ...limits
    })
    const call = <A, I>(
      schema: Schema.Schema<A, I>,
      path: string,
      query: Readonly<Record<string, string | number>>
    ): Lookup<A> =>
      Provider.orNone(
        provider.json(schema, { path, query: () => ({ ...query, ...(isToken ? {} : { api_key: key }) }) })
      )
    const { imageBaseUrl, language } = settings
    return {
      movie: (id) =>
        Effect.map(
          call(Movie, `/movie/${id}`, { append_to_response: "credits,release_dates,external_ids", language }),
          Option.map((movie) => ofMovie(movie, language, imageBaseUrl))
        ),
      show: (id) =>
        Effect.map(
          call(Show, `/tv/${id}`, { append_to_response: "content_ratings,external_ids", language }),
          Option.map((show) => ofShow(show, language, imageBaseUrl))
        ),
      numberOf: (kind, source, id) =>
        Effect.map(
          call(Find, `/find/${encodeURIComponent(id)}`, { external_source: source, language }),
          Option.flatMap((results) =>
            Option.fromNullable((kind === "movie" ? results.movie_results : results.tv_results)?.[0]?.id)
          )
        ),
      episodes: listing(call, language),
      search: searching(call, language)
    }
  })

const advice = {
  unauthorized: "check DAYBOOK_TMDB_API_KEY: keys are at https://www.themoviedb.org/settings/api",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_TMDB_BASE_URL"
}

type CallOf = <A, I>(
  schema: Schema.Schema<A, I>,
  path: string,
  query: Readonly<Record<string, string | number>>
) => Lookup<A>

const listing =
  (call: CallOf, language: string): Tmdb["episodes"] =>
  (show, season) =>
    Effect.gen(function* () {
      const about = yield* call(OriginalLanguage, `/tv/${show}`, { language })
      if (Option.isNone(about)) return Option.none()
      const languages = distinctLanguages([language, defaultLanguage, about.value.original_language])
      const answers = yield* Effect.forEach(languages, (language) =>
        call(Season, `/tv/${show}/season/${season}`, { language })
      )
      const seasons = answers.flatMap(Option.toArray)
      return seasons.length === 0 ? Option.none() : Option.some(episodesOf(seasons))
    })

interface Candidate {
  readonly id: number
  readonly names: ReadonlyArray<string>
  readonly year: number | null
}

/** Searches with the year first, then without it: services differ by a year. */
const searching =
  (call: CallOf, language: string): Tmdb["search"] =>
  (kind, title, year) => {
    const ask = (more: Readonly<Record<string, string | number>>) => {
      const query = { query: title, include_adult: "false", language, page: 1, ...more }
      return kind === "movie"
        ? Effect.map(call(MovieSearch, "/search/movie", query), (results) =>
            (Option.getOrUndefined(results)?.results ?? []).map((one): Candidate => ({
              id: one.id,
              names: [one.title, one.original_title ?? one.title],
              year: yearOf(one.release_date)
            }))
          )
        : Effect.map(call(ShowSearch, "/search/tv", query), (results) =>
            (Option.getOrUndefined(results)?.results ?? []).map((one): Candidate => ({
              id: one.id,
              names: [one.name, one.original_name ?? one.name],
              year: yearOf(one.first_air_date)
            }))
          )
    }
    const best = (candidates: ReadonlyArray<Candidate>) => Option.fromNullable(bestOf(candidates, title, year)?.id)
    return Effect.gen(function* () {
      if (year === null) return best(yield* ask({}))
      const first = best(yield* ask(kind === "movie" ? { year } : { first_air_date_year: year }))
      return Option.isSome(first) ? first : best(yield* ask({}))
    })
  }

/**
 * The candidate with the title and year, else the first that is one year off. Without a year, the only one with the
 * title: of several nobody knows which is meant.
 */
const bestOf = (candidates: ReadonlyArray<Candidate>, title: string, year: number | null): Candidate | undefined => {
  const match = matchTitle(title)
  const named = candidates.filter(({ names }) => names.some((name) => matchTitle(name) === match))
  if (year === null) return named.length === 1 ? named[0] : undefined
  return (
    named.find((one) => one.year === year) ?? named.find((one) => one.year !== null && Math.abs(one.year - year) <= 1)
  )
}
