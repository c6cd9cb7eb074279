import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { WatchingLife } from "../sampleOwner/watching.js"
import { cover, pngResponse } from "../shared/cover.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext } from "../shared/Simulator.js"
import { guest, keyOf, makeServer, owner, type ServerView } from "./Account.js"
import { episodeRow, filmRow, ofKey, ownedFilms, playRow, showRow } from "./wire.js"

/**
 * plex.tv's PIN login: `POST /api/v2/pins?strong=true`, then `GET /api/v2/pins/{id}` until the person has logged in.
 */
const makePins = (token: string) => {
  const claimed = new Set<number>()
  let last = 700_000
  const pin = (id: number) => ({
    id,
    code: `code${id}`,
    product: "Daybook",
    trusted: false,
    expiresIn: 1_800,
    authToken: claimed.has(id) ? token : null
  })
  return {
    answer: ({ method, path }: SimulatedRequest): HttpServerResponse.HttpServerResponse => {
      if (method === "POST" && path === "/api/v2/pins")
        return HttpServerResponse.unsafeJson(pin(++last), { status: 201 })
      const id = Number(/^\/api\/v2\/pins\/(\d+)$/.exec(path)?.[1] ?? 0)
      return method === "GET" && id > 700_000 && id <= last
        ? HttpServerResponse.unsafeJson(pin(id))
        : HttpServerResponse.unsafeJson(
            { errors: [{ code: 1_020, message: "Code not found or expired", status: 404 }] },
            { status: 404 }
          )
    },
    /** The person logs in with the newest PIN. */
    claim: Effect.sync(() => void claimed.add(last))
  }
}

export const plexToken = "plx-5c0ffee5c0ffee5c0ffe"
/** The server's name for itself, which its webhooks carry. */
export const plexMachine = "54664a3d8acc39983675640ec9ce00b70af9cc36"

/** Plex Media Server over the life's films and series, and plex.tv's login below the same address. */
export const plex = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const server = makeServer(sampleOwner, clock)
    const pins = makePins(plexToken)
    let token = plexToken
    const answer = (request: SimulatedRequest, view: ServerView): HttpServerResponse.HttpServerResponse => {
      if (request.path === "/identity")
        return HttpServerResponse.unsafeJson({
          MediaContainer: { size: 0, machineIdentifier: plexMachine, version: "1.42.1" }
        })
      if (request.path.startsWith("/api/v2/pins")) return pins.answer(request)
      if (/\/thumb\/\d+$/.test(request.path)) return pngResponse(cover(request.path, 500))
      if ((request.headers["x-plex-token"] ?? request.params["X-Plex-Token"]) !== token) return unauthorized
      if (request.headers["accept"]?.includes("json") !== true) return xml
      return answered(sampleOwner.watching, view, request)
    }
    return makeSimulator({
      id: "plex",
      clock,
      settings: {
        DAYBOOK_PLEX_URL: baseUrl,
        DAYBOOK_PLEX_TOKEN: plexToken,
        DAYBOOK_PLEX_LOGIN_BASE_URL: baseUrl,
        DAYBOOK_PLEX_MIN_INTERVAL_MS: "0"
      },
      control: {
        ...server,
        /** Logs the person's PIN in. */
        claimPin: pins.claim,
        /** Signs every device out: the token is refused from now on. */
        signOut: Effect.sync(() => void (token = "none"))
      },
      ready: Effect.asVoid(server.view),
      answer: (request) => Effect.map(server.view, (view) => answer(request, view))
    })
  })

const unauthorized = HttpServerResponse.html(
  "<html><head><title>Unauthorized</title></head><body><h1>401 Unauthorized</h1></body></html>"
).pipe(HttpServerResponse.setStatus(401))

/** Without an Accept header for JSON the answer is XML. */
const xml = HttpServerResponse.text(
  '<?xml version="1.0" encoding="UTF-8"?>\n<MediaContainer size="0"></MediaContainer>\n',
  { contentType: "text/xml;charset=utf-8" }
)

const missing = HttpServerResponse.html(
  "<html><head><title>Not Found</title></head><body><h1>404 Not Found</h1></body></html>"
).pipe(HttpServerResponse.setStatus(404))

