import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Effect } from "effect"
import { hash } from "../sampleOwner/dice.js"
import { cover, pngResponse } from "../shared/cover.js"
import { type SimulatedRequest, type SimulatorContext, makeSimulator, wholeNumber } from "../shared/Simulator.js"
import { makeShelf } from "./Shelf.js"
import { type Place, collectionRow, discogsCsv, releasePage, searchResult, wantRow } from "./wire.js"

const token = "QuoVelmoraTideHollumereLanternsOskelnThal"
/** More than a demo can use. A test that wants the real 60 a minute says so. */
const plenty = 1_000_000

const json = (body: unknown, status = 200) => HttpServerResponse.unsafeJson(body, { status })
const message = (status: number, text: string) => json({ message: text }, status)
const notFound = message(404, "The requested resource was not found.")

/** Discogs' API v2 for the person's collection and wantlist (https://www.discogs.com/developers). */
export const discogs = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const shelf = makeShelf(sampleOwner, clock)
    let allowance = plenty
    let calls: Array<number> = []
    const user = `/users/${sampleOwner.username}`

    /** A window of 60 s that moves. */
    const limited = Effect.fn(function* (answer: Effect.Effect<HttpServerResponse.HttpServerResponse>) {
      const now = yield* Clock.currentTimeMillis
      calls = allowance === plenty ? [] : [...calls.filter((at) => at > now - 60_000), now]
      const response = calls.length > allowance ? message(429, "You are making requests too quickly.") : yield* answer
      return HttpServerResponse.setHeaders(response, {
        "x-discogs-ratelimit": String(allowance),
        "x-discogs-ratelimit-used": String(calls.length),
        "x-discogs-ratelimit-remaining": String(Math.max(0, allowance - calls.length))
      })
    })

    const answer = Effect.fn(function* (request: SimulatedRequest) {
      const { headers, method, path } = request
      if (!/\w\/\d/.test(headers["user-agent"] ?? "")) return message(403, "You must provide a unique User-Agent.")
      if (headers["authorization"] !== `Discogs token=${token}`)
        return message(401, "You must authenticate to access this resource.")
      const place: Place = { baseUrl, day: Math.floor((yield* clock.now) / 86_400_000) }
      const [, release] = /^\/releases\/(\d+)$/.exec(path) ?? []
      if (path === "/oauth/identity")
        return json({
          id: hash(sampleOwner.seed, "discogs"),
          username: sampleOwner.username,
          resource_url: `${baseUrl}${user}`,
          consumer_name: ""
        })
      if (path === "/database/search")
        return json({ results: [...(yield* shelf.known).values()].filter(named(request)).map(searchResult) })
      if (release !== undefined) {
        const pressing = (yield* shelf.known).get(Number(release))
        return pressing === undefined ? notFound : json(releasePage(place, pressing))
      }
      return path.startsWith(`${user}/`) ? yield* ofUser(request, path.slice(user.length), place, method) : notFound
    })

    const ofUser = Effect.fn(function* (request: SimulatedRequest, path: string, place: Place, method: string) {
      const [, id] = /^\/collection\/(?:folders\/1\/)?releases\/(\d+)$/.exec(path) ?? []
      const records = yield* shelf.records
      if (id !== undefined && method === "POST") {
        const pressing = (yield* shelf.known).get(Number(id))
        return pressing === undefined
          ? notFound
          : json({ instance_id: yield* shelf.add(pressing), resource_url: `${baseUrl}${request.path}` }, 201)
      }
      if (id !== undefined)
        return listing(
          request,
          "releases",
          records.filter(({ pressing }) => pressing.id === Number(id)).map(collectionRow(place))
        )
      switch (path) {
        case "/collection/folders":
          return json({
            folders: [
              { id: 0, name: "All", count: records.length },
              { id: 1, name: "Uncategorized", count: records.length }
            ]
          })
        case "/collection/folders/0/releases":
          return listing(request, "releases", records.toReversed().map(collectionRow(place)))
        case "/collection/value":
          return json({
            minimum: `$${dollars(records.length * 611)}`,
            median: `$${dollars(records.length * 1_407)}`,
            maximum: `$${dollars(records.length * 3_951)}`
          })
        case "/wants":
          return listing(request, "wants", (yield* shelf.wants).toReversed().map(wantRow(place)))
        default:
          return notFound
      }
    })

    return makeSimulator({
      id: "discogs",
      clock,
      settings: {
        DAYBOOK_DISCOGS_BASE_URL: baseUrl,
        DAYBOOK_DISCOGS_USERNAME: sampleOwner.username,
        DAYBOOK_DISCOGS_TOKEN: token,
        DAYBOOK_DISCOGS_MIN_INTERVAL_MS: "0"
      },
      control: {
        ...shelf.control,
        /** Calls allowed in a minute. */
        setAllowance: (perMinute: number) =>
          Effect.sync(() => {
            allowance = perMinute
            calls = []
          }),
        csv: Effect.map(shelf.records, discogsCsv)
      },
      ready: Effect.asVoid(shelf.records),
      answer: (request) =>
        request.path.startsWith("/img/")
          ? Effect.sync(() => pngResponse(cover(request.path.split("/").at(-1)!, 600)))
          : limited(answer(request))
    })
  })

const dollars = (cents: number) => (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })

const named =
  ({ params }: SimulatedRequest) =>
  ({ artists, title, year }: Parameters<typeof searchResult>[0]) =>
    title.toLowerCase().includes((params["release_title"] ?? params["q"] ?? "").toLowerCase()) &&
    artists.some(({ name }) => name.toLowerCase().includes((params["artist"] ?? "").toLowerCase())) &&
    (params["year"] === undefined || String(year) === params["year"])

/** One page, with the count of all. Beyond the last there is none. */
const listing = (
  { distortion, params, path }: SimulatedRequest,
  key: "releases" | "wants",
  all: ReadonlyArray<unknown>
) => {
  const rows = distortion?._tag === "Empty" ? [] : all
  const size = Math.min(100, wholeNumber(params["per_page"], 50))
  const page = wholeNumber(params["page"], 1)
  const pages = Math.max(1, Math.ceil(rows.length / size))
  if (Number.isNaN(size) || Number.isNaN(page) || page < 1 || page > pages)
    return message(404, `Page ${page} out of range.`)
  const link = (to: number) => `https://api.discogs.com${path}?page=${to}&per_page=${size}`
  return json({
    pagination: {
      page,
      pages: distortion?._tag === "WrongPages" ? distortion.pages : pages,
      per_page: size,
      items: rows.length,
      urls: page < pages ? { next: link(page + 1), last: link(pages) } : {}
    },
    [key]: rows.slice((page - 1) * size, page * size)
  })
}
