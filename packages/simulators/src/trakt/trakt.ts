import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { PersonDisc } from "../sampleOwner/collecting.js"
import type { Film } from "../sampleOwner/films.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import {
  type SimulatedClock,
  type SimulatedRequest,
  type SimulatorContext,
  makeSimulator,
  wholeNumber
} from "../shared/Simulator.js"
import { client, type Consent, makeLogins } from "./Logins.js"
import { makeHistory } from "./History.js"
import { collected, fullMovie, iso, movie, traktId, traktZip } from "./wire.js"

/** What the owner does to the account on the provider's site. Films are named by their place in the person's life. */
export interface DiscControl {
  /** Oldest addition first. */
  readonly discs: Effect.Effect<ReadonlyArray<PersonDisc>>
  readonly addDisc: (disc: Omit<PersonDisc, "addedAt"> & { readonly addedAt?: number }) => Effect.Effect<void>
  readonly removeDisc: (film: number) => Effect.Effect<void>
}

/** The account: one row a film, as the provider has it, and when it last changed (unix seconds). */
const makeShelf = (sampleOwner: SampleOwner, clock: SimulatedClock) => {
  const changes = new Map<number, PersonDisc | null>()
  let changedAt = 0
  const seconds = Effect.map(clock.now, (now) => Math.floor(now / 1_000))
  const discs = Effect.map(seconds, (now): ReadonlyArray<PersonDisc> => {
    const all = new Map(sampleOwner.collecting.discs(now + 1).map((disc) => [disc.film, disc]))
    for (const [film, disc] of changes) {
      if (disc === null) all.delete(film)
      else all.set(film, disc)
    }
    return [...all.values()].sort((a, b) => a.addedAt - b.addedAt || a.film - b.film)
  })
  const change = (film: number, disc: PersonDisc | null) =>
    Effect.map(seconds, (now) => {
      changes.set(film, disc)
      changedAt = Math.max(now, changedAt + 1)
    })
  const control: DiscControl = {
    discs,
    addDisc: (disc) => Effect.flatMap(seconds, (now) => change(disc.film, { ...disc, addedAt: disc.addedAt ?? now })),
    removeDisc: (film) => change(film, null)
  }
  return { discs, control, changedAt: Effect.map(discs, (all) => Math.max(changedAt, all.at(-1)?.addedAt ?? 0)) }
}

const json = (body: unknown, status = 200) => HttpServerResponse.unsafeJson(body, { status })
const empty = (status: number) => HttpServerResponse.empty({ status })
const maxRows = 250

