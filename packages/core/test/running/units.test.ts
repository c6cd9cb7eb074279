import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { duration, feet, localText, longDuration, miles, pace, paceText, round } from "../../src/running/units.js"

describe("units of running", () => {
  it("paces round as a whole", () => {
    assert.strictEqual(paceText(479.6), "8:00/mi")
    assert.strictEqual(paceText(419.5), "7:00/mi")
    assert.strictEqual(pace(0, 100), null)
    assert.strictEqual(pace(1609.344, 0), null)
    assert.strictEqual(pace(1609.344, 497), "8:17/mi")
    fc.assert(fc.property(fc.double({ min: 60, max: 6000, noNaN: true }), (seconds) => /^\d+:[0-5]\d\/mi$/.test(paceText(seconds))))
  })

  it("durations", () => {
    assert.deepStrictEqual([0, 59.6, 3599.4, 3599.5, 7325].map(duration), ["0:00", "1:00", "59:59", "1:00:00", "2:02:05"])
    assert.deepStrictEqual([0, 90_000].map(longDuration), ["0:00:00", "25:00:00"])
  })

  it("distances", () => {
    assert.strictEqual(miles(1609.344 * 1.005), 1.01)
    assert.strictEqual(miles(0), 0)
    assert.strictEqual(feet(100), 328.1)
    fc.assert(fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (value) => Math.abs(round(value, 2) - value) <= 0.0050001))
  })

  it("local times stand as the provider writes them", () => assert.strictEqual(localText(Date.UTC(2026, 2, 14, 7, 30)), "2026-03-14T07:30:00Z"))
})
