import { Either, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  Sparkline,
  dailySeries,
  monthlySeries,
  sparkline,
  weeklySeries,
  yearlySeries
} from "../../src/shared/fields.js"

const dayMs = 86_400_000
const days = Array.from({ length: 15_000 }, (_, index) => new Date(Date.UTC(2000, 0, 1) + index * dayMs))
const text = (date: Date) => date.toISOString().slice(0, 10)
const anyDay = fc.integer({ min: 400, max: days.length - 1 })

describe("series", () => {
  it("lists days, excluding the last", () => {
    fc.assert(
      fc.property(anyDay, fc.nat(380), (to, length) => {
        expect(dailySeries(text(days[to - length]!), text(days[to]!))).toEqual({
          granularity: "day",
          buckets: days.slice(to - length, to).map(text)
        })
      })
    )
  })

  it("lists Mondays, the last on or before the day", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 52 }), (until, weeks) => {
        const mondays = days
          .slice(0, until + 1)
          .filter((day) => day.getUTCDay() === 1)
          .slice(-weeks)
        expect(weeklySeries(text(days[until]!), weeks)).toEqual({ granularity: "week", buckets: mondays.map(text) })
      })
    )
  })

  it("lists the twelve months of a year", () => {
    const firsts = days.filter((day) => day.getUTCFullYear() === 2024 && day.getUTCDate() === 1).map(text)
    expect(firsts).toHaveLength(12)
    expect(monthlySeries(2024)).toEqual({ granularity: "month", buckets: firsts })
  })

  it("lists the years between two days", () => {
    expect(yearlySeries("2019-12-31", "2022-01-01").buckets).toEqual([
      "2019-01-01",
      "2020-01-01",
      "2021-01-01",
      "2022-01-01"
    ])
    expect(yearlySeries("2022-05-05", "2022-05-05")).toEqual({ granularity: "year", buckets: ["2022-01-01"] })
  })
})

describe("sparkline", () => {
  const series = dailySeries("2024-02-27", "2024-03-02")

  it("orders counts by time and fills gaps with zeros", () => {
    expect(
      sparkline(
        series,
        new Map([
          ["2024-03-01", 7],
          ["2024-02-28", 2]
        ])
      )
    ).toEqual({ granularity: "day", points: [0, 2, 0, 7] })
    expect(sparkline(series, new Map()).points).toEqual([0, 0, 0, 0])
  })

  it("ignores counts outside the series", () => {
    expect(
      sparkline(
        series,
        new Map([
          ["2024-03-02", 9],
          ["2024-02-26", 9],
          ["2024-02-29", 1]
        ])
      ).points
    ).toEqual([0, 0, 1, 0])
  })

  it("encodes as in api.md", () => {
    expect(Schema.encodeUnknownEither(Sparkline)(sparkline(series, new Map([["2024-02-27", 3]])))).toEqual(
      Either.right({ granularity: "day", points: [3, 0, 0, 0] })
    )
  })
})
