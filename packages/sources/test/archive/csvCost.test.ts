import { Chunk, Effect, Stream } from "effect"
import { expect, it } from "vitest"
import { csvRows, placeOf } from "../../src/kit/exportFile/csv.js"

const line = "2024-03-14,Low Tide,Velmora\n"
const header = "date,title,artist\n"
const megabyte = 1_048_576

/** The rows, with how often others had their turn while they were read, and the most text of one piece of work. */
const read = async (text: string) => {
  let turns = 0
  let isReading = true
  const count = () => {
    turns++
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const parts = Stream.fromIterable(text.match(/[^]{1,65536}/g) ?? [])
  const chunks = await Effect.runPromise(
    Stream.runCollect(Stream.chunks(csvRows(parts, { layout: () => ({ columns: 3, isHeader: true }) })))
  )
  isReading = false
  const sizes = Chunk.toReadonlyArray(chunks).map(({ length }) => length)
  return { rows: Chunk.toReadonlyArray(Chunk.flatten(chunks)), turns, most: Math.max(...sizes) }
}

/** Bytes that are read before others have their turn. */
const slice = 16_384

it.each([
  ["one that never closes", `${header}${line}"${line.repeat(160_000)}`, [3]],
  ["one in the last column", `${header}2024-03-14,Low Tide,"Velmora\n${line.repeat(160_000)}`, [2]],
  ["one in every 200th line", header + `"${line}${line.repeat(199)}`.repeat(200), 200]
] as const)("costs its line and holds nobody up: a quote that opens, %s", async (_, text, opened) => {
  const { most, rows, turns } = await read(text)
  const broken = rows.filter(({ values }) => values === null)
  expect(rows).toHaveLength(text.split("\n").length - 2)
  if (typeof opened === "number") expect(broken).toHaveLength(opened)
  else expect(broken.map(({ line }) => line)).toStrictEqual(opened)
  for (const row of broken) expect(placeOf(row)).toBe(`line ${row.line}, where a quote opens that is not closed`)
  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / slice))
  expect(most).toBeLessThanOrEqual(slice / line.length + 1)
})

it("keeps no more than the limit of a line that does not end", async () => {
  const { rows } = await read(`${header}${line}${"x,".repeat(2 * megabyte)}\n${line}`)
  expect(rows.map(({ line, values }) => [line, values?.length])).toStrictEqual([
    [2, 3],
    [3, undefined],
    [4, 3]
  ])
})
