import { domains, type BuiltInDomain } from "@daybook/core"
import { addDays, yearOf } from "@daybook/core/shared"
import { Effect } from "effect"
import { type Ask, type AskError, askIfAny } from "../Ask.js"
import { askDeclared } from "../declared/ask.js"
import { Home } from "../Home.js"
import { answerWith, words } from "../kit/output.js"
import { oneOf, optional, whole } from "../kit/params.js"
import { whyNothing } from "../nothing.js"
import { readTool } from "../Tool.js"
import { ToolError } from "../ToolError.js"
import { withoutImages } from "./project.js"
import { daysOf, firstYear, lastYear, rangeOfYear, sumsOf, totalsOf } from "./totals.js"

/** A year that the domain cannot have is one without data. */
const orNone = <A, R>(effect: Effect.Effect<A | null, AskError, R>): Effect.Effect<A | null, AskError, R> =>
  Effect.catchIf(
    effect,
    ({ status }) => status === 400,
    () => Effect.succeed(null)
  )

/** The review of a year in one domain; null if there is none. */
const reviewOf = (domain: BuiltInDomain, year: number): Effect.Effect<object | null, AskError, Ask> => {
  switch (domain) {
    case "listening":
    case "watching":
    case "reading":
    case "attending":
      return askIfAny(`${domain}.year`, { year })
    case "running":
      return askIfAny("running.year", { year })
    case "collecting":
      return Effect.map(
        Effect.all([daysOf("collecting", year), totalsOf("collecting", rangeOfYear(year))], { concurrency: 2 }),
        ([days, totals]) => (days.length === 0 ? null : { year, added: sumsOf(days)["count"], ...totals })
      )
  }
}

const namesOfLists = ["top_artists", "top_albums", "top_tracks", "top_runs", "events", "top_rated"]
const [maxOfOneDomain, maxOfAllDomains] = [10, 3]

/** A review with its lists cut: a year of six domains fits into one answer. */
const brief = (review: object, max: number): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(withoutImages(review) as Record<string, unknown>).flatMap(([name, value]) => {
      if (!Array.isArray(value)) return [[name, value] as const]
      if (name === "monthly" && max === maxOfAllDomains) return []
      return [[name, namesOfLists.includes(name) || max === maxOfAllDomains ? value.slice(0, max) : value] as const]
    })
  )

/** The answer about the reviews of a year. */
const yearAnswer = (year: number, only: string | undefined, reviews: ReadonlyArray<readonly [string, object | null]>) =>
  Effect.gen(function* () {
    const range = rangeOfYear(year)
    const answered = reviews.flatMap(([one, review]) => (review === null ? [] : [[one, review] as const]))
    if (answered.length === 0) {
      const { today } = yield* Home
      const why = only === undefined ? undefined : yield* whyNothing(only, range)
      return yield* (
        why ??
        new ToolError({
          code: "no_data",
          message: `There is nothing of ${year}${only === undefined ? "" : ` in ${only}`}.`,
          next: `Call overview for what is here, or year with {"year": ${yearOf(addDays(today, -30))}}.`
        })
      )
    }
    const max = only === undefined ? maxOfAllDomains : maxOfOneDomain
    return {
      heading: `${only ?? "all domains"} in ${year}`,
      domains: reviews.map(([one]) => one),
      range,
      data: Object.fromEntries(answered.map(([one, review]) => [one, brief(review, max)]))
    }
  })

const declaredReview = (domain: string, year: number) =>
  Effect.catchIf(
    orNone(askDeclared(domain).year(year)),
    ({ status }) => status === 404,
    () => Effect.succeed(null)
  )

export const year = readTool({
  name: "year",
  title: "Year in review",
  description: "Summarises a year: totals, months and favourites of one domain, or in short of all.",
  domains,
  example: { year: 2025 },
  input: { year: whole(firstYear, lastYear), domain: optional(oneOf(domains)) },
  output: answerWith({ year: words }),
  run: ({ domain, year }) =>
    Effect.gen(function* () {
      const { scope } = yield* Home
      const chosen = domain === undefined ? scope.builtIn : [domain]
      const more = domain === undefined ? scope.declared.filter(({ main }) => main.hasDays) : []
      const reviews = yield* Effect.all(
        [
          ...chosen.map((one) => Effect.map(orNone(reviewOf(one, year)), (review) => [one, review] as const)),
          ...more.map(({ name }) => Effect.map(declaredReview(name, year), (review) => [name, review] as const))
        ],
        { concurrency: 3 }
      )
      return yield* yearAnswer(year, domain, reviews)
    }),
  declared: {
    suits: ({ main }) => main.hasDays,
    run: ({ name }, { year }) =>
      Effect.flatMap(declaredReview(name, year), (review) => yearAnswer(year, name, [[name, review]]))
  }
})
