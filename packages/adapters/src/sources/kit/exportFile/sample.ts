import type { FileSample, ImportFile, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"
import { constants, gunzipSync } from "node:zlib"
import { csvRows } from "./csv.js"
import { jsonObjects } from "./json.js"
import { decodeText } from "./text.js"
import * as Zip from "./Zip.js"

/** Bytes at the start of a file by which it is recognised. */
const headBytes = 65_536
/** Rows and objects of a sample. A file may begin with a few rows that are no data. */
const sampleSize = 20

/** Whether these first bytes are those of a zip archive. An empty archive has its directory alone. */
export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6))

/** Whether the file is a zip archive, whatever its name. */
export const isZipFile = (file: ImportFile): Effect.Effect<boolean, SourceFailure> =>
  Effect.map(file.slice(0, Math.min(file.size, 4)), isZip)

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b

/** The unpacked start of a gzip file; the bytes themselves if they are damaged. */
const unpackedHead = (head: Uint8Array): Uint8Array => {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * headBytes })
  } catch {
    return head
  }
}

const firstOf = <A>(stream: Stream.Stream<A>): Effect.Effect<ReadonlyArray<A>> =>
  Effect.map(Stream.runCollect(Stream.take(stream, sampleSize)), Chunk.toReadonlyArray)

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** A text with control characters other than white space is no CSV. */
const isPlainText = (text: string) => !/[\0-\x08\x0e-\x1a]/.test(text)

const rowsOf = (text: string) =>
  isPlainText(text)
    ? Effect.suspend(() => {
        const rows: Array<ReadonlyArray<string>> = []
        const layout = (values: ReadonlyArray<string>) => {
          if (rows.length < sampleSize) rows.push(values)
          return null
        }
        return Effect.as(Stream.runDrain(csvRows(Stream.succeed(text), { layout })), rows)
      })
    : Effect.succeed([])

const objectsOf = (text: string) =>
  /^\s*[[{]/.test(text)
    ? Effect.map(firstOf(jsonObjects(Stream.succeed(text), () => undefined)), (objects) =>
        objects.flatMap((object) => Option.toArray(parse(object)))
      )
    : Effect.succeed([])

const textOf = (head: Uint8Array) => Stream.mkString(decodeText(Stream.succeed(head)))

/** The beginning of a file, from which sources recognise it. A damaged archive fails as a file of `source`. */
export const sampleOf = (file: ImportFile, source = "file"): Effect.Effect<FileSample, SourceFailure> =>
  Effect.gen(function* () {
    const raw = yield* file.slice(0, Math.min(file.size, headBytes))
    if (isZip(raw)) {
      const { files } = yield* Zip.contents(file, source)
      const text = yield* textOf(yield* Zip.headOfOnlyFile(file, source, files, headBytes))
      return { head: raw, text, rows: [], objects: [], entries: files.map(({ name }) => name) }
    }
    const head = (isGzip(raw) ? unpackedHead(raw) : raw).subarray(0, headBytes)
    const text = yield* textOf(head)
    return { head, text, rows: yield* rowsOf(text), objects: yield* objectsOf(text), entries: null }
  })

/** The values of a header, in small letters. */
export const headerOf = (row: ReadonlyArray<string>): ReadonlyArray<string> =>
  row.map((name) =>
    name
      .replace(/^\ufeff/, "")
      .trim()
      .toLowerCase()
  )

/** The members of a JSON object; none for another value. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
