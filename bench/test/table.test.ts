import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { atLeast, atMost, type Line, within } from "../support/Line.js"
import { figure, table } from "../support/table.js"

describe("lines", () => {
  it("hold when the figure reaches its bar", () => {
    expect(atLeast("a", 0.7, { what: "", unit: "", value: 70, yardstick: 100 }).holds).toBe(true)
    expect(atLeast("a", 0.7, { what: "", unit: "", value: 69, yardstick: 100 }).holds).toBe(false)
    expect(within("a", 1.5, 2, { what: "", unit: "ms", value: 8, yardstick: 4 })).toMatchObject({
      holds: true,
      ratio: 2,
      bar: "<= 1.5x + 2 ms"
    })
    expect(within("a", 2, 0, { what: "", unit: "ms", value: 8.1, yardstick: 4 })).toMatchObject({
      holds: false,
      bar: "<= 2x"
    })
    expect(atMost("a", 150, { what: "", unit: "MB", value: 150 })).toMatchObject({
      holds: true,
      yardstick: null,
      ratio: null,
      bar: "<= 150 MB"
    })
    expect(atMost("a", 150, { what: "", unit: "MB", value: 150.1 }).holds).toBe(false)
  })

  it("do not hold when the figure is not a number", () => {
    expect(atMost("a", 150, { what: "", unit: "MB", value: Number.NaN }).holds).toBe(false)
    expect(atLeast("a", 0.7, { what: "", unit: "", value: Number.NaN, yardstick: 1 }).holds).toBe(false)
  })
})

const line: FastCheck.Arbitrary<Line> = FastCheck.record({
  row: FastCheck.constantFrom("reads", "sync"),
  what: FastCheck.stringMatching(/^[a-z]{1,40}$/),
  unit: FastCheck.constantFrom("ms", "MB", "requests/s"),
  value: FastCheck.double({ min: 0, max: 1e7, noNaN: true }),
  yardstick: FastCheck.option(FastCheck.double({ min: 1, max: 1e7, noNaN: true })),
  ratio: FastCheck.option(FastCheck.double({ min: 0, max: 100, noNaN: true })),
  bar: FastCheck.constantFrom(">= 0.7", "<= 1.5x + 2 ms"),
  holds: FastCheck.boolean(),
  note: FastCheck.stringMatching(/^[a-z]{0,10}$/)
})

describe("table", () => {
  it("has a heading and one aligned row per line", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const [head, ...rows] = table(lines).split("\n")
        expect(rows).toHaveLength(lines.length)
        const at = head!.indexOf("holds")
        rows.forEach((row, index) => {
          expect(row.slice(at, at + 3).trimEnd()).toBe(lines[index]!.holds ? "yes" : "NO")
          expect(row.startsWith(lines[index]!.what)).toBe(true)
        })
      })
    )
  })

  it("shows figures with their significant digits", () => {
    expect([figure(1234.5, "ms"), figure(12.34, "ms"), figure(1.234, "s"), figure(3, "calls")]).toEqual([
      "1,235 ms",
      "12.3 ms",
      "1.23 s",
      "3 calls"
    ])
  })
})
