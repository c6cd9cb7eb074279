import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { duration, feet, localText, longDuration, miles, pace, paceText, round } from "../../src/running/units.js"

describe("units of running", () => {
  it("round paces by total seconds", () => {
    expect(paceText(479.6)).toBe("8:00/mi")
    expect(paceText(419.5)).toBe("7:00/mi")
    expect(pace(0, 100)).toBeNull()
    expect(pace(1609.344, 0)).toBeNull()
    expect(pace(1609.344, 497)).toBe("8:17/mi")
    fc.assert(
      fc.property(fc.double({ min: 60, max: 6000, noNaN: true }), (seconds) =>
        /^\d+:[0-5]\d\/mi$/.test(paceText(seconds))
      )
    )
  })

  it("format durations", () => {
    expect([0, 59.6, 3599.4, 3599.5, 7325].map(duration)).toStrictEqual(["0:00", "1:00", "59:59", "1:00:00", "2:02:05"])
    expect([0, 90_000].map(longDuration)).toStrictEqual(["0:00:00", "25:00:00"])
  })

  it("convert distances", () => {
    expect(miles(1609.344 * 1.005)).toBe(1.01)
    expect(miles(0)).toBe(0)
    expect(feet(100)).toBe(328.1)
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        (value) => Math.abs(round(value, 2) - value) <= 0.0050001
      )
    )
  })

  it("round halves of a decimal up, as its digits say", () => {
    const byDigits = (value: number, decimals: number) =>
      Number(`${Math.round(Number(`${value}e${decimals}`))}e-${decimals}`)
    expect([round(1.005, 2), round(-1.005, 2), round(2.5, 0), round(-0.001, 2)]).toStrictEqual([1.01, -1, 3, 0])
    const halves = fc.integer({ min: -2_000_000, max: 2_000_000 }).map((thousandths) => thousandths / 1_000)
    const values = fc.oneof(fc.double({ min: -1e13, max: 1e13, noNaN: true }), halves)
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 3 }), (value, decimals) => {
        if (Math.abs(value) >= 1e-6) expect(round(value, decimals)).toBe(byDigits(value, decimals))
      }),
      { numRuns: 2_000 }
    )
  })

  it("format local times as the provider does", () =>
    expect(localText(Date.UTC(2026, 2, 14, 7, 30))).toBe("2026-03-14T07:30:00Z"))
})
