import { Either, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { type Period, periods, rangeOf, seriesOf, seriesWithin } from "../../src/listening/views/top.js"
import { fromZoneName } from "../../src/shared/Calendar.js"
import type { Granularity, Series } from "../../src/shared/fields.js"

const dayMs = 86_400_000
const text = (time: number) => new Date(time).toISOString().slice(0, 10)
const at = (date: string) => Date.parse(`${date}T00:00:00Z`)
const anyDay = fc.integer({ min: 0, max: 15_000 }).map((index) => Date.UTC(2000, 0, 1) + index * dayMs)

const mondayOf = (time: number): number => (new Date(time).getUTCDay() === 1 ? time : mondayOf(time - dayMs))

/** The end of the bucket that begins on a day. */
const endOf: Record<Granularity, (start: number) => number> = {
  day: (start) => start + dayMs,
  week: (start) => start + 7 * dayMs,
  month: (start) => Date.UTC(new Date(start).getUTCFullYear(), new Date(start).getUTCMonth() + 1, 1),
  year: (start) => Date.UTC(new Date(start).getUTCFullYear() + 1, 0, 1)
}

/** Checks that the buckets are contiguous and that the first and the last contain the two days. */
const coversOnce = (series: Series, from: number, to: number) => {
  const starts = series.buckets.map(at)
  starts.slice(1).forEach((start, index) => expect(start).toBe(endOf[series.granularity](starts[index]!)))
  expect(starts[0]!).toBeLessThanOrEqual(from)
  expect(endOf[series.granularity](starts[0]!)).toBeGreaterThan(from)
  expect(starts.at(-1)!).toBeLessThanOrEqual(to)
  expect(endOf[series.granularity](starts.at(-1)!)).toBeGreaterThan(to)
}

describe("seriesOf", () => {
  it("has the numbers of buckets in the contract", () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const shape = (period: Period) => {
          const { buckets, granularity } = seriesOf(period, text(today), "1999-05-05")
          return [granularity, buckets.length]
        }
        expect(shape("7day")).toEqual(["day", 7])
        expect(shape("1month")).toEqual(["day", 28])
        expect(shape("3month")).toEqual(["week", 13])
        expect(shape("6month")).toEqual(["week", 26])
        expect(shape("12month")).toEqual(["week", 52])
        expect(shape("overall")).toEqual(["year", new Date(today).getUTCFullYear() - 1999 + 1])
      })
    )
  })

  it("ends with the bucket of today, without gaps", () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...periods), (today, period) => {
        const series = seriesOf(period, text(today), "2000-01-01")
        coversOnce(series, at(series.buckets[0]!), today)
        if (series.granularity === "week") expect(at(series.buckets.at(-1)!)).toBe(mondayOf(today))
        if (series.granularity === "day") expect(series.buckets.at(-1)).toBe(text(today))
      })
    )
  })
})

describe("rangeOf", () => {
  const berlin = Either.getOrThrow(fromZoneName("Europe/Berlin"))
  const range = (period: Period, today: string) => {
    const { from, to } = rangeOf(berlin, period, today)
    return [from === null ? null : new Date(from).toISOString(), new Date(to!).toISOString()]
  }

  it("spans from the start of the first bucket in the home time zone to the end of today", () => {
    const end = "2024-04-03T22:00:00.000Z"
    expect(range("7day", "2024-04-03")).toEqual(["2024-03-27T23:00:00.000Z", end])
    expect(range("1month", "2024-04-03")).toEqual(["2024-03-06T23:00:00.000Z", end])
    expect(range("3month", "2024-04-03")).toEqual(["2024-01-07T23:00:00.000Z", end])
    expect(range("6month", "2024-04-03")).toEqual(["2023-10-08T22:00:00.000Z", end])
    expect(range("12month", "2024-04-03")).toEqual(["2023-04-09T22:00:00.000Z", end])
    expect(range("overall", "2024-04-03")).toEqual([null, end])
  })

  it("begins with the series of the period", () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom("7day", "1month", "3month", "6month", "12month"), (today, period) => {
        const from = rangeOf(berlin, period as Period, text(today)).from!
        const local = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", dateStyle: "short" })
        const first = seriesOf(period as Period, text(today), text(today)).buckets[0]!
        expect([local.format(from), local.format(from - 1)]).toEqual([first, text(at(first) - dayMs)])
      })
    )
  })
})

describe("seriesWithin", () => {
  it("covers any range once, without gaps, in a readable number of buckets", () => {
    fc.assert(
      fc.property(anyDay, fc.oneof(fc.nat(100), fc.nat(1000), fc.nat(9000)), (to, length) => {
        const from = to - length * dayMs
        const series = seriesWithin(text(from), text(to))
        coversOnce(series, from, to)
        expect(series.buckets.length).toBeLessThanOrEqual(122)
      }),
      { numRuns: 1000 }
    )
  })

  it.each([
    ["2024-01-01", "2024-01-01", "day", 1],
    ["2024-01-01", "2024-03-02", "day", 62],
    ["2024-01-01", "2024-03-03", "week", 9],
    ["2022-12-30", "2024-12-29", "week", 105],
    ["2023-01-01", "2024-12-31", "week", 106],
    ["2023-01-01", "2025-01-01", "month", 25],
    ["2015-01-31", "2025-01-31", "month", 121],
    ["2015-01-31", "2025-02-28", "year", 11]
  ] as const)("draws %s to %s by the %s, %i of them", (from, to, granularity, length) => {
    const series = seriesWithin(from, to)
    expect([series.granularity, series.buckets.length]).toEqual([granularity, length])
  })
})
