import { Effect } from "effect"
import type { CalendarDay } from "../domains/Domain.js"
import { bytesOf } from "../kit/budget.js"
import { answerWith, object, objects } from "../kit/output.js"
import { domainName, flag, optional, when, whole } from "../kit/params.js"
import { rangeOfYear, wholeTime } from "../kit/when.js"
import { domainOf, everyDomain, rangeOf, readTool, wordsOf } from "../Tool.js"
import { ToolError } from "../ToolError.js"

export const firstYear = 1900
export const lastYear = 2999

export const stats = readTool({
  name: "stats",
  title: "Totals",
  description:
    "The totals of one domain in a period: how many plays, songs, artists, runs, miles, films, records, discs, " +
    "articles or events. Use for 'how many', 'how much', 'how far'.",
  domains: everyDomain,
  example: { domain: "listening", when: "this-year" },
  input: { domain: domainName, ...when("all") },
  output: answerWith({ totals: object }),
  run: ({ domain, when }) =>
    Effect.gen(function* () {
      const { heading, totals } = yield* domainOf(domain)
      const range = yield* rangeOf(when, "all")
      const { all, isEmpty, notes } = yield* totals(range)
      return {
        heading: `${heading}, ${wordsOf(range)}`,
        domains: [domain],
        range,
        data: { totals: all },
        nothingIn: isEmpty ? range : undefined,
        notes
      }
    })
})

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
  domains: ({ streaks }) => streaks !== undefined,
  example: { domain: "listening" },
  input: { domain: domainName },
  output: answerWith({ current: object, longest: object }),
  run: ({ domain }) =>
    Effect.gen(function* () {
      const { streaks } = yield* domainOf(domain)
      const answered = yield* streaks!
      if (answered === null) return yield* noStreak(domain)
      return {
        heading: `${domain} streaks, in days`,
        domains: [domain],
        data: { ...answered },
        nothingIn: answered.longest.days === 0 ? wholeTime : undefined
      }
    })
})

const bestDays = 10

/** Sums of the members of days, rounded as the days are. */
const sumsOf = (days: ReadonlyArray<CalendarDay>) => {
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
  domains: ({ calendar }) => calendar !== undefined,
  example: { domain: "running", year: 2025 },
  input: { domain: domainName, year: whole(firstYear, lastYear), days: optional(flag()) },
  output: answerWith({ year: object, months: objects, best_days: objects, days: objects }),
  run: ({ days: every = false, domain, year }) =>
    Effect.gen(function* () {
      const { calendar } = yield* domainOf(domain)
      return calendarAnswer(domain, year, yield* calendar!(year), every)
    })
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

const groupByMonth = (days: ReadonlyArray<CalendarDay>) => {
  const months = new Map<string, Array<CalendarDay>>()
  for (const day of days) {
    const month = day.date.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), day])
  }
  return months
}
