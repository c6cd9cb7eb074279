import * as NodeStream from "@effect/platform-node/NodeStream"
import { type ImportFile, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Runtime, Stream } from "effect"
import { constants, crc32, createInflateRaw } from "node:zlib"
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from "yauzl"
import {
  type Archive,
  type ZipEntry,
  changedAt,
  filesBefore,
  localHeader,
  localHeaderSize,
  maxFiles
} from "./zipEntries.js"

export { onlyFile, type ZipEntry } from "./zipEntries.js"

const storedMethod = 0
const deflateMethod = 8
const readAhead = 256 * 1024
/** Uncompressed bytes per chunk. */
const chunkSize = 64 * 1024
/** Maximum uncompressed bytes of a truncated file, whose size is unknown. */
const maxCutBytes = 128 * 1_048_576

const refuse = (file: ImportFile, source: string, what: string) =>
  new SourceFailure({
    source,
    state: "bad_file",
    message: `${file.name} ${what}`,
    next: "export it again and import the new file as it came"
  })

/** For an archive that ends before the file that is needed. */
export const cutShort = (file: ImportFile, source: string, cut: string) =>
  refuse(file, source, `is cut short: ${cut}; 0 whole rows were read`)

/**
 * The files of a zip archive, zip64 included, from the central directory. If that is missing or damaged, the local file
 * headers are read in order.
 */
export const contents = (file: ImportFile, source: string): Effect.Effect<Archive, SourceFailure> =>
  byTable(file, source).pipe(
    Effect.map((files): Archive => ({ files, cut: null })),
    Effect.catchTag("BadTable", () =>
      Effect.filterOrFail(
        filesBefore(file),
        ({ files }) => files.length > 0,
        () => refuse(file, source, "is not a zip archive, or its end is missing")
      )
    ),
    Effect.tap(({ files }) => Effect.sync(() => file.members?.list(files.map(({ name }) => name))))
  )

interface BadTable {
  readonly _tag: "BadTable"
}

const byTable = (file: ImportFile, source: string): Effect.Effect<ReadonlyArray<ZipEntry>, SourceFailure | BadTable> =>
  Effect.flatMap(Effect.runtime<never>(), (runtime) =>
    Effect.tryPromise({
      try: async () => {
        const zip = await fromRandomAccessReaderPromise(new FileReader(file, Runtime.runPromise(runtime)), file.size, {
          autoClose: false,
          // Names are UTF-8 whatever their flag says. No file is ever written to the path of its name.
          decodeStrings: false
        })
        const files: Array<ZipEntry> = []
        let packed = 0
        for await (const entry of zip.eachEntry()) {
          if (files.push(entryOf(entry)) > maxFiles) throw refuse(file, source, "holds too many files")
          // Entries that share packed bytes unpack to far more than the archive could hold.
          packed += entry.compressedSize
          if (packed > file.size) throw refuse(file, source, "is a damaged zip archive")
        }
        return files
      },
      catch: (cause) => (cause instanceof SourceFailure ? cause : ({ _tag: "BadTable" } as const))
    })
  )

const entryOf = (entry: Entry): ZipEntry => ({
  name: entry.fileNameRaw.toString(),
  method: entry.compressionMethod,
  isEncrypted: entry.isEncrypted(),
  compressed: entry.compressedSize,
  size: entry.uncompressedSize,
  crc: entry.crc32,
  changedAt: changedAt(entry.lastModFileDate, entry.lastModFileTime),
  offset: entry.relativeOffsetOfLocalHeader,
  isCut: false
})

/** Reads the central directory in large blocks. The library makes two reads per file. */
class FileReader extends RandomAccessReader {
  private piece: Uint8Array = new Uint8Array(0)
  private from = 0

  constructor(
    private readonly file: ImportFile,
    private readonly run: <A>(effect: Effect.Effect<A, SourceFailure>) => Promise<A>
  ) {
    super()
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number) => void
  ): void {
    const at = position - this.from
    if (at >= 0 && at + length <= this.piece.length) {
      buffer.set(this.piece.subarray(at, at + length), offset)
      return void setImmediate(done, null, length)
    }
    const end = Math.min(this.file.size, position + Math.max(length, readAhead))
    this.run(Effect.either(this.file.slice(position, end))).then((slice) => {
      if (slice._tag === "Left") return done(slice.left)
      this.piece = slice.right
      this.from = position
      const bytes = this.piece.subarray(0, length)
      buffer.set(bytes, offset)
      done(null, bytes.length)
    }, done)
  }
}

