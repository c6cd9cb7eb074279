import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck as fc, Stream } from "effect"
import { type CsvOptions, csvRows } from "../../src/kit/exportFile/csv.js"
import { decodeText } from "../../src/kit/exportFile/text.js"

const bytesOf = (bytes: Uint8Array, part: number) =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / part) }, (_, index) =>
      bytes.subarray(index * part, (index + 1) * part)
    )
  )

const withHeader = (values: ReadonlyArray<string>) => ({ columns: values.length, isHeader: true })
const read = (bytes: Uint8Array, part = 64, options: Partial<CsvOptions> = {}) =>
  Effect.map(
    Stream.runCollect(csvRows(decodeText(bytesOf(bytes, part)), { layout: withHeader, ...options })),
    Chunk.toReadonlyArray
  )

const encodings = {
  "utf-8": (text: string) => Buffer.from(text),
  "utf-8 with a mark": (text: string) => Buffer.from(`\ufeff${text}`),
  "utf-16le": (text: string) => Buffer.from(text, "utf16le"),
  "utf-16le with a mark": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "utf-16be": (text: string) => Buffer.from(text, "utf16le").swap16(),
  "utf-16be with a mark": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  "windows-1252": (text: string) =>
    Buffer.from(Array.from(text, (sign) => (sign === "€" ? 0x80 : sign === "’" ? 0x92 : sign.charCodeAt(0))))
} as const
const lineEnds = ["\n", "\r\n", "\r"] as const
const delimiters = [",", ";", "\t"] as const

/** Characters that Windows-1252 and UTF-16 share, including all that a CSV has to quote. */
const value = fc.stringOf(fc.constantFrom("a", "B", "7", " ", "é", "ß", "Ø", "€", "’", ",", ";", "\t", '"', "\n"), {
  maxLength: 6
})
const table = fc.record({
  encoding: fc.constantFrom(...(Object.keys(encodings) as Array<keyof typeof encodings>)),
  lineEnd: fc.constantFrom(...lineEnds),
  delimiter: fc.constantFrom(...delimiters),
  quoted: fc.boolean(),
  part: fc.integer({ min: 1, max: 50 }),
  rows: fc.array(fc.tuple(fc.constant("é1"), value, value), { minLength: 1, maxLength: 12 })
})

const csvText = ({
  delimiter,
  lineEnd,
  quoted,
  rows
}: Pick<typeof table extends fc.Arbitrary<infer T> ? T : never, "delimiter" | "lineEnd" | "quoted" | "rows">) => {
  const cell = (text: string) =>
    quoted || /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""').replaceAll("\n", lineEnd)}"` : text
  return [["name", "artist of it", "title"], ...rows].map((row) => row.map(cell).join(delimiter) + lineEnd)
}

describe("a CSV", () => {
  it.effect(
    "reads the same in any encoding, with any line end and delimiter",
    () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(table, async (content) => {
            const rows = await Effect.runPromise(
              read(encodings[content.encoding](csvText(content).join("")), content.part)
            )
            expect(rows.map(({ values }) => values)).toStrictEqual(content.rows)
          }),
          { numRuns: 300 }
        )
      ),
    60_000
  )

  it.effect(
    "gives its complete rows and reports the truncation wherever it is cut",
    () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(table, fc.nat(), async (content, where) => {
            const lines = csvText(content)
            const text = lines.join("")
            const at = lines[0]!.length + (where % (text.length - lines[0]!.length))
            const rows = await Effect.runPromise(read(Buffer.from(text.slice(0, at)), content.part))
            const ends = lines.map((_, index) => lines.slice(0, index + 1).join("").length)
            const whole = ends.filter((end) => end <= at).length - 1
            expect(rows.slice(0, whole).map(({ values }) => values)).toStrictEqual(content.rows.slice(0, whole))
            const rest = text.slice(ends[whole]!, at).trim()
            // Lines of an open value may look like rows. Then the file counts as damaged, otherwise as truncated.
            if (rest.split('"').length % 2 === 0)
              expect(rows.some(({ isCut, values }) => isCut || values === null)).toBe(true)
          }),
          { numRuns: 300 }
        )
      ),
    60_000
  )

  it.effect("names the line of an unreadable row and continues after it", () =>
    Effect.gen(function* () {
      const good = (name: string) => `${name},"x, y",z\n`
      const text = `a,b,c\n${good("1")}${good("2")}only one\n\n"open,1,2\n${good("3")}5,6,7,8\n12" single,"The "Best" of",z\n${good("4")}`
      const rows = yield* read(Buffer.from(text))
      expect(rows.filter(({ values }) => values !== null).map(({ values }) => values![0])).toStrictEqual([
        "1",
        "2",
        "3",
        '12" single',
        "4"
      ])
      expect(rows.filter(({ values }) => values === null).map(({ line }) => line)).toStrictEqual([4, 6, 8])
      expect(rows.some(({ isCut }) => isCut)).toBe(false)
    })
  )

  it.effect("may begin with Excel's sep line, and may lack trailing empty values", () =>
    Effect.gen(function* () {
      const rows = yield* read(Buffer.from("sep=;\r\na;b;c\r\n1;2;3\r\n4\r\n"), 5, { mayBeShort: true })
      expect(rows.map(({ line, values }) => [line, values])).toStrictEqual([
        [3, ["1", "2", "3"]],
        [4, ["4", "", ""]]
      ])
    })
  )

  it.effect(
    "is read in linear time when it is all damage or a single endless line",
    () =>
      Effect.gen(function* () {
        for (const text of [
          'a,"b\n'.repeat(8_000),
          '"'.repeat(400_000),
          "x".repeat(4_000_000),
          '"a\n'.repeat(12_000),
          'a,"b"c\n'.repeat(8_000)
        ]) {
          const rows = yield* read(Buffer.from(`a,b\n1,2\n${text}`), 65_536)
          expect(rows[0]?.values).toStrictEqual(["1", "2"])
        }
      }),
    60_000
  )
})
