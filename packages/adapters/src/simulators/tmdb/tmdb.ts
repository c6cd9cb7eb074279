import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { Film, Series } from "../persona/films.js"
import { cover, pngResponse } from "../shared/cover.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext } from "../shared/Simulator.js"
import { wholeNumber } from "../shared/wholeNumber.js"
import { knows, movie, movieResult, show, showResult } from "./wire.js"

/** The read token that the simulator accepts; any other is refused. */
const token = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJkYXlib29rIn0.c2ltdWxhdGVk"
/** The older key for the same account. */
export const tmdbKey = "00112233445566778899aabbccddeeff"

/** TMDB's API 3 over the life's films and series. */
export const tmdb = ({ baseUrl, clock, persona }: SimulatorContext) =>
  Effect.sync(() => {
    const forgotten = new Set<string>()
    const answer = (request: SimulatedRequest): HttpServerResponse.HttpServerResponse => {
      const picture = /^\/t\/p\/(?:w\d+|original)\/([\w-]+)\.jpg$/.exec(request.path)?.[1]
      if (picture !== undefined) return pngResponse(cover(picture, 500))
      const path = /^\/3(\/.*)$/.exec(request.path)?.[1]
      if (path === undefined) return failure(34)
      if (request.headers["authorization"] !== `Bearer ${token}` && request.params["api_key"] !== tmdbKey) return failure(7)
      const { films, series } = persona.watching
      const shelf = {
        films: films.filter((film) => knows("film", film) && !forgotten.has(`movie ${film.tmdb}`)),
        series: series.filter((one) => knows("series", one) && !forgotten.has(`tv ${one.tmdb}`))
      }
      return answered(shelf, path, request)
    }
    return makeSimulator({
      id: "tmdb",
      clock,
      settings: {
        DAYBOOK_TMDB_BASE_URL: `${baseUrl}/3`,
        DAYBOOK_TMDB_IMAGE_BASE_URL: `${baseUrl}/t/p`,
        DAYBOOK_TMDB_API_KEY: token,
        DAYBOOK_TMDB_MIN_INTERVAL_MS: "0"
      },
      control: {
        /** Makes a film or series unknown, as one that was deleted or merged. */
        forget: (kind: "movie" | "tv", id: number) => Effect.sync(() => void forgotten.add(`${kind} ${id}`))
      },
      answer: (request) => Effect.sync(() => answer(request))
    })
  })

interface Shelf {
  readonly films: ReadonlyArray<Film>
  readonly series: ReadonlyArray<Series>
}

const answered = ({ films, series }: Shelf, path: string, { distortion, params }: SimulatedRequest): HttpServerResponse.HttpServerResponse => {
  const [, kind, id] = /^\/(movie|tv)\/(\d+)$/.exec(path) ?? []
  const isEmpty = distortion?._tag === "Empty"
  const appended = new Set((params["append_to_response"] ?? "").split(","))
  if (kind !== undefined) {
    const film = kind === "movie" ? films.find(({ tmdb }) => tmdb === Number(id)) : undefined
    const one = kind === "tv" ? series.find(({ tmdb }) => tmdb === Number(id)) : undefined
    return film !== undefined ? HttpServerResponse.unsafeJson(movie(film, appended)) : one !== undefined ? HttpServerResponse.unsafeJson(show(one, appended)) : failure(34)
  }
  const external = /^\/find\/([^/]+)$/.exec(path)?.[1]
  if (external !== undefined) return found({ films, series }, decodeURIComponent(external), params["external_source"] ?? "")
  const query = params["query"]
  if (path !== "/search/movie" && path !== "/search/tv") return failure(34)
  if (query === undefined || query === "") return failure(22)
  const year = wholeNumber(params["year"] ?? params["primary_release_year"] ?? params["first_air_date_year"], undefined)
  const fits = (work: Film | Series) => !isEmpty && folded(work.title).includes(folded(query)) && (year === undefined || work.year === year)
  const results = path === "/search/movie" ? films.filter(fits).map(movieResult) : series.filter(fits).map(showResult)
  const page = wholeNumber(params["page"], 1)
  return HttpServerResponse.unsafeJson({ page, results: results.slice((page - 1) * 20, page * 20), total_pages: Math.ceil(results.length / 20), total_results: results.length })
}

const found = ({ films, series }: Shelf, id: string, source: string) =>
  HttpServerResponse.unsafeJson({
    movie_results: source === "imdb_id" ? films.filter(({ imdb }) => imdb === id).map(movieResult) : [],
    tv_results: series.filter((one) => source === "imdb_id" ? one.imdb === id : source === "tvdb_id" && String(one.tvdb) === id).map(showResult),
    person_results: [],
    tv_episode_results: [],
    tv_season_results: []
  })

/** Search forgives case and punctuation. */
const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()

const failures = {
  7: [401, "Invalid API key: You must be granted a valid key."],
  22: [400, "query must be provided"],
  34: [404, "The resource you requested could not be found."]
} as const

const failure = (code: keyof typeof failures) =>
  HttpServerResponse.unsafeJson({ success: false, status_code: code, status_message: failures[code][1] }, { status: failures[code][0] })