const container = (rows: ReadonlyArray<object>, name: string, request: SimulatedRequest) => {
  const start = Number(request.headers["x-plex-container-start"] ?? request.params["X-Plex-Container-Start"] ?? 0)
  const size = Number(
    request.headers["x-plex-container-size"] ?? request.params["X-Plex-Container-Size"] ?? rows.length
  )
  const total = request.distortion?._tag === "WrongPages" ? request.distortion.pages : rows.length
  const part = request.distortion?._tag === "Empty" ? [] : rows.slice(start, start + size)
  return HttpServerResponse.unsafeJson({
    MediaContainer: {
      size: part.length,
      totalSize: request.distortion?._tag === "Empty" ? 0 : total,
      offset: start,
      ...(part.length === 0 ? {} : { [name]: part })
    }
  })
}

const answered = (
  life: WatchingLife,
  view: ServerView,
  request: SimulatedRequest
): HttpServerResponse.HttpServerResponse => {
  const { path } = request
  if (path === "/accounts")
    return container(
      [
        { id: 0, name: "" },
        { id: owner, name: "me" },
        { id: guest, name: "Guest" }
      ],
      "Account",
      request
    )
  if (path === "/library/sections") {
    return container(
      [
        { key: "1", type: "movie", title: "Films" },
        { key: "2", type: "show", title: "Series" },
        { key: "3", type: "artist", title: "Music" }
      ],
      "Directory",
      request
    )
  }
  if (path === "/status/sessions/history/all") return container(history(life, view, request), "Metadata", request)
  const section = /^\/library\/sections\/([12])\/all$/.exec(path)?.[1]
  if (section !== undefined) return container(listed(life, view, request), "Metadata", request)
  const key = /^\/library\/metadata\/(\d+)$/.exec(path)?.[1]
  const one = key === undefined ? undefined : ofKey(life, Number(key))
  if (one === undefined || (one.kind !== "show" && view.deleted.has(keyOf(one)))) return missing
  const row =
    one.kind === "film"
      ? filmRow(life, view, one.film)
      : one.kind === "show"
        ? showRow(life, one.series, undefined)
        : episodeRow(life, view, one)
  return container([row], "Metadata", request)
}

const history = (life: WatchingLife, view: ServerView, { params }: SimulatedRequest) => {
  const since = Number(params["viewedAt>"] ?? 0)
  const item = params["metadataItemID"]
  const matches = item === undefined ? undefined : ofKey(life, Number(item))
  const rows = view.plays.filter(
    ({ account, at, what }) =>
      at >= since &&
      (params["accountID"] === undefined || String(account) === params["accountID"]) &&
      (matches === undefined || (matches.kind !== "show" && keyOf(matches) === keyOf(what)))
  )
  return (params["sort"] === "viewedAt:asc" ? rows : rows.toReversed()).map((play) => playRow(life, view, play))
}

/** Films (type 1), series (2) or episodes (4) that were watched, or all of them. */
const listed = (life: WatchingLife, view: ServerView, { params }: SimulatedRequest): ReadonlyArray<object> => {
  const seen = [...view.counts].flatMap(([key, { lastAt }]) => {
    const [, series, season, episode] = /^episode (\d+) (\d+) (\d+)$/.exec(key) ?? []
    return series === undefined
      ? []
      : [{ series: Number(series), season: Number(season), episode: Number(episode), lastAt }]
  })
  const rows = (): ReadonlyArray<{ readonly lastViewedAt?: number }> => {
    switch (params["type"]) {
      case "2":
        return life.series.map(({ index }) =>
          showRow(
            life,
            index,
            seen
              .filter(({ series }) => series === index)
              .reduce<number | undefined>((last, { lastAt }) => Math.max(last ?? 0, lastAt), undefined)
          )
        )
      case "4":
        return seen.map((one) => episodeRow(life, view, one))
      default:
        return ownedFilms(life, view).map((film) => filmRow(life, view, film))
    }
  }
  const matches = rows().filter(({ lastViewedAt }) => params["unwatched"] !== "0" || lastViewedAt !== undefined)
  return params["sort"] === "lastViewedAt:desc"
    ? [...matches].sort((a, b) => (b.lastViewedAt ?? 0) - (a.lastViewedAt ?? 0))
    : matches
}
