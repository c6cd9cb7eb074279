import { Effect } from "effect"
import { BenchFailure } from "../support/BenchFailure.js"
import { type Cold, requestCold } from "../support/cold.js"
import { textOf } from "../support/http.js"

interface ListAnswer {
  readonly data?: ReadonlyArray<Readonly<Record<string, unknown>>>
}

const first = (cold: Cold, path: string, matches: (one: Readonly<Record<string, unknown>>) => boolean = () => true) =>
  Effect.map(requestCold(cold, path), (answer) => ((JSON.parse(textOf(answer)) as ListAnswer).data ?? []).find(matches))

const game = (cold: Cold) =>
  first(cold, "/v1/attending/events?category=sports&limit=100&attended=true", (one) =>
    String(one["event_type"]).endsWith("_game")
  )

/** A value for a path parameter, from the list at the path before it. */
const subject = (cold: Cold, before: string, name: string, year: number): Effect.Effect<unknown, BenchFailure> => {
  switch (name) {
    case "id":
      return Effect.map(first(cold, before), (one) => one?.["id"])
    case "year":
      return Effect.succeed(year)
    case "domain":
      return Effect.succeed("watching")
    case "league":
      return Effect.map(game(cold), (one) => String(one?.["event_type"]).replace("_game", ""))
    case "season":
      return before.startsWith("/v1/watching")
        ? Effect.succeed(1)
        : Effect.map(game(cold), (one) => String(one?.["event_date"] ?? one?.["date"]).slice(0, 4))
    default:
      return Effect.succeed(undefined)
  }
}

/** A route with a value for each parameter: the first record of the list above it. */
export const concrete = (cold: Cold, route: string, year: number): Effect.Effect<string, BenchFailure> =>
  Effect.reduce(route.split("/").slice(1), "", (before, segment) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? []
    if (name === undefined) return Effect.succeed(`${before}/${segment}`)
    return Effect.flatMap(subject(cold, before, name, year), (value) =>
      value === undefined || value === null
        ? new BenchFailure({
            message: `no value for {${name}} of ${route}: the data has no such record, or bench/reads/concrete.ts needs a case for it`
          })
        : Effect.succeed(`${before}/${String(value)}`)
    )
  })
