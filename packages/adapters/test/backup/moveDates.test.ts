import { expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { moveDates, upToNow } from "../../src/backup/moveDates.js"

const dayMs = 86_400_000
const from = Date.UTC(2023, 0, 1)
const to = Date.UTC(2027, 0, 1) - 1
const days = fc.integer({ min: 1, max: 5_000 })
const instants = fc.integer({ min: from, max: to })
const iso = (at: number) => new Date(at).toISOString()

it("moves dates, times and epoch milliseconds by whole days, wherever they stand in a row", () => {
  fc.assert(
    fc.property(instants, days, (at, days) => {
      const row = (at: number) =>
        JSON.stringify([
          "12",
          iso(at).slice(0, 10),
          iso(at).replace("T", " ").replace("Z", "+00"),
          JSON.stringify({ at, date: iso(at).slice(0, 10), key: `mention:${iso(at)}`, list: [at, 5] })
        ])
      expect(moveDates(row(at), { days, from, to })).toBe(row(at + days * dayMs))
    })
  )
})

it("leaves dates outside of the range and other numbers", () => {
  const others = fc.oneof(
    fc.integer({ min: 0, max: from - dayMs }).map((at) => iso(at).slice(0, 10)),
    fc.integer({ min: to + 1, max: Date.UTC(2090, 0, 1) }).map(String),
    fc.integer({ min: from * 10, max: to * 10 }).map(String),
    fc.integer({ min: Math.ceil(from / 1_000), max: Math.floor(to / 1_000) }).map(String),
    fc.constantFrom("2025-13-45", "12025-01-01", "2025-01-011", "555-2025-01-01", "")
  )
  fc.assert(
    fc.property(fc.array(others), days, (texts, days) => {
      const row = JSON.stringify(texts)
      expect(moveDates(row, { days, from, to })).toBe(row)
    })
  )
})

it("a sample ends less than a day before now", () => {
  fc.assert(
    fc.property(instants, fc.nat({ max: 3_000 * dayMs }), (madeAt, later) => {
      const now = madeAt + later
      const moved = Date.parse(JSON.parse(moveDates(JSON.stringify(iso(madeAt)), upToNow(madeAt, now))) as string)
      expect(now - moved).toBeGreaterThanOrEqual(0)
      expect(now - moved).toBeLessThan(dayMs)
    })
  )
})