/** Trakt's API and its logins, which have a host of their own at the real one (https://github.com/trakt/trakt-api). */
export const trakt = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const shelf = makeShelf(sampleOwner, clock)
    const history = makeHistory(sampleOwner, clock)
    const logins = makeLogins(sampleOwner.seed)
    const films = () => sampleOwner.watching.films
    const rowsOf = (discs: ReadonlyArray<PersonDisc>) =>
      discs.toReversed().map((disc) => collected(films()[disc.film]!, disc))

    const oauth = Effect.fn(function* (request: SimulatedRequest) {
      const now = Math.floor((yield* clock.now) / 1_000)
      const fields = textFields(request.body)
      switch (request.path) {
        case "/oauth/device/code":
          return logins.code(fields, now, `${baseUrl}/activate`)
        case "/oauth/device/token":
          return logins.deviceToken(fields, now)
        case "/oauth/token":
          return logins.exchange(fields, now)
        default:
          return empty(404)
      }
    })

    const answer = Effect.fn(function* (request: SimulatedRequest) {
      const { headers, method, path } = request
      if (!/\w\/\d/.test(headers["user-agent"] ?? ""))
        return HttpServerResponse.html("<!DOCTYPE html><title>Error 1015</title>").pipe(
          HttpServerResponse.setStatus(403)
        )
      if (headers["trakt-api-key"] !== client.id) return empty(403)
      if (headers["trakt-api-version"] !== "2") return empty(412)
      if (!logins.isGood(headers["authorization"], Math.floor((yield* clock.now) / 1_000))) return empty(401)
      return method === "POST" ? yield* change(path, JSON.parse(request.body) as Change) : yield* lookUp(request)
    })

    const lookUp = Effect.fn(function* (request: SimulatedRequest) {
      const { params, path } = request
      if (path === "/sync/last_activities")
        return json({
          all: iso(yield* shelf.changedAt),
          movies: {
            collected_at: iso(yield* shelf.changedAt),
            watched_at: iso(yield* history.changedAt),
            rated_at: iso(0)
          },
          episodes: { watched_at: iso(yield* history.changedAt), rated_at: iso(0) },
          shows: { rated_at: iso(0) }
        })
      if (path === "/sync/history") return listed(request, yield* history.rows, history.withBigIds)
      if (path === "/sync/ratings/movies") return listed(request, yield* history.ratings)
      if (path === "/sync/ratings/shows") return listed(request, history.showRatings)
      if (path === "/sync/collection/movies") return listed(request, rowsOf(yield* shelf.discs))
      const [, service, id] = /^\/search\/(tmdb|imdb)\/([^/]+)$/.exec(path) ?? []
      if (service !== undefined)
        return json(
          films()
            .filter((film) => String(service === "tmdb" ? film.tmdb : film.imdb) === id)
            .map(result)
        )
      const query = (params["query"] ?? "").toLowerCase()
      if (path === "/search/movie")
        return json(
          films()
            .filter(({ title }) => title.toLowerCase().includes(query))
            .slice(0, wholeNumber(params["limit"], 50))
            .map(result)
        )
      const film = films().find(({ index }) => path === `/movies/${traktId(index)}`)
      return film === undefined ? empty(404) : json(fullMovie(film))
    })

    const change = Effect.fn(function* (path: string, { movies = [] }: Change) {
      const ownedFilms = new Set((yield* shelf.discs).map(({ film }) => film))
      const meant = movies.flatMap((row) =>
        films()
          .filter(isMeant(row.ids))
          .map((film) => ({ film, row }))
      )
      const were = meant.filter(({ film }) => ownedFilms.has(film.index)).length
      const missing = { movies: movies.filter(({ ids }) => !films().some(isMeant(ids))) }
      if (path === "/sync/collection/remove") {
        yield* Effect.forEach(meant, ({ film }) => shelf.control.removeDisc(film.index))
        return json({ deleted: { movies: were }, not_found: missing })
      }
      if (path !== "/sync/collection") return empty(404)
      yield* Effect.forEach(meant, ({ film, row }) => shelf.control.addDisc(discOf(film, row)))
      return json(
        {
          added: { movies: meant.length - were },
          updated: { movies: were },
          existing: { movies: 0 },
          not_found: missing
        },
        201
      )
    })

    return makeSimulator({
      id: "trakt",
      clock,
      settings: {
        DAYBOOK_TRAKT_BASE_URL: baseUrl,
        DAYBOOK_TRAKT_AUTH_BASE_URL: baseUrl,
        DAYBOOK_TRAKT_CLIENT_ID: client.id,
        DAYBOOK_TRAKT_CLIENT_SECRET: client.secret,
        DAYBOOK_TRAKT_REFRESH_TOKEN: logins.first,
        DAYBOOK_TRAKT_MIN_INTERVAL_MS: "0"
      },
      control: {
        ...shelf.control,
        ...history.control,
        film: (index: number) => films()[index]!,
        expireAccess: Effect.sync(logins.expire),
        revokeLogin: Effect.sync(logins.revoke),
        setConsent: (next: Consent) => Effect.sync(() => logins.consent(next)),
        archive: Effect.map(shelf.discs, (discs) => traktZip(rowsOf(discs)))
      },
      ready: Effect.asVoid(shelf.discs),
      answer: (request) => (request.path.startsWith("/oauth/") ? oauth(request) : answer(request))
    })
  })

interface Ids {
  readonly trakt?: number
  readonly tmdb?: number
  readonly imdb?: string
}

/** The body of a change to the collection. */
interface Change {
  readonly movies?: ReadonlyArray<{
    readonly ids: Ids
    readonly collected_at?: string
    readonly media_type?: string
    readonly resolution?: string
    readonly hdr?: string
    readonly audio?: string
    readonly audio_channels?: string
  }>
}

const isMeant =
  ({ imdb, tmdb, trakt }: Ids) =>
  (film: Film) =>
    traktId(film.index) === trakt || film.tmdb === tmdb || film.imdb === imdb

const discOf = (
  film: Film,
  row: NonNullable<Change["movies"]>[number]
): Omit<PersonDisc, "addedAt"> & { readonly addedAt?: number } => ({
  film: film.index,
  type: row.media_type ?? null,
  resolution: row.resolution ?? null,
  hdr: row.hdr ?? null,
  audio: row.audio ?? null,
  channels: row.audio_channels ?? null,
  ...(row.collected_at === undefined ? {} : { addedAt: Math.floor(Date.parse(row.collected_at) / 1_000) })
})

const result = (film: Film) => ({ type: "movie", score: 1_000, movie: movie(film) })

/** Pages of 100 unless asked otherwise, told by headers. */
const listed = (
  { distortion, params }: SimulatedRequest,
  all: ReadonlyArray<unknown>,
  write: (rows: ReadonlyArray<unknown>) => string = JSON.stringify
) => {
  const rows = distortion?._tag === "Empty" ? [] : all
  const size = Math.min(maxRows, wholeNumber(params["limit"], 100))
  const page = wholeNumber(params["page"], 1)
  if (Number.isNaN(size) || Number.isNaN(page) || page < 1 || size < 1) return empty(422)
  const pages = distortion?._tag === "WrongPages" ? distortion.pages : Math.ceil(rows.length / size)
  const body = HttpServerResponse.text(write(rows.slice((page - 1) * size, page * size)), {
    contentType: "application/json"
  })
  return HttpServerResponse.setHeaders(body, {
    "x-pagination-page": String(page),
    "x-pagination-limit": String(size),
    "x-pagination-page-count": String(pages),
    "x-pagination-item-count": String(rows.length)
  })
}

const textFields = (body: string): Readonly<Record<string, string>> => {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(body) as object).map(([name, value]) => [name, String(value)]))
  } catch {
    return {}
  }
}
