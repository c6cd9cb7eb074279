import { describe, expect, it } from "vitest"
import { complaintsOf } from "../words.mjs"

const placesOf = (text, file = "packages/core/src/sample.ts") =>
  complaintsOf(file, text).map((line) => line.split(": ")[1])

describe("the word list", () => {
  it("finds archaic words in comments, with file and line", () => {
    expect(
      complaintsOf("packages/core/src/sample.ts", "const a = 1\n/** For whoever asks. */\nexport const b = a\n")
    ).toEqual(['packages/core/src/sample.ts:2: "whoever": write the person who, any client that (archaic)'])
  })

  it("finds bare participles as types, variables, parameters and renamed bindings", () => {
    expect(placesOf("interface Stored { id: number }")).toEqual(['"Stored"'])
    expect(placesOf("const found = 1")).toEqual(['"found"'])
    expect(placesOf("const of = (told: string) => told")).toEqual(['"told"'])
    expect(placesOf("const { rows: kept } = { rows: 1 }")).toEqual(['"kept"'])
  })

  it("accepts participles with a noun, and members of somebody else's object", () => {
    expect(placesOf("const storedRows = 1\nconst { found } = Object\nconst a = { found: 1 }")).toEqual([])
  })

  it("finds dialect in parts of names", () => {
    expect(placesOf("const calendarRoad = 1\nconst settleLookUp = 2\nawait Promise.allSettled([])")).toEqual([
      '"calendarRoad"',
      '"settleLookUp"'
    ])
  })

  it("finds limits that are not called max or min, and accepts superlatives", () => {
    expect(placesOf("const mostBytes = 1\ninterface Limits { readonly longestName: number }")).toEqual([
      '"mostBytes"',
      '"longestName"'
    ])
    expect(placesOf("const longestStreak = 1\nconst { leastCost } = Object\nconst most = 2")).toEqual([])
  })

  it("accepts a released name as a member where it is released, but nowhere else and not as a variable", () => {
    const file = "packages/adapters/src/postgres/attending/publishable.ts"
    expect(placesOf("interface Row { readonly told: string }", file)).toEqual([])
    expect(placesOf("const told = row.told", file)).toEqual(['"told"'])
    expect(placesOf("interface Row { readonly told: string }")).toEqual(['"told"'])
  })

  it("reads messages of the program and titles of tests, but no data of tests", () => {
    expect(placesOf('throw new Error("the file is read anew by the host")')).toEqual(['"anew"'])
    expect(placesOf('it("reads the file anew after a change", () => {})', "packages/core/test/sample.test.ts")).toEqual(
      ['"anew"']
    )
    expect(placesOf('const title = "A walk beside the river at night"', "packages/core/test/sample.test.ts")).toEqual(
      []
    )
  })

  it("reads documents, but not code in them", () => {
    expect(placesOf("Run `whoever` beside it.", "docs/sample.md")).toEqual(['"beside"'])
  })
})
