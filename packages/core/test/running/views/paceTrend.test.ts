import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc, Option } from "effect"
import type { Fact } from "../../../src/running/index.js"
import { paceTrend } from "../../../src/running/views/charts.js"

const point: fc.Arbitrary<Fact.PacePoint> = fc.record({
  date: fc.constant("2025-03-15"),
  distance: fc.integer({ min: 200, max: 60_000 }),
  movingTime: fc.integer({ min: 60, max: 30_000 }),
  shown: fc.boolean()
})

const milesOf = (metres: number) => metres / 1609.344

describe("the pace trend", () => {
  it("is the time over the distance of the last runs, inside and outside the range", () =>
    fc.assert(
      fc.property(fc.array(point, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (points, window) => {
        const expected = points.flatMap((run, index) => {
          const last = points.slice(Math.max(0, index - window + 1), index + 1)
          const weighted = last.reduce(
            (sum, one) => sum + (one.movingTime / 60 / milesOf(one.distance)) * milesOf(one.distance),
            0
          )
          return run.shown ? [weighted / last.reduce((sum, one) => sum + milesOf(one.distance), 0)] : []
        })
        const result = paceTrend(points, window, "imperial")
        if (expected.length === 0) return Option.isNone(result)
        const trend = Option.getOrThrow(result)
        expect(trend.window).toBe(window)
        expect(trend.data).toHaveLength(expected.length)
        trend.data.forEach((one, index) =>
          expect(Math.abs(one.rolling_avg_min_per_mile - expected[index]!)).toBeLessThanOrEqual(0.0051)
        )
        return true
      })
    ))

  it("never contains :60", () =>
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 1, max: 3 }),
        (points, window) => {
          const texts = Option.match(paceTrend(points, window, "imperial"), {
            onNone: () => [],
            onSome: ({ data }) => data.flatMap(({ pace, rolling_avg }) => [pace, rolling_avg])
          })
          return texts.every((text) => /^\d+:[0-5]\d\/mi$/.test(text))
        }
      )
    ))
})
