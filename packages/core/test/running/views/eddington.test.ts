import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { eddington } from "../../../src/running/views/personalRecords.js"

describe("the Eddington number", () => {
  it("is the largest n with n days of n miles", () =>
    fc.assert(
      fc.property(fc.array(fc.float({ min: 0, max: 40, noNaN: true }), { maxLength: 80 }), (days) => {
        const whole = new Map<number, number>()
        for (const miles of days) if (miles >= 1) whole.set(Math.floor(miles), (whole.get(Math.floor(miles)) ?? 0) + 1)
        const result = eddington(
          Array.from(whole, ([miles, count]) => ({ miles, days: count })).sort((a, b) => a.miles - b.miles)
        )
        const with_ = (number: number) => days.filter((miles) => miles >= number).length
        const candidates = Array.from({ length: 41 }, (_, number) => number).filter(
          (number) => number === 0 || with_(number) >= number
        )
        expect(result.number).toBe(Math.max(...candidates))
        expect(result.progress).toStrictEqual({
          target: result.number + 1,
          days_completed: with_(result.number + 1),
          runs_needed: Math.max(0, result.number + 1 - with_(result.number + 1))
        })
      })
    ))
})
