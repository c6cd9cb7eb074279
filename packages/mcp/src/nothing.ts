import { Effect } from "effect"
import type { Ask, AskError } from "./Ask.js"
import { domainNamed, Home } from "./Home.js"
import type { WhenRange } from "./kit/when.js"
import { ToolError } from "./ToolError.js"

const seeOverview = "Call overview for what is here."

/** A range as words within a sentence: `in 2019`, `on 2019-03-14`. */
const inWords = (from: string, to: string): string => {
  if (from === to) return `on ${from}`
  const year = from.slice(0, 4)
  return from === `${year}-01-01` && to === `${year}-12-31` ? `in ${year}` : `from ${from} to ${to}`
}

/**
 * Why a domain has nothing in a range: no source, no data yet, or a range before the first record or in the future.
 * Undefined where there might have been something, so that nothing is an answer.
 */
export const whyNothing = (
  name: string,
  { from, to }: WhenRange
): Effect.Effect<ToolError | undefined, AskError, Ask | Home> =>
  Effect.gen(function* () {
    const { scope, sources, today, ...times } = yield* Home
    const domain = domainNamed(scope, name)
    if (domain === undefined) return undefined
    const { hasDays, noun, span, title } = domain
    const { first, last } = yield* span(times)
    const own = sources.filter((source) => source.domain === name && source.reads)
    if (first === null || last === null) {
      if (!hasDays) return undefined
      return own.length === 0
        ? new ToolError({
            code: "not_set_up",
            message: `${title} has no source and no data.`,
            next: `The owner can run: daybook sources. ${seeOverview}`
          })
        : new ToolError({
            code: "no_data",
            message: `${title} has no data yet; its sources are ${own.map(({ name }) => name).join(", ")}.`,
            next: `The owner can run: daybook sync ${own[0]!.name}. ${seeOverview}`
          })
    }
    // Nothing since the last record is a fact: a week without a run.
    const end = last > today ? last : today
    if (from === null || to === null || (to >= first && from <= end)) return undefined
    const edge = to < first ? `the first is of ${first}` : `the last is of ${last}`
    return new ToolError({
      code: "no_data",
      message: `No ${noun} ${inWords(from, to)}: ${edge}.`,
      next: `There is data from ${first} to ${last}. ${seeOverview}`
    })
  })
