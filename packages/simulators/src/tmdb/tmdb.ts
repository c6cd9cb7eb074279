import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { hash } from "../sampleOwner/dice.js"
import type { Film, Series } from "../sampleOwner/films.js"
import { cover, pngResponse } from "../shared/cover.js"
import { type EpisodeNames, season } from "./seasons.js"
import { type SimulatedRequest, type SimulatorContext, makeSimulator, wholeNumber } from "../shared/Simulator.js"

/** One film in thirty is not known here. */
const knows = (kind: "film" | "series", work: Film | Series): boolean =>
  kind === "series" || work.index < 8 || hash("unknown film", work.tmdb) % 30 !== 0

/** The day of release; for some films only in the next year, after a festival. */
const releaseOf = (work: Film | Series) =>
  `${work.year}-${String(1 + (hash("month", work.tmdb) % 12)).padStart(2, "0")}-${String(1 + (hash("day", work.tmdb) % 28)).padStart(2, "0")}`

const posterOf = (work: Film | Series) =>
  hash("poster", work.tmdb) % 25 === 0 ? null : `/${hash("poster", work.tmdb).toString(36)}.jpg`

const genres = (work: Film | Series) => work.genres.map((name) => ({ id: hash("genre", name) % 10_000, name }))

const common = (work: Film | Series) => ({
  id: work.tmdb,
  overview: work.overview,
  vote_average: work.vote,
  vote_count: 10 + (hash("votes", work.tmdb) % 9_000),
  popularity: (hash("popularity", work.tmdb) % 1_000) / 10,
  poster_path: posterOf(work),
  backdrop_path: null,
  original_language: "en"
})

const movieResult = (film: Film) => ({
  ...common(film),
  title: film.title,
  original_title: film.title,
  release_date: releaseOf(film),
  adult: false,
  video: false
})

const showResult = (series: Series) => ({
  ...common(series),
  name: series.title,
  original_name: series.title,
  first_air_date: releaseOf(series)
})

const movie = (film: Film, appended: ReadonlySet<string>) => ({
  ...movieResult(film),
  imdb_id: film.imdb,
  runtime: film.minutes,
  tagline: film.tagline,
  status: "Released",
  genres: genres(film),
  ...(appended.has("credits") ? { credits: { cast: [], crew: crewOf(film) } } : {}),
  ...(appended.has("external_ids") ? { external_ids: { imdb_id: film.imdb } } : {}),
  ...(appended.has("release_dates")
    ? {
        release_dates: {
          results: [
            {
              iso_3166_1: "DE",
              release_dates: [{ certification: "12", type: 3, release_date: `${releaseOf(film)}T00:00:00.000Z` }]
            },
            {
              iso_3166_1: "US",
              release_dates: [
                { certification: "", type: 1 },
                { certification: film.certification, type: 3, release_date: `${releaseOf(film)}T00:00:00.000Z` }
              ]
            }
          ]
        }
      }
    : {})
})

const crewOf = (film: Film) => [
  ...film.directors.map(({ id, name }) => ({
    id,
    name,
    job: "Director",
    department: "Directing",
    credit_id: `${film.tmdb}-${id}`
  })),
  { id: 9, name: "Somebody Else", job: "Producer", department: "Production", credit_id: `${film.tmdb}-9` }
]

const show = (series: Series, appended: ReadonlySet<string>) => ({
  ...showResult(series),
  tagline: series.tagline,
  genres: genres(series),
  number_of_seasons: series.seasons.length,
  number_of_episodes: series.seasons.reduce((sum, count) => sum + count, 0),
  created_by: [],
  episode_run_time: [series.minutes],
  ...(appended.has("external_ids") ? { external_ids: { imdb_id: series.imdb, tvdb_id: series.tvdb } } : {}),
  ...(appended.has("content_ratings")
    ? { content_ratings: { results: [{ iso_3166_1: "US", rating: series.certification }] } }
    : {})
})

/** The read token that the simulator accepts; any other is refused. */
const token = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJkYXlib29rIn0.c2ltdWxhdGVk"
/** The older key for the same account. */
export const tmdbKey = "00112233445566778899aabbccddeeff"

