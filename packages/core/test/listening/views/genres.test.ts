import { Either, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"
import type { GenreCount } from "../../../src/listening/facts.js"
import { Genres, breakdown } from "../../../src/listening/views/statistics.js"

const months = ["2023-12-01", "2024-01-01", "2024-02-01"]
const names = ["rock", "jazz", "folk", "metal", "ambient", "hip-hop", "toString", "constructor"]

/** Counts as the store returns them: ascending by period, most played first. */
const counts = fc
  .uniqueArray(
    fc.record({
      start: fc.constantFrom(...months),
      genre: fc.constantFrom(...names),
      plays: fc.integer({ min: 1, max: 1000 })
    }),
    { selector: ({ genre, start }) => `${start} ${genre}`, maxLength: 24 }
  )
  .map((rows) =>
    rows.sort((a, b) => a.start.localeCompare(b.start) || b.plays - a.plays || a.genre.localeCompare(b.genre))
  )

const rowsOf = (genres: Readonly<Record<string, number>>) =>
  Object.entries(genres).sort(([a], [b]) => a.localeCompare(b))

describe("breakdown", () => {
  it("lists the most played genres of each period, sums the rest as Other, and includes all in the total", () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 9 }), (rows, limit) => {
        const expected = months
          .filter((start) => rows.some((row) => row.start === start))
          .map((start) => {
            const own = rows.filter((row) => row.start === start)
            const rest = own.slice(limit).map(({ plays }) => plays)
            const top = own.slice(0, limit).map(({ genre, plays }) => [genre, plays] as const)
            return {
              period: start.slice(0, 7),
              genres: [...top, ...(rest.length === 0 ? [] : [["Other", rest.reduce((a, b) => a + b)] as const])].sort(
                ([a], [b]) => a.localeCompare(b)
              ),
              total: own.map(({ plays }) => plays).reduce((a, b) => a + b)
            }
          })
        expect(breakdown("month", limit, rows).map((period) => ({ ...period, genres: rowsOf(period.genres) }))).toEqual(
          expected
        )
      }),
      { numRuns: 500 }
    )
  })

  const one = (start: string): ReadonlyArray<GenreCount> => [{ start, genre: "jazz", plays: 4 }]

  it("names weeks by their ISO year, months and years by their first day", () => {
    expect(breakdown("week", 10, one("2020-12-28")).map(({ period }) => period)).toEqual(["2020-W53"])
    expect(breakdown("week", 10, one("2018-12-31")).map(({ period }) => period)).toEqual(["2019-W01"])
    expect(breakdown("month", 10, one("2024-02-01")).map(({ period }) => period)).toEqual(["2024-02"])
    expect(breakdown("year", 10, one("2024-01-01")).map(({ period }) => period)).toEqual(["2024"])
  })

  it("is empty without counts", () => {
    expect(breakdown("month", 10, [])).toEqual([])
  })

  it("encodes with and without a comparison", () => {
    const data = breakdown("year", 1, [...one("2024-01-01"), { start: "2024-01-01", genre: "folk", plays: 3 }])
    const wire = [{ period: "2024", genres: { jazz: 4, Other: 3 }, total: 7 }]
    expect(Schema.encodeUnknownEither(Genres)({ data })).toEqual(Either.right({ data: wire }))
    expect(Schema.encodeUnknownEither(Genres)({ data, compare: [] })).toEqual(Either.right({ data: wire, compare: [] }))
  })
})
