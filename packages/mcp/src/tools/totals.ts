import { domains, type BuiltInDomain } from "@daybook/core"
import { Effect } from "effect"
import { type Ask, type AskError, ask, askIfAny } from "../Ask.js"
import { askDeclared } from "../declared/ask.js"
import { bytesOf } from "../kit/budget.js"
import { answerWith, object, objects } from "../kit/output.js"
import { flag, oneOf, optional, when, whole } from "../kit/params.js"
import { type WhenRange, wholeTime } from "../kit/when.js"
import { datesOf, rangeOf, readTool, wordsOf } from "../Tool.js"
import { ToolError } from "../ToolError.js"
import { declaredCounts, declaredTotals, hasNone, withoutDays } from "./declared.js"

const domainWord = oneOf(domains)
export const firstYear = 1900
export const lastYear = 2999

/** The totals of a domain in a range, in one object. */
export const totalsOf = (
  domain: BuiltInDomain,
  range: WhenRange
): Effect.Effect<Readonly<Record<string, unknown>>, AskError, Ask> => {
  const dates = datesOf(range)
  switch (domain) {
    case "listening":
      return Effect.map(ask("listening.stats", dates), (totals) => ({ ...totals }))
    case "running":
      return Effect.map(ask("running.stats", dates), ({ data: { first_run, ...data } }) => ({
        ...data,
        first_run: first_run?.replace("Z", "") ?? null
      }))
    case "watching":
      return Effect.map(ask("watching.stats", dates), ({ data }) => ({ ...data }))
    case "collecting":
      return Effect.zipWith(
        ask("collecting.stats", dates),
        ask("collecting.mediaStats", dates),
        (records, discs) => ({ records: { ...records.data }, discs: { ...discs.data } }),
        { concurrent: true }
      )
    case "reading":
      return Effect.map(ask("reading.stats", dates), (totals) => ({ ...totals }))
    case "attending":
      return Effect.map(ask("attending.stats", dates), (totals) => ({ ...totals }))
  }
}

type Totals = Readonly<Record<string, unknown>>

/** The totals that say how many records of a domain there are. */
const countNames: Readonly<Record<BuiltInDomain, ReadonlyArray<string>>> = {
  listening: ["total_scrobbles"],
  running: ["total_runs"],
  watching: ["total_movies", "total_shows", "total_episodes_watched"],
  collecting: ["total_items", "wantlist_count"],
  reading: ["total_articles", "total_highlights"],
  attending: ["total_events"]
}

/** Whether the totals of a domain count nothing. */
export const areEmpty = (domain: BuiltInDomain, totals: Totals): boolean => {
  const parts: ReadonlyArray<Totals> =
    domain === "collecting" ? [totals["records"] as Totals, totals["discs"] as Totals] : [totals]
  return parts.every((part) => countNames[domain].every((name) => !(Number(part[name] ?? 0) > 0)))
}

export const stats = readTool({
  name: "stats",
  title: "Totals",
  description:
    "The totals of one domain in a period: how many plays, songs, artists, runs, miles, films, records, discs, " +
    "articles or events. Use for 'how many', 'how much', 'how far'.",
  domains,
  example: { domain: "listening", when: "this-year" },
  input: { domain: domainWord, ...when("all") },
  output: answerWith({ totals: object }),
  run: ({ domain, when }) =>
    Effect.gen(function* () {
      const range = yield* rangeOf(when, "all")
      const totals = yield* totalsOf(domain, range)
      const nothingIn = areEmpty(domain, totals) ? range : undefined
      return { heading: `${domain}, ${wordsOf(range)}`, domains: [domain], range, data: { totals }, nothingIn }
    }),
  declared: {
    run: (shape, { when }) =>
      Effect.gen(function* () {
        const range = yield* rangeOf(when, "all")
        const totals = yield* declaredTotals(shape, range)
        const counts = yield* declaredCounts(shape, range)
        return {
          heading: `${shape.title}, ${wordsOf(range)}`,
          domains: [shape.name],
          range,
          data: { totals },
          nothingIn: hasNone(shape, counts, range) ? range : undefined,
          notes: withoutDays(shape, range)
        }
      })
  }
})

const streakDomains = ["listening", "running", "reading"] as const

const noStreak = (domain: string) =>
  new ToolError({
    code: "no_data",
    message: `There are no ${domain} days yet.`,
    next: "Call overview for what is here."
  })

export const streaks = readTool({
  name: "streaks",
  title: "Streaks",
  description: "The current and the longest streak: consecutive days with plays, runs or finished articles.",
  domains: streakDomains,
  example: { domain: "listening" },
  input: { domain: oneOf(streakDomains) },
  output: answerWith({ current: object, longest: object }),
  run: ({ domain }) =>
    Effect.gen(function* () {
      const answered =
        domain === "listening"
          ? yield* askIfAny("listening.streaks")
          : domain === "running"
            ? (yield* ask("running.streaks")).data
            : yield* ask("reading.streaks")
      if (answered === null) return yield* noStreak(domain)
      return streaksAnswer(domain, answered)
    }),
  declared: {
    suits: ({ main }) => main.hasDays,
    run: ({ name }) => Effect.map(askDeclared(name).streaks({}), (answered) => streaksAnswer(name, answered))
  }
})

