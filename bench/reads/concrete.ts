import { Effect } from "effect"
import { BenchFailure } from "../support/BenchFailure.js"
import { type Reader, requestCold } from "../support/cold.js"
import { textOf } from "../support/http.js"

interface ListAnswer {
  readonly data?: ReadonlyArray<Readonly<Record<string, unknown>>>
}

const list = (reader: Reader, path: string) =>
  Effect.map(requestCold(reader, path), (answer) => (JSON.parse(textOf(answer)) as ListAnswer).data ?? [])

const first = (
  reader: Reader,
  path: string,
  matches: (one: Readonly<Record<string, unknown>>) => boolean = () => true
) => Effect.map(list(reader, path), (all) => all.find(matches))

/** The first record of a list for which the route below it answers: not every run has splits. */
const firstWith = (reader: Reader, path: string, rest: string) =>
  Effect.flatMap(list(reader, path), (all) =>
    all.length === 0
      ? Effect.succeed(undefined)
      : Effect.firstSuccessOf(all.map(({ id }) => Effect.as(requestCold(reader, `${path}/${String(id)}/${rest}`), id)))
  )

const game = (reader: Reader) =>
  first(reader, "/v1/attending/events?category=sports&limit=100&attended=true", (one) =>
    String(one["event_type"]).endsWith("_game")
  )

/** Changes have ids over all domains: `watching/viewing/812`. */
const ownId = (id: unknown) => (typeof id === "string" ? id.slice(id.lastIndexOf("/") + 1) : id)

/** The lists of records whose path has no list of its own. */
const listAbove: Readonly<Record<string, string>> = {
  "/v1/listening/tracks": "/v1/listening/top/tracks",
  "/v1/watching/viewings": "/v1/changes?since=0&type=viewing&limit=1",
  "/v1/feed/items": "/v1/feed"
}

/** A value for a path parameter, from the list at the path before it. */
const subject = (
  reader: Reader,
  before: string,
  name: string,
  rest: string,
  year: number
): Effect.Effect<unknown, BenchFailure> => {
  switch (name) {
    case "id":
      return rest === "splits"
        ? firstWith(reader, before, rest)
        : Effect.map(first(reader, listAbove[before] ?? before), (one) => ownId(one?.["id"]))
    case "year":
      return Effect.succeed(year)
    case "domain":
      return Effect.succeed("watching")
    case "league":
      return Effect.map(game(reader), (one) => String(one?.["event_type"]).replace("_game", ""))
    case "season":
      return before.startsWith("/v1/watching")
        ? Effect.succeed(1)
        : Effect.map(game(reader), (one) => String(one?.["event_date"] ?? one?.["date"]).slice(0, 4))
    default:
      return Effect.succeed(undefined)
  }
}

/** A route with a value for each parameter: the first record of the list above it. */
export const concrete = (reader: Reader, route: string, year: number): Effect.Effect<string, BenchFailure> =>
  Effect.reduce(route.split("/").slice(1), "", (before, segment, index) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? []
    if (name === undefined) return Effect.succeed(`${before}/${segment}`)
    const rest = route
      .split("/")
      .slice(index + 2)
      .join("/")
    return Effect.flatMap(subject(reader, before, name, rest, year), (value) =>
      value === undefined || value === null
        ? new BenchFailure({
            message: `no value for {${name}} of ${route}: the data has no such record, or bench/reads/concrete.ts needs a case for it`
          })
        : Effect.succeed(`${before}/${String(value)}`)
    )
  })