/** TMDB's API 3 over the life's films and series. */
export const tmdb = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const forgotten = new Set<string>()
    const added: Array<Series> = []
    const seasons = new Map<string, EpisodeNames>()
    const answer = (request: SimulatedRequest): HttpServerResponse.HttpServerResponse => {
      const picture = /^\/t\/p\/(?:w\d+|original)\/([\w-]+)\.jpg$/.exec(request.path)?.[1]
      if (picture !== undefined) return pngResponse(cover(picture, 500))
      const path = /^\/3(\/.*)$/.exec(request.path)?.[1]
      if (path === undefined) return failure(34)
      if (request.headers["authorization"] !== `Bearer ${token}` && request.params["api_key"] !== tmdbKey)
        return failure(7)
      const { films, series } = sampleOwner.watching
      const shelf = {
        films: films.filter((film) => knows("film", film) && !forgotten.has(`movie ${film.tmdb}`)),
        series: [...series, ...added].filter((one) => knows("series", one) && !forgotten.has(`tv ${one.tmdb}`)),
        seasons
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
        forget: (kind: "movie" | "tv", id: number) => Effect.sync(() => void forgotten.add(`${kind} ${id}`)),
        /** A series that the sample owner does not watch. */
        add: (series: Series) => Effect.sync(() => void added.push(series)),
        /** Names the episodes of a season. Its first language is the one in which the series was made. */
        nameEpisodes: (id: number, season: number, names: EpisodeNames) =>
          Effect.sync(() => void seasons.set(`${id} ${season}`, names))
      },
      answer: (request) => Effect.sync(() => answer(request))
    })
  })

interface Shelf {
  readonly films: ReadonlyArray<Film>
  readonly series: ReadonlyArray<Series>
  /** The names of episodes by the number of the series and the season. */
  readonly seasons: ReadonlyMap<string, EpisodeNames>
}

/** The season that a path names. */
const seasonAt = ({ seasons, series }: Shelf, path: string, language = "en-US") => {
  const [, id = "", number = ""] = /^\/tv\/(\d+)\/season\/(\d+)$/.exec(path) ?? []
  const one = series.find(({ tmdb }) => tmdb === Number(id))
  return one && season(one, Number(number), language, seasons.get(`${id} ${number}`))
}

const spokenIn = ({ seasons }: Shelf, { tmdb }: Series): string => {
  const [names] = Array.from(seasons).flatMap(([key, names]) => (key.startsWith(`${tmdb} `) ? [names] : []))
  return Object.keys(names ?? {})[0] ?? "en"
}

const answered = (
  shelf: Shelf,
  path: string,
  { distortion, params }: SimulatedRequest
): HttpServerResponse.HttpServerResponse => {
  const { films, series } = shelf
  const [, kind, id] = /^\/(movie|tv)\/(\d+)$/.exec(path) ?? []
  const isEmpty = distortion?._tag === "Empty"
  const appended = new Set((params["append_to_response"] ?? "").split(","))
  if (kind !== undefined) {
    const film = kind === "movie" ? films.find(({ tmdb }) => tmdb === Number(id)) : undefined
    const one = kind === "tv" ? series.find(({ tmdb }) => tmdb === Number(id)) : undefined
    return film !== undefined
      ? HttpServerResponse.unsafeJson(movie(film, appended))
      : one !== undefined
        ? HttpServerResponse.unsafeJson({ ...show(one, appended), original_language: spokenIn(shelf, one) })
        : failure(34)
  }
  if (path.includes("/season/")) {
    const answer = seasonAt(shelf, path, params["language"])
    return answer === undefined ? failure(34) : HttpServerResponse.unsafeJson(answer)
  }
  const external = /^\/find\/([^/]+)$/.exec(path)?.[1]
  if (external !== undefined) return findById(shelf, decodeURIComponent(external), params["external_source"] ?? "")
  const query = params["query"]
  if (path !== "/search/movie" && path !== "/search/tv") return failure(34)
  if (query === undefined || query === "") return failure(22)
  const year = wholeNumber(params["year"] ?? params["primary_release_year"] ?? params["first_air_date_year"], undefined)
  const fits = (work: Film | Series) =>
    !isEmpty && folded(work.title).includes(folded(query)) && (year === undefined || work.year === year)
  const results = path === "/search/movie" ? films.filter(fits).map(movieResult) : series.filter(fits).map(showResult)
  const page = wholeNumber(params["page"], 1)
  return HttpServerResponse.unsafeJson({
    page,
    results: results.slice((page - 1) * 20, page * 20),
    total_pages: Math.ceil(results.length / 20),
    total_results: results.length
  })
}

const findById = ({ films, series }: Shelf, id: string, source: string) =>
  HttpServerResponse.unsafeJson({
    movie_results: source === "imdb_id" ? films.filter(({ imdb }) => imdb === id).map(movieResult) : [],
    tv_results: series
      .filter((one) => (source === "imdb_id" ? one.imdb === id : source === "tvdb_id" && String(one.tvdb) === id))
      .map(showResult),
    person_results: [],
    tv_episode_results: [],
    tv_season_results: []
  })

/** Search forgives case and punctuation. */
const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

const failures = {
  7: [401, "Invalid API key: You must be granted a valid key."],
  22: [400, "query must be provided"],
  34: [404, "The resource you requested could not be found."]
} as const

const failure = (code: keyof typeof failures) =>
  HttpServerResponse.unsafeJson(
    { success: false, status_code: code, status_message: failures[code][1] },
    { status: failures[code][0] }
  )