const streaksAnswer = (domain: string, answered: { readonly longest: { readonly days: number } }) => ({
  heading: `${domain} streaks, in days`,
  domains: [domain],
  data: { ...answered },
  nothingIn: answered.longest.days === 0 ? wholeTime : undefined
})

interface CalendarDay {
  readonly date: string
  readonly count: number
  readonly [name: string]: string | number
}

export const daysOf = (domain: (typeof calendarDomains)[number], year: number) => {
  switch (domain) {
    case "listening":
    case "collecting":
      return Effect.map(ask(`${domain}.calendar`, { year }), ({ days }): ReadonlyArray<CalendarDay> => days)
    case "running":
      return Effect.map(ask("running.calendar", { year }), ({ data }): ReadonlyArray<CalendarDay> =>
        data.map(({ count, date, total_distance_mi }) => ({ date, count, distance_mi: total_distance_mi }))
      )
    case "watching":
      return Effect.map(ask("watching.calendar", { year }), ({ data }): ReadonlyArray<CalendarDay> => data)
    case "reading":
      return Effect.map(ask("reading.calendar", { year }), ({ days }): ReadonlyArray<CalendarDay> =>
        days.map(({ date, finished, saved }) => ({ date, count: saved, finished }))
      )
  }
}

const calendarDomains = ["listening", "running", "watching", "collecting", "reading"] as const
const bestDays = 10

/** Sums of the members of days, rounded as the days are. */
export const sumsOf = (days: ReadonlyArray<CalendarDay>) => {
  const sums: Record<string, number> = {}
  for (const { date: _, ...counts } of days)
    for (const [name, value] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + Number(value)
  return Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, Math.round(value * 100) / 100]))
}

export const calendar = readTool({
  name: "calendar",
  title: "Calendar of a year",
  description:
    "A year by month, with its ten best days; days=true lists every day. count is plays, runs, viewings, additions or " +
    "saved articles. Use for 'which month', 'which day'.",
  domains: calendarDomains,
  example: { domain: "running", year: 2025 },
  input: { domain: oneOf(calendarDomains), year: whole(firstYear, lastYear), days: optional(flag()) },
  output: answerWith({ year: object, months: objects, best_days: objects, days: objects }),
  run: ({ days: every = false, domain, year }) =>
    Effect.gen(function* () {
      return calendarAnswer(domain, year, yield* daysOf(domain, year), every)
    }),
  declared: {
    suits: ({ main }) => main.hasDays,
    run: ({ name }, { days: every = false, year }) =>
      Effect.map(askDeclared(name).calendar({ year }), ({ days }) =>
        calendarAnswer(
          name,
          year,
          days.map(({ count, date }) => ({ date, count })),
          every
        )
      )
  }
})

/** Months, best days and, if they are asked for, all days of a year. */
const calendarAnswer = (domain: string, year: number, days: ReadonlyArray<CalendarDay>, every: boolean) => {
  const months = Array.from(groupByMonth(days), ([month, all]) => ({ month, ...sumsOf(all) }))
  const measure = (day: CalendarDay) => Number(day["distance_mi"] ?? day.count)
  const best = days.toSorted((a, b) => measure(b) - measure(a) || (a.date < b.date ? -1 : 1)).slice(0, bestDays)
  const isLong = every && bytesOf(days) > maxBytesOfDays
  const all = isLong ? withoutOnes(days) : days
  return {
    heading: `${domain} in ${year}`,
    domains: [domain],
    data: { year: { year, ...sumsOf(days) }, months, best_days: best, ...(every ? { days: all } : {}) },
    notes: isLong ? ["A day without count has one."] : [],
    nothingIn: days.length === 0 ? rangeOfYear(year) : undefined
  }
}

/** Bytes of the days of a year that fit into an answer next to its months. */
const maxBytesOfDays = 15_000

/** A year of daily runs is shorter without the counts of 1, and then fits into one answer. */
const withoutOnes = (days: ReadonlyArray<CalendarDay>): ReadonlyArray<object> =>
  days.map(({ count, ...day }) => (count === 1 && Object.keys(day).length > 1 ? day : { count, ...day }))

export const rangeOfYear = (year: number): WhenRange => ({ from: `${year}-01-01`, to: `${year}-12-31` })

const groupByMonth = (days: ReadonlyArray<CalendarDay>) => {
  const months = new Map<string, Array<CalendarDay>>()
  for (const day of days) {
    const month = day.date.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), day])
  }
  return months
}
