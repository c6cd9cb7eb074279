import { Either, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { CalendarYear, calendarYear } from "../../../src/listening/views/statistics.js"

const dateOf = (dayOfYear: number) => new Date(Date.UTC(2024, 0, dayOfYear)).toISOString().slice(0, 10)

describe("calendarYear", () => {
  it("lists the days with their total and the first of the busiest days", () => {
    const days = fc.uniqueArray(
      fc.record({ day: fc.integer({ min: 1, max: 366 }), plays: fc.integer({ min: 1, max: 9 }) }),
      { selector: ({ day }) => day }
    )
    fc.assert(
      fc.property(days, (unsorted) => {
        const sorted = unsorted.sort((a, b) => a.day - b.day)
        let total = 0
        let busiest = { date: "", count: 0 }
        for (const { day, plays } of sorted) {
          total += plays
          if (plays > busiest.count) busiest = { date: dateOf(day), count: plays }
        }
        const view = calendarYear(
          2024,
          sorted.map(({ day, plays }) => ({ date: dateOf(day), plays }))
        )
        const expected = {
          year: 2024,
          days: sorted.map(({ day, plays }) => ({ date: dateOf(day), count: plays })),
          total,
          max_day: busiest
        }
        expect(Schema.encodeEither(CalendarYear)(view)).toEqual(Either.right(expected))
      })
    )
  })

  it("has an empty busiest day in a year without plays", () => {
    expect(calendarYear(2025, [])).toEqual({ year: 2025, days: [], total: 0, max_day: { date: "", count: 0 } })
  })
})
