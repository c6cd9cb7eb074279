import { Effect } from "effect"
import type { Domain } from "../domains/Domain.js"
import { answerWith, object, objects } from "../kit/output.js"
import { domainName, text } from "../kit/params.js"
import type { WhenRange } from "../kit/when.js"
import { domainOf, everyDomain, rangeOf, readTool, wordsOf } from "../Tool.js"

const maxGenres = 8

const sharesOf = (rows: ReadonlyArray<{ readonly name: string; readonly count: number }>) => {
  const sum = rows.reduce((all, { count }) => all + count, 0)
  return new Map(rows.map(({ count, name }) => [name, sum === 0 ? 0 : count / sum]))
}

const round = (value: number) => Math.round(value * 1000) / 1000

/** The largest genres of both periods with their shares; null where a domain has none. */
const genreShares = ({ genres: load }: Domain, a: WhenRange, b: WhenRange) => {
  if (load === undefined) return Effect.succeed(null)
  return Effect.map(Effect.all([load(a), load(b)]), ([first, second]) => {
    const [before, after] = [sharesOf(first), sharesOf(second)]
    const names = [...new Set([...before.keys(), ...after.keys()])].filter((name) => name !== "Other")
    return names
      .map((genre) => ({ genre, a: before.get(genre) ?? 0, b: after.get(genre) ?? 0 }))
      .toSorted((x, y) => Math.max(y.a, y.b) - Math.max(x.a, x.b))
      .slice(0, maxGenres)
      .map(({ a, b, genre }) => ({ genre, a: round(a), b: round(b), change: round(b - a) }))
  })
}

/** The numbers of totals, by their path. */
const numbersOf = (value: object, before = ""): ReadonlyArray<readonly [string, number]> =>
  Object.entries(value).flatMap(([name, member]): ReadonlyArray<readonly [string, number]> => {
    if (typeof member === "number") return [[`${before}${name}`, member]]
    return typeof member === "object" && member !== null && !Array.isArray(member)
      ? numbersOf(member as object, `${before}${name}.`)
      : []
  })

/** Totals that do not belong to the period. */
const notOfPeriod =
  /^(eddington_number|years_tracking|years_active|.*this_year|streaks\..*|currently_reading_count|.*release_year)$/

const differences = (a: object, b: object) => {
  const [before, after] = [new Map(numbersOf(a)), new Map(numbersOf(b))]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((total) => !notOfPeriod.test(total))
    .map((total) => {
      const [first, other] = [before.get(total) ?? 0, after.get(total) ?? 0]
      return {
        total,
        a: first,
        b: other,
        difference: round(other - first),
        ...(first === 0 ? {} : { ratio: round(other / first) })
      }
    })
}

/** A range that has both periods; open if one of them is. */
const spanOf = (a: WhenRange, b: WhenRange): WhenRange => {
  const days = [a.from, a.to, b.from, b.to].filter((day) => day !== null).toSorted()
  return days.length < 4 ? { from: null, to: null } : { from: days[0] ?? null, to: days.at(-1) ?? null }
}

const period = text("a period, like when")

export const compare = readTool({
  name: "compare",
  title: "Compare two periods",
  description:
    "Two periods of one domain side by side: totals, favourites and (listening, watching) genre shares, with " +
    "differences and ratios b/a computed here. Use for 'more than last year', 'how did my taste or genres drift'.",
  domains: everyDomain,
  example: { domain: "listening", a: "last-year", b: "this-year" },
  input: { domain: domainName, a: period, b: period },
  output: answerWith({ a: object, b: object, totals: objects, genres: objects }),
  run: ({ a, b, domain: name }) =>
    Effect.gen(function* () {
      const domain = yield* domainOf(name)
      const [first, second] = [yield* rangeOf(a, "all", "a"), yield* rangeOf(b, "all", "b")]
      const { favourites = () => Effect.succeed([]), totals } = domain
      const [before, after, topBefore, topAfter, genres] = yield* Effect.all(
        [totals(first), totals(second), favourites(first), favourites(second), genreShares(domain, first, second)],
        { concurrency: 3 }
      )
      return {
        heading: `${domain.heading}: a = ${wordsOf(first)}, b = ${wordsOf(second)}`,
        domains: [name],
        data: {
          a: { ...first, ...(topBefore.length === 0 ? {} : { top: topBefore }) },
          b: { ...second, ...(topAfter.length === 0 ? {} : { top: topAfter }) },
          totals: differences(before.all, after.all),
          ...(genres === null ? {} : { genres })
        },
        nothingIn: before.isEmpty && after.isEmpty ? spanOf(first, second) : undefined
      }
    })
})
