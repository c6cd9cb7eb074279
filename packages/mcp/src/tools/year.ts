import { addDays, yearOf } from "@daybook/core/shared"
import { Effect } from "effect"
import type { Answer } from "../domains/Domain.js"
import { Home } from "../Home.js"
import { answerWith, words } from "../kit/output.js"
import { domainName, optional, whole } from "../kit/params.js"
import { withoutImages } from "../kit/project.js"
import { rangeOfYear } from "../kit/when.js"
import { whyNothing } from "../nothing.js"
import { readTool } from "../Tool.js"
import { ToolError } from "../ToolError.js"
import { firstYear, lastYear } from "./totals.js"

/** A year that the domain cannot have is one without data. */
const orNone = <A>(review: Answer<A | null>): Answer<A | null> =>
  Effect.catchIf(
    review,
    ({ status }) => status === 400,
    () => Effect.succeed(null)
  )

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

export const year = readTool({
  name: "year",
  title: "Year in review",
  description: "Summarises a year: totals, months and favourites of one domain, or in short of all.",
  domains: ({ year }) => year !== undefined,
  example: { year: 2025 },
  input: { year: whole(firstYear, lastYear), domain: optional(domainName) },
  output: answerWith({ year: words }),
  run: ({ domain, year }) =>
    Effect.gen(function* () {
      const { scope } = yield* Home
      const reviews = yield* Effect.all(
        scope.flatMap(({ name, year: review }) =>
          review === undefined || (domain !== undefined && domain !== name)
            ? []
            : [Effect.map(orNone(review(year)), (answered) => [name, answered] as const)]
        ),
        { concurrency: 3 }
      )
      return yield* yearAnswer(year, domain, reviews)
    })
})
