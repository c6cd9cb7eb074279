import { domains, type BuiltInDomain } from "@daybook/core"
import { Effect } from "effect"
import { type Ask, type AskError, ask } from "../Ask.js"
import { idOf } from "../kit/ids.js"
import { answerWith, object, objects } from "../kit/output.js"
import { oneOf, text } from "../kit/params.js"
import { datesOf, rangeOf, readTool, wordsOf } from "../Tool.js"
import type { WhenRange } from "../kit/when.js"
import { directorsOf, filmGenres, genresOf } from "./breakdown.js"
import { declaredCounts, declaredTotals, hasNone } from "./declared.js"
import { areEmpty, totalsOf } from "./totals.js"

const maxEntries = 5
const maxGenres = 8

type Rows = Effect.Effect<ReadonlyArray<Readonly<Record<string, unknown>>>, AskError, Ask>

/** The favourites of a period. */
const topOf = (domain: BuiltInDomain, range: WhenRange): Rows => {
  const dates = datesOf(range)
  switch (domain) {
    case "listening":
      return Effect.map(
        ask("listening.topArtists", {
          ...dates,
          ...(range.from === null ? { period: "overall" } : {}),
          limit: maxEntries
        }),
        ({ data }) =>
          data.map(({ id, name, playcount }) => ({ name, plays: playcount, id: idOf("listening", "artist", id) }))
      )
    case "running":
      return Effect.map(ask("running.activities", { ...dates, sort: "distance", limit: maxEntries }), ({ data }) =>
        data.map(({ date, distance_mi, id, name }) => ({
          name,
          date: date.slice(0, 10),
          distance_mi,
          id: idOf("running", "activity", id)
        }))
      )
    case "watching":
      return Effect.map(directorsOf(range), (rows) =>
        rows.slice(0, maxEntries).map(({ count, name }) => ({ director: name, films: count }))
      )
    default:
      return Effect.succeed([])
  }
}

const sharesOf = (rows: ReadonlyArray<{ readonly name: string; readonly count: number }>) => {
  const sum = rows.reduce((all, { count }) => all + count, 0)
  return new Map(rows.map(({ count, name }) => [name, sum === 0 ? 0 : count / sum]))
}

const round = (value: number) => Math.round(value * 1000) / 1000

/** The largest genres of both periods with their shares; null where a domain has none. */
const genreShares = (domain: BuiltInDomain, a: WhenRange, b: WhenRange) => {
  const load = domain === "listening" ? genresOf : domain === "watching" ? filmGenres : undefined
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
  domains,
  example: { domain: "listening", a: "last-year", b: "this-year" },
  input: { domain: oneOf(domains), a: period, b: period },
  output: answerWith({ a: object, b: object, totals: objects, genres: objects }),
  run: ({ a, b, domain }) =>
    Effect.gen(function* () {
      const [first, second] = [yield* rangeOf(a, "all", "a"), yield* rangeOf(b, "all", "b")]
      const [before, after, topBefore, topAfter, genres] = yield* Effect.all(
        [
          totalsOf(domain, first),
          totalsOf(domain, second),
          topOf(domain, first),
          topOf(domain, second),
          genreShares(domain, first, second)
        ],
        { concurrency: 3 }
      )
      return {
        heading: `${domain}: a = ${wordsOf(first)}, b = ${wordsOf(second)}`,
        domains: [domain],
        data: {
          a: { ...first, ...(topBefore.length === 0 ? {} : { top: topBefore }) },
          b: { ...second, ...(topAfter.length === 0 ? {} : { top: topAfter }) },
          totals: differences(before, after),
          ...(genres === null ? {} : { genres })
        },
        nothingIn: areEmpty(domain, before) && areEmpty(domain, after) ? spanOf(first, second) : undefined
      }
    }),
  declared: {
    run: (shape, { a, b }) =>
      Effect.gen(function* () {
        const [first, second] = [yield* rangeOf(a, "all", "a"), yield* rangeOf(b, "all", "b")]
        const [before, after, countsBefore, countsAfter] = yield* Effect.all(
          [
            declaredTotals(shape, first),
            declaredTotals(shape, second),
            declaredCounts(shape, first),
            declaredCounts(shape, second)
          ],
          { concurrency: 2 }
        )
        const isEmpty = hasNone(shape, countsBefore, first) && hasNone(shape, countsAfter, second)
        return {
          heading: `${shape.title}: a = ${wordsOf(first)}, b = ${wordsOf(second)}`,
          domains: [shape.name],
          data: { a: { ...first }, b: { ...second }, totals: differences(before, after) },
          nothingIn: isEmpty ? spanOf(first, second) : undefined
        }
      })
  }
})
