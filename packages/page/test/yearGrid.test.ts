import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { yearGrid } from "../src/charts/yearGrid.js"

const year = fc.integer({ min: 1970, max: 2100 })
const yearWithCounts = year.chain((year) =>
  fc.tuple(
    fc.constant(year),
    fc
      .uniqueArray(fc.record({ day: fc.integer({ min: 0, max: 364 }), count: fc.integer({ min: 1, max: 500 }) }), {
        selector: ({ day }) => day
      })
      .map((days) =>
        days.map(({ count, day }) => ({ count, date: new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10) }))
      )
  )
)

describe("yearGrid", () => {
  it("places every day of the year once, in its week and weekday", () => {
    fc.assert(
      fc.property(yearWithCounts, ([year, days]) => {
        const grid = yearGrid(year, days)
        const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
        expect(grid.days).toHaveLength(leap ? 366 : 365)
        expect(new Set(grid.days.map(({ week, weekday }) => `${week} ${weekday}`)).size).toBe(grid.days.length)
        for (const { date, week, weekday } of grid.days) {
          expect((weekday + 1) % 7).toBe(new Date(date).getUTCDay())
          expect(week).toBeLessThan(grid.weeks)
        }
      }),
      { numRuns: 30 }
    )
  })

  it("keeps the total of plays in days and months", () => {
    fc.assert(
      fc.property(yearWithCounts, ([year, days]) => {
        const { days: cells, months } = yearGrid(year, days)
        const total = days.reduce((sum, { count }) => sum + count, 0)
        expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(total)
        expect(months.reduce((sum, month) => sum + month.total, 0)).toBe(total)
      }),
      { numRuns: 30 }
    )
  })

  it("gives more plays at least the same level", () => {
    fc.assert(
      fc.property(yearWithCounts, ([year, days]) => {
        const cells = [...yearGrid(year, days).days].sort((a, b) => a.count - b.count)
        for (const [index, { count, level }] of cells.entries()) {
          expect(level === 0).toBe(count === 0)
          expect(level).toBeGreaterThanOrEqual(cells[index - 1]?.level ?? 0)
          expect(level).toBeLessThanOrEqual(4)
        }
      }),
      { numRuns: 30 }
    )
  })
})
