import { expect, it } from "@effect/vitest"
import { plain, tableLines, widthOf } from "../src/text.js"

const heading = ["artist", "plays", "what to do"]
const rows = [
  ["Velmora Tide", 1234, "nothing"],
  ["霧灯楽団 and the long name of an orchestra", 7, "set DAYBOOK_LASTFM_USERNAME and DAYBOOK_LASTFM_API_KEY"]
] as const

it("a table for a script is not truncated", () => {
  const wide = 8 + " and the long name of an orchestra".length
  expect(tableLines(heading, rows, { width: Infinity })).toEqual([
    `${"artist".padEnd(wide)}  plays  what to do`,
    `${"Velmora Tide".padEnd(wide)}  1,234  nothing`,
    "霧灯楽団 and the long name of an orchestra      7  set DAYBOOK_LASTFM_USERNAME and DAYBOOK_LASTFM_API_KEY"
  ])
})

it.each([100, 80, 60, 48])("a table fits a terminal of %i columns, with wide characters", (width) => {
  const lines = tableLines(heading, rows, { width })
  expect(lines).toHaveLength(3)
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width)
  expect(lines.join("\n")).toContain("…")
  expect(lines.join("\n")).toContain("1,234")
})

it("the wrapped column is wrapped instead of truncated", () => {
  const lines = tableLines(heading, rows, { width: 60, wrapped: 2 })
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(60)
  expect(lines.map((line) => line.trim().split(/ {2,}/).at(-1)).slice(-3)).toEqual([
    "nothing",
    "set DAYBOOK_LASTFM_USERNAME and",
    "DAYBOOK_LASTFM_API_KEY"
  ])
})

it.each([60, 40, 24])("cells are stacked when %i columns are too narrow for a table", (width) => {
  const many = ["source", "domain", "state", "last success", "next run", "records"]
  const sources = [
    [
      "apple-music",
      "listening",
      "needs DAYBOOK_INSTAPAPER_CONSUMER_SECRET and DAYBOOK_INSTAPAPER_CONSUMER_KEY",
      "2026-03-14 20:15",
      "in 15 min",
      123_456_789
    ],
    ["lastfm", "listening", "set up", "never", "-", 7]
  ] as const
  const lines = tableLines(many, sources, { width, wrapped: 2 })
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width)
  for (const word of ["apple-music", "123,456,789", "never"]) expect(lines.join("\n")).toContain(word)
})

it("control characters are replaced by spaces", () => {
  expect(plain(`a${String.fromCharCode(27)}[2Jb\r\nc`)).toBe("a [2Jb c")
  expect(tableLines(["name"], [["a\nb"]], { width: 80 })).toEqual(["name", "a b"])
})