/** The uncompressed bytes of one file of the archive, as a stream. */
export const open = (file: ImportFile, source: string, entry: ZipEntry): Stream.Stream<Uint8Array, SourceFailure> =>
  Stream.suspend(() => {
    file.members?.open(entry.name)
    return bytesOf(file, source, entry)
  })

const bytesOf = (file: ImportFile, source: string, entry: ZipEntry): Stream.Stream<Uint8Array, SourceFailure> => {
  if (entry.isEncrypted) return Stream.fail(refuse(file, source, "is password-protected"))
  if (entry.method !== storedMethod && entry.method !== deflateMethod)
    return Stream.fail(refuse(file, source, `compresses ${entry.name} with a method that Daybook does not support`))
  const damaged = () => refuse(file, source, `is a damaged zip archive: ${entry.name} in it is damaged`)
  const packed = Stream.unwrap(
    Effect.gen(function* () {
      const header = Buffer.from(yield* file.slice(entry.offset, entry.offset + localHeaderSize))
      if (header.length < localHeaderSize || header.readUInt32LE(0) !== localHeader) return yield* damaged()
      const start = entry.offset + localHeaderSize + header.readUInt16LE(26) + header.readUInt16LE(28)
      return slices(file, start, Math.min(file.size, start + entry.compressed))
    })
  )
  const unpacked = entry.method === storedMethod ? packed : inflated(packed, damaged)
  return entry.isCut ? limited(unpacked) : verified(unpacked, entry, damaged)
}

/** The first bytes of a file in an archive; none of one that cannot be read. Looking at it is not opening it. */
export const headOf = (file: ImportFile, source: string, entry: ZipEntry, bytes: number): Effect.Effect<Uint8Array> =>
  Stream.runFoldWhile(
    Stream.catchAll(bytesOf(file, source, entry), () => Stream.empty),
    Buffer.alloc(0),
    (head) => head.length < bytes,
    (head, part) => Buffer.concat([head, part])
  ).pipe(Effect.map((head) => head.subarray(0, bytes)))

/** Fails on missing bytes, on a wrong checksum, or on more bytes than the archive declares. */
const verified = (
  bytes: Stream.Stream<Uint8Array, SourceFailure>,
  { crc, size }: ZipEntry,
  damaged: () => SourceFailure
) =>
  Stream.suspend(() => {
    let sum = 0
    let count = 0
    const add = (part: Uint8Array) => {
      sum = crc32(part, sum)
      count += part.length
      return count > size ? damaged() : Effect.succeed(part)
    }
    const end = Effect.suspend(() => (count === size && sum === crc ? Effect.void : damaged()))
    return Stream.concat(Stream.mapEffect(bytes, add), Stream.drain(Stream.fromEffect(end)))
  })

/** The readable start of a truncated file. Its reader detects the end. */
const limited = (bytes: Stream.Stream<Uint8Array, SourceFailure>) =>
  Stream.suspend(() => {
    let count = 0
    return bytes.pipe(
      Stream.takeWhile((part) => (count += part.length) <= maxCutBytes),
      Stream.catchAll(() => Stream.empty)
    )
  })

const slices = (file: ImportFile, from: number, to: number): Stream.Stream<Uint8Array, SourceFailure> =>
  Stream.unfoldEffect(from, (at) =>
    at >= to
      ? Effect.succeedNone
      : Effect.map(file.slice(at, Math.min(to, at + readAhead)), (bytes) =>
          Option.some([bytes, at + readAhead] as const)
        )
  )

/** Compressed data may be truncated: everything before that point is still emitted. */
const inflated = (packed: Stream.Stream<Uint8Array, SourceFailure>, damaged: () => SourceFailure) =>
  NodeStream.pipeThroughDuplex(
    packed,
    () => createInflateRaw({ chunkSize, finishFlush: constants.Z_SYNC_FLUSH }),
    damaged
  )
