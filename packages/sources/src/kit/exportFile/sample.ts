import { type FileBeginning, type FileSample, type ImportFile, type SourceFailure, isClutter } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"
import { constants, gunzipSync } from "node:zlib"
import { csvRows } from "./csv.js"
import { jsonObjects } from "./json.js"
import { decodeText } from "./text.js"
import * as Zip from "./Zip.js"
import type { Archive } from "./zipEntries.js"

/** Bytes at the start of a file by which it is recognised. */
const headBytes = 65_536
/** Rows and objects of a sample. A file may begin with a few rows that are no data. */
const sampleSize = 20

/** Whether these first bytes are those of a zip archive. An empty archive has its directory alone. */
const isZip = (head: Uint8Array): boolean =>
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

/** A text whose first line has control characters other than white space is no CSV. Later ones may be damage. */
const isPlainText = (text: string) => !/[\0-\x08\x0e-\x1a]/.test(text.trimStart().split(/[\r\n]/, 1)[0] ?? "")

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

const unpacked = (raw: Uint8Array): Uint8Array => (isGzip(raw) ? unpackedHead(raw) : raw).subarray(0, headBytes)

/** How a file begins that has these first bytes, packed with gzip or not. */
const beginningOf = (head: Uint8Array): Effect.Effect<FileBeginning> =>
  Effect.gen(function* () {
    const text = yield* textOf(unpacked(head))
    return { text, rows: yield* rowsOf(text), objects: yield* objectsOf(text) }
  })

/** Files of an archive whose beginning is part of the sample, and the bytes of each. */
const maxMembers = 64
const memberHeadBytes = 16_384

/** Names of files that may hold rows. */
const mayHoldRows = (name: string): boolean =>
  !isClutter(name) && /(?:^|\/)[^/.]+$|\.(?:csv|tsv|txt|log|jsonl?|xml|html?)(?:\.gz)?$/i.test(name)

/** How a file of an archive begins. Looking at it is not opening it. */
export const beginningIn = (file: ImportFile, source: string, entry: Zip.ZipEntry): Effect.Effect<FileBeginning> =>
  Effect.flatMap(Zip.headOf(file, source, entry, memberHeadBytes), beginningOf)

const archiveSample = (file: ImportFile, source: string, head: Uint8Array) =>
  Effect.gen(function* () {
    const archive = yield* Zip.contents(file, source)
    const entries = archive.files.map(({ name }) => name)
    const only = Zip.onlyFile(archive.files)
    const beginning = yield* beginningOf(
      only === null ? new Uint8Array(0) : yield* Zip.headOf(file, source, only, headBytes)
    )
    const sampled = only === null ? archive.files.filter(({ name }) => mayHoldRows(name)).slice(0, maxMembers) : []
    const members = yield* Effect.forEach(sampled, (entry) =>
      Effect.map(beginningIn(file, source, entry), (one) => ({ ...one, name: entry.name }))
    )
    return { archive, sample: { head, ...beginning, entries, members } }
  })

/** A file with its sample and the list of its archive, which is read once. */
export interface SampledFile {
  readonly sample: FileSample
  readonly archive: Archive | null
}

/** The beginning of a file and the list of its archive. A damaged archive fails as a file of `source`. */
export const openSample = (file: ImportFile, source: string): Effect.Effect<SampledFile, SourceFailure> =>
  Effect.gen(function* () {
    const raw = yield* file.slice(0, Math.min(file.size, headBytes))
    if (isZip(raw)) return yield* archiveSample(file, source, raw)
    return { archive: null, sample: { head: unpacked(raw), ...(yield* beginningOf(raw)), entries: null } }
  })

/** The beginning of a file, from which sources recognise it. */
export const sampleOf = (file: ImportFile, source = "file"): Effect.Effect<FileSample, SourceFailure> =>
  Effect.map(openSample(file, source), ({ sample }) => sample)

/** The values of a header, in lower case. */
export const headerOf = (row: ReadonlyArray<string>): ReadonlyArray<string> =>
  row.map((name) =>
    name
      .replace(/^\ufeff/, "")
      .trim()
      .toLowerCase()
  )
