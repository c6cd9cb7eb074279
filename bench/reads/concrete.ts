import { Effect } from "effect"
import { BenchFailure } from "../support/BenchFailure.js"
import { asked, type Cold } from "../support/cold.js"
import { textOf } from "../support/http.js"

interface Listed {
  readonly data?: ReadonlyArray<Readonly<Record<string, unknown>>>
}

const first = (cold: Cold, path: string, fits: (one: Readonly<Record<string, unknown>>) => boolean = () => true) =>
  Effect.map(asked(cold, path), (answer) => ((JSON.parse(textOf(answer)) as Listed).data ?? []).find(fits))

const game = (cold: Cold) => first(cold, "/v1/attending/events?category=sports&limit=100&attended=true", (one) => String(one["event_type"]).endsWith("_game"))

/** What to ask for in the place of a parameter, given the path before it. */
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
      return before.startsWith("/v1/watching") ? Effect.succeed(1) : Effect.map(game(cold), (one) => String(one?.["event_date"] ?? one?.["date"]).slice(0, 4))
    default:
      return Effect.succeed(undefined)
  }
}

/** A route of the document with a subject in the place of each parameter: the first that the list before it shows. */
export const concrete = (cold: Cold, route: string, year: number): Effect.Effect<string, BenchFailure> =>
  Effect.reduce(route.split("/").slice(1), "", (before, segment) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? []
    if (name === undefined) return Effect.succeed(`${before}/${segment}`)
    return Effect.flatMap(subject(cold, before, name, year), (value) =>
      value === undefined || value === null
        ? new BenchFailure({ message: `nothing to ask ${route} for: the data has none, or bench/reads/concrete.ts must learn of {${name}}` })
        : Effect.succeed(`${before}/${String(value)}`))
  })
