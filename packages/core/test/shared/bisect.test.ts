import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { countBefore } from "../../src/shared/bisect.js"

describe("countBefore", () => {
  it("counts what a filter counts, and asks for few places", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: -1, max: 51 }), (values, limit) => {
        const sorted = values.toSorted((a, b) => a - b)
        let calls = 0
        const count = countBefore(sorted.length, (index) => {
          calls++
          return sorted[index]! < limit
        })
        expect(count).toBe(values.filter((value) => value < limit).length)
        expect(calls).toBeLessThanOrEqual(Math.ceil(Math.log2(sorted.length + 1)))
      })
    )
  })
})
