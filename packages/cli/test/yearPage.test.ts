import { expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { blocks, letters } from "../src/year/charts.js"
import { byMonth, monthBars, monthLine } from "../src/year/pieces.js"

const values = fc.array(fc.nat(3), { minLength: 12, maxLength: 12 })

it("a chart is drawn where there is something to draw, and only there", () => {
  fc.assert(fc.property(values, fc.constantFrom(blocks, letters), (all, ink) => {
    const paper = { ink, width: 60 }
    const isEmpty = all.every((value) => value === 0)
    expect(monthLine(paper, all)).toHaveLength(isEmpty ? 0 : 1)
    expect(monthBars(paper, all)).toHaveLength(isEmpty ? 0 : 12)
  }))
  expect(monthLine({ ink: letters, width: 60 }, byMonth([{ month: "2025-03", finished: 0 }], ({ finished }) => finished))).toEqual([])
})
