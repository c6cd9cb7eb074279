import { expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { asciiCharacters, blockCharacters, byMonth, monthBars, monthLine } from "../src/year/layout.js"

const values = fc.array(fc.nat(3), { minLength: 12, maxLength: 12 })

it("a chart is drawn only when a value is positive", () => {
  fc.assert(
    fc.property(values, fc.constantFrom(blockCharacters, asciiCharacters), (all, characters) => {
      const style = { characters, width: 60 }
      const isEmpty = all.every((value) => value === 0)
      expect(monthLine(style, all)).toHaveLength(isEmpty ? 0 : 1)
      expect(monthBars(style, all)).toHaveLength(isEmpty ? 0 : 12)
    })
  )
  expect(
    monthLine(
      { characters: asciiCharacters, width: 60 },
      byMonth([{ month: "2025-03", finished: 0 }], ({ finished }) => finished)
    )
  ).toEqual([])
})
