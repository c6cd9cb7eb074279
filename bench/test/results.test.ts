import { afterEach, describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { atMost } from "../support/Line.js"
import { merge, readResults, writeResults } from "../support/results.js"

const folders: Array<string> = []
const file = () => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-results-"))
  folders.push(folder)
  return join(folder, "results.json")
}
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

const line = (row: string, value: number) => atMost(row, 10, { what: `${row}'s`, unit: "ms", value })
const at = new Date("2026-01-02T03:04:05Z")

describe("results", () => {
  it.effect("are read back unchanged", () =>
    Effect.gen(function* () {
      const path = file()
      const results = merge({}, "life-embedded", [line("start", 1), line("import", 2)], at)
      yield* writeResults(path, results)
      expect(yield* readResults(path)).toEqual(results)
      expect(JSON.parse(readFileSync(path, "utf8"))["life-embedded"].measured_at).toBe("2026-01-02T03:04:05.000Z")
    })
  )

  it("keep the rows that were not measured again, and other sizes", () => {
    const before = merge(
      merge({}, "life-embedded", [line("start", 1), line("import", 2)], at),
      "large-embedded",
      [line("start", 9)],
      at
    )
    const after = merge(before, "life-embedded", [line("start", 3)], at)
    expect(after["life-embedded"]?.lines.map(({ row, value }) => [row, value])).toEqual([
      ["import", 2],
      ["start", 3]
    ])
    expect(after["large-embedded"]).toEqual(before["large-embedded"])
  })

  it.effect("are not read from a file with other content", () =>
    Effect.gen(function* () {
      const path = file()
      writeFileSync(path, '{"life": 1}')
      const failure = yield* Effect.flip(readResults(path))
      expect(failure.message).toContain("move it away")
    })
  )
})
