import { type Title, type TitleKind, matchTitle } from "@daybook/core/watching"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, Option, Redacted, type Schema } from "effect"
import { Provider } from "../provider/index.js"
import type { Settings } from "./settings.js"
import { ofMovie, ofShow, yearOf } from "./toTitle.js"
import { Find, Movie, MovieSearch, Show, ShowSearch } from "./wire.js"

type Found<A> = Effect.Effect<Option.Option<A>, SourceFailure>

/** TMDB: films and series by number, by other services' numbers, and by name. */
export interface Tmdb {
  readonly movie: (id: number) => Found<Title>
  readonly show: (id: number) => Found<Title>
  /** TMDB's number for a number of IMDb or TVDB. */
  readonly numberOf: (kind: TitleKind, source: "imdb_id" | "tvdb_id", id: string) => Found<number>
  /** TMDB's number of what is called exactly so, marks and case aside; with a year, of about that year. */
  readonly search: (kind: TitleKind, title: string, year: number | null) => Found<number>
}

/** How long to bear with the provider, where the common measure does not fit. */
export type Options = Pick<Provider.ProviderOptions, "patience" | "timeout">

export const make = (settings: Settings, options: Options = {}): Effect.Effect<Tmdb, never, HttpClient.HttpClient> =>
  Effect.gen(function*() {
    const key = Redacted.value(settings.apiKey)
    // The read token is a JWT; the older key goes with the query.
    const isToken = key.split(".").length === 3
    const provider = yield* Provider.make({
      source: "tmdb",
      name: "TMDB",
      baseUrl: settings.baseUrl,
      gap: settings.gap,
      advice,
      headers: isToken ? { authorization: `Bearer ${key}` } : {},
      ...options
    })
    const call = <A, I>(schema: Schema.Schema<A, I>, path: string, query: Readonly<Record<string, string | number>>): Found<A> =>
      Effect.asSome(provider.json(schema, { path, query: () => ({ ...query, ...(isToken ? {} : { api_key: key }) }) })).pipe(
        Effect.catchIf((failure) => failure.state === "not_found", () => Effect.succeedNone)
      )
    const { imageBaseUrl, language } = settings
    return {
      movie: (id) =>
        Effect.map(call(Movie, `/movie/${id}`, { append_to_response: "credits,release_dates,external_ids", language }), Option.map((movie) => ofMovie(movie, language, imageBaseUrl))),
      show: (id) =>
        Effect.map(call(Show, `/tv/${id}`, { append_to_response: "content_ratings,external_ids", language }), Option.map((show) => ofShow(show, language, imageBaseUrl))),
      numberOf: (kind, source, id) =>
        Effect.map(call(Find, `/find/${encodeURIComponent(id)}`, { external_source: source, language }), Option.flatMap((found) =>
          Option.fromNullable((kind === "movie" ? found.movie_results : found.tv_results)?.[0]?.id))),
      search: searching(call, language)
    }
  })

const advice = {
  unauthorized: "check DAYBOOK_TMDB_API_KEY: keys are at https://www.themoviedb.org/settings/api",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_TMDB_BASE_URL"
}

type CallOf = <A, I>(schema: Schema.Schema<A, I>, path: string, query: Readonly<Record<string, string | number>>) => Found<A>

interface Candidate {
  readonly id: number
  readonly names: ReadonlyArray<string>
  readonly year: number | null
}

/** Asks with the year first, then without: services differ by a year. */
const searching = (call: CallOf, language: string): Tmdb["search"] => (kind, title, year) => {
  const ask = (more: Readonly<Record<string, string | number>>) => {
    const query = { query: title, include_adult: "false", language, page: 1, ...more }
    return kind === "movie"
      ? Effect.map(call(MovieSearch, "/search/movie", query), (found) => (Option.getOrUndefined(found)?.results ?? []).map((one): Candidate =>
        ({ id: one.id, names: [one.title, one.original_title ?? one.title], year: yearOf(one.release_date) })))
      : Effect.map(call(ShowSearch, "/search/tv", query), (found) => (Option.getOrUndefined(found)?.results ?? []).map((one): Candidate =>
        ({ id: one.id, names: [one.name, one.original_name ?? one.name], year: yearOf(one.first_air_date) })))
  }
  const best = (candidates: ReadonlyArray<Candidate>) => Option.fromNullable(bestOf(candidates, title, year)?.id)
  return Effect.gen(function*() {
    if (year === null) return best(yield* ask({}))
    const first = best(yield* ask(kind === "movie" ? { year } : { first_air_date_year: year }))
    return Option.isSome(first) ? first : best(yield* ask({}))
  })
}

/** Of those with the name the one of that year, else the first that is one year off; without a year the first. */
const bestOf = (candidates: ReadonlyArray<Candidate>, title: string, year: number | null): Candidate | undefined => {
  const match = matchTitle(title)
  const named = candidates.filter(({ names }) => names.some((name) => matchTitle(name) === match))
  if (year === null) return named[0]
  return named.find((one) => one.year === year) ?? named.find((one) => one.year !== null && Math.abs(one.year - year) <= 1)
}
