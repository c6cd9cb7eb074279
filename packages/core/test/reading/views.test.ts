import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { readMinutes } from "../../src/reading/views/articles.js"
import { streaks, calendarYear, yearInReview } from "../../src/reading/views/statistics.js"
import { addDays, daysBetween, fromOrdinal } from "../../src/shared/index.js"
const start = 20_000
/** Days with finished articles, and their runs. */
const days = fc
  .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 })
  .map((all) => all.sort((a, b) => a - b).map((day) => ({ date: fromOrdinal(start + day), finished: (day % 3) + 1 })))
const runsOf = (all: ReadonlyArray<{ readonly date: string; readonly finished: number }>) => {
  const runs: Array<{ start: string; end: string; finished: number }> = []
  for (const { date, finished } of all) {
    const last = runs.at(-1)
    if (last !== undefined && addDays(last.end, 1) === date) {
      last.end = date
      last.finished += finished
    } else runs.push({ start: date, end: date, finished })
  }
  return runs
}

describe("streaks of reading", () => {
  it("equal a count day by day", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 45 }), (all, at) => {
        const today = fromOrdinal(start + at)
        const past = all.filter(({ date }) => date <= today)
        const has = new Map(past.map(({ date, finished }) => [date, finished]))
        let day = has.has(today) ? today : addDays(today, -1)
        let [length, total] = [0, 0]
        for (; has.has(day); day = addDays(day, -1)) {
          length++
          total += has.get(day)!
        }
        const { current, longest } = streaks(runsOf(past), today)
        expect(current).toEqual({
          days: length,
          start_date: length === 0 ? null : addDays(day, 1),
          total_finished: total
        })
        const lengths = runsOf(past).map((run) => daysBetween(run.start, run.end) + 1)
        expect(longest.days).toBe(Math.max(0, ...lengths))
        const first = runsOf(past)[lengths.indexOf(longest.days)]
        expect([longest.start_date, longest.end_date, longest.total_finished]).toEqual([
          first?.start ?? null,
          first?.end ?? null,
          first?.finished ?? 0
        ])
      })
    )
  })
})

const counts = fc
  .uniqueArray(fc.integer({ min: 0, max: 364 }), { maxLength: 40 })
  .chain((at) =>
    fc.tuple(
      ...at
        .sort((a, b) => a - b)
        .map((day) =>
          fc
            .record({ saved: fc.nat(9), finished: fc.nat(9) })
            .map((of) => ({ date: addDays("2025-01-01", day), ...of }))
        )
    )
  )

describe("a year of reading", () => {
  it("is the sum of its days, month by month", () => {
    fc.assert(
      fc.property(counts, (all) => {
        const sum = (
          key: "saved" | "finished",
          of: ReadonlyArray<{ readonly saved: number; readonly finished: number }>
        ) => of.reduce((total, one) => total + one[key], 0)
        expect(calendarYear(2025, all)).toEqual({
          year: 2025,
          days: all,
          total_saved: sum("saved", all),
          total_finished: sum("finished", all)
        })
        const totals = { articles: 1, finished: 2, reading: 3, highlights: 4, words: 5, averageMinutes: null }
        const { monthly } = yearInReview({ year: 2025, totals, days: all, domains: [], tags: [] })
        const months = [...new Set(all.map(({ date }) => date.slice(0, 7)))]
        expect(monthly).toEqual(
          months.map((month) => {
            const of = all.filter(({ date }) => date.startsWith(month))
            return { month, saved: sum("saved", of), finished: sum("finished", of) }
          })
        )
      })
    )
  })

  it("rounds minutes up at 238 words each", () => {
    expect([null, 0, 1, 238, 239, 477].map(readMinutes)).toEqual([null, 0, 1, 1, 2, 3])
  })
})
