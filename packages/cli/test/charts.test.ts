import { expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { showsBlocks } from "../src/text.js"
import { area, asciiCharacters, bar, blockCharacters, sparkline } from "../src/year/layout.js"

const values = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 60 })

it("a bar is as long as its value, and every positive value is visible", () => {
  expect(bar(blockCharacters, 100, 100, 8)).toBe("████████")
  expect(bar(blockCharacters, 44, 100, 8)).toBe("███▌")
  expect(bar(asciiCharacters, 50, 100, 8)).toBe("####")
  expect([bar(blockCharacters, 0, 100, 8), bar(blockCharacters, 5, 0, 8)]).toEqual(["", ""])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 70 }), (value, width) => {
      for (const characters of [blockCharacters, asciiCharacters]) {
        const text = bar(characters, value, 1000, width)
        expect(text.length).toBeGreaterThan(0)
        expect(text.length).toBeLessThanOrEqual(width)
      }
    })
  )
})

it("a sparkline has one cell per value, and only 0 is blank", () => {
  expect(sparkline(blockCharacters, [0, 1, 50, 100])).toBe(" ▁▄█")
  expect(sparkline(asciiCharacters, [0, 1, 50, 100])).toBe(" .=#")
  fc.assert(
    fc.property(values, (all) => {
      const cells = Array.from(sparkline(blockCharacters, all))
      expect(cells).toHaveLength(all.length)
      expect(cells.map((cell) => cell === " ")).toEqual(all.map((value) => value === 0))
    })
  )
})

it("an area chart follows its values and leaves future values blank", () => {
  expect(area(blockCharacters, [1, 2, 3, 4, null], 2)).toEqual(["  ▄█", "▄███"])
  expect(area(asciiCharacters, [0, 4], 2)).toEqual([" #", " #"])
})

it("block characters are used unless the locale excludes them", () => {
  expect([{}, { LANG: "de_DE.UTF-8" }, { LANG: "C", LC_ALL: "C.utf8" }].map(showsBlocks)).toEqual([true, true, true])
  expect([{ LANG: "C" }, { LANG: "en_US.UTF-8", LC_ALL: "POSIX" }, { TERM: "linux" }].map(showsBlocks)).toEqual([
    false,
    false,
    false
  ])
})
