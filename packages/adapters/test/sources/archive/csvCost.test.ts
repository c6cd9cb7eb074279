import type * as CsvParse from "csv-parse/sync"
import { Chunk, Effect, Stream } from "effect"
import { expect, it, vi } from "vitest"

const parsers = vi.hoisted(() => ({ count: 0 }))
vi.mock("csv-parse/sync", async (original) => {
  const actual = await original<typeof CsvParse>()
  return {
    ...actual,
    parse: (...args: Parameters<typeof actual.parse>) => {
      parsers.count++
      return actual.parse(...args)
    }
  }
})
const { csvRows } = await import("../../../src/sources/kit/exportFile/csv.js")

it("reads a file with unclosed quotes without a parser for each of its lines", async () => {
  const line = "2024-03-14,Low Tide,Velmora\n"
  const text = `date,title,artist\n${`"${line}${line.repeat(199)}`.repeat(180)}`
  const parts = text.match(/[^]{1,65536}/g)!
  const rows = await Effect.runPromise(
    Stream.runCollect(csvRows(Stream.fromIterable(parts), { layout: () => ({ columns: 3, isHeader: true }) }))
  )
  const whole = Chunk.toReadonlyArray(rows).filter(({ values }) => values?.length === 3)
  expect(whole.length).toBeGreaterThanOrEqual(199 * 180)
  expect(parsers.count).toBeLessThan(2_000)
})
