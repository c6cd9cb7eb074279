import { expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { showsBlocks } from "../src/screen.js"
import { area, bar, blocks, letters, sparkline } from "../src/year/charts.js"

const values = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 60 })

it("a bar is as long as its value, and what is more than nothing is seen", () => {
  expect(bar(blocks, 100, 100, 8)).toBe("████████")
  expect(bar(blocks, 44, 100, 8)).toBe("███▌")
  expect(bar(letters, 50, 100, 8)).toBe("####")
  expect([bar(blocks, 0, 100, 8), bar(blocks, 5, 0, 8)]).toEqual(["", ""])
  fc.assert(fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 70 }), (value, width) => {
    for (const ink of [blocks, letters]) {
      const drawn = bar(ink, value, 1000, width)
      expect(drawn.length).toBeGreaterThan(0)
      expect(drawn.length).toBeLessThanOrEqual(width)
    }
  }))
})

it("a sparkline has a cell a value, blank only for nothing, full only near the highest", () => {
  expect(sparkline(blocks, [0, 1, 50, 100])).toBe(" ▁▄█")
  expect(sparkline(letters, [0, 1, 50, 100])).toBe(" .=#")
  fc.assert(fc.property(values, (all) => {
    const cells = Array.from(sparkline(blocks, all))
    expect(cells).toHaveLength(all.length)
    expect(cells.map((cell) => cell === " ")).toEqual(all.map((value) => value === 0))
  }))
})

it("an area climbs with its values and leaves blank what is still to come", () => {
  expect(area(blocks, [1, 2, 3, 4, null], 2)).toEqual(["  ▄█", "▄███"])
  expect(area(letters, [0, 4], 2)).toEqual([" #", " #"])
})

it("blocks are drawn where the locale does not speak against them", () => {
  expect([{}, { LANG: "de_DE.UTF-8" }, { LANG: "C", LC_ALL: "C.utf8" }].map(showsBlocks)).toEqual([true, true, true])
  expect([{ LANG: "C" }, { LANG: "en_US.UTF-8", LC_ALL: "POSIX" }, { TERM: "linux" }].map(showsBlocks)).toEqual([false, false, false])
})
