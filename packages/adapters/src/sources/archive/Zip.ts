import { type ImportFile, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"
import { Inflate } from "fflate"
import { crc32 } from "node:zlib"

/** One file in an archive. Sizes in bytes. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly compressed: number
  readonly size: number
  /** Checksum of its bytes, unpacked. */
  readonly crc: number
  /** When it was last changed, epoch milliseconds; null where that is not told. The archive's clock counts as UTC. */
  readonly changedAt: number | null
  /** Where its local header begins. */
  readonly offset: number
}

const signatures = { local: 0x04034b50, entry: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 }
/** The end record and the longest comment that can follow it. */
const longestEnd = 22 + 65_535
const largestDirectory = 64 * 1_048_576
const readAhead = 256 * 1024
/** Unpacked at a time: a thousandfold is the most that it can become. */
const unpackAtOnce = 16 * 1024
/** Far more than any export: what grows beyond was made to harm. */
const largestEntry = 8 * 1024 ** 3

const refuse = (file: ImportFile, source: string, what: string) =>
  new SourceFailure({ source, state: "bad_file", message: `${file.name} ${what}`, next: "export it again and import the new file as it came" })

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The files of a zip archive (PKWARE's APPNOTE 6.3, zip64 included), by the table at its end. */
export const entries = (file: ImportFile, source: string): Effect.Effect<ReadonlyArray<ZipEntry>, SourceFailure> =>
  Effect.gen(function*() {
    const from = Math.max(0, file.size - longestEnd)
    const tail = view(yield* file.slice(from, file.size))
    const at = lastSignature(tail, signatures.end, tail.byteLength - 22)
    if (at === -1) return yield* refuse(file, source, "is no zip archive, or its end is missing")
    const directory = (yield* directory64(file, tail, at)) ?? { size: tail.getUint32(at + 12, true), offset: tail.getUint32(at + 16, true) }
    if (directory.offset + directory.size > file.size || directory.size > largestDirectory) {
      return yield* refuse(file, source, "is a damaged zip archive")
    }
    return directoryEntries(yield* file.slice(directory.offset, directory.offset + directory.size))
  })

/** The files of a zip archive that is in memory, none where it is no archive. */
export const entriesOf = (archive: Uint8Array): ReadonlyArray<ZipEntry> => {
  const from = Math.max(0, archive.length - longestEnd)
  const tail = view(archive.subarray(from))
  const at = lastSignature(tail, signatures.end, tail.byteLength - 22)
  return at === -1 ? [] : directoryEntries(archive.subarray(tail.getUint32(at + 16, true), from + at))
}

/** The packed bytes of one file of an archive that is in memory, as `method` says; null where they are not all there. */
export const packedIn = (archive: Uint8Array, { compressed, offset }: ZipEntry): Uint8Array | null => {
  if (offset + 30 > archive.length) return null
  const header = view(archive.subarray(offset, offset + 30))
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  return header.getUint32(0, true) !== signatures.local || start + compressed > archive.length ? null : archive.subarray(start, start + compressed)
}

/** The table's place in an archive too large for the plain end record. */
const directory64 = (file: ImportFile, tail: DataView, end: number) =>
  Effect.gen(function*() {
    const locator = end - 20
    if (locator < 0 || tail.getUint32(locator, true) !== signatures.locator64) return null
    const offset = Number(tail.getBigUint64(locator + 8, true))
    if (offset + 56 > file.size) return null
    const record = view(yield* file.slice(offset, offset + 56))
    return record.getUint32(0, true) !== signatures.end64
      ? null
      : { size: Number(record.getBigUint64(40, true)), offset: Number(record.getBigUint64(48, true)) }
  })

const lastSignature = (bytes: DataView, signature: number, from: number): number => {
  for (let at = from; at >= 0; at--) if (bytes.getUint32(at, true) === signature) return at
  return -1
}

const directoryEntries = (bytes: Uint8Array): ReadonlyArray<ZipEntry> => {
  const table = view(bytes)
  const found: Array<ZipEntry> = []
  for (let at = 0; at + 46 <= bytes.length && table.getUint32(at, true) === signatures.entry;) {
    const nameLength = table.getUint16(at + 28, true)
    const extraLength = table.getUint16(at + 30, true)
    const next = at + 46 + nameLength + extraLength + table.getUint16(at + 32, true)
    if (next > bytes.length) break
    const sizes = { size: table.getUint32(at + 24, true), compressed: table.getUint32(at + 20, true), offset: table.getUint32(at + 42, true) }
    found.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: table.getUint16(at + 10, true),
      isEncrypted: (table.getUint16(at + 8, true) & 1) === 1,
      crc: table.getUint32(at + 16, true),
      changedAt: changedAt(table.getUint16(at + 14, true), table.getUint16(at + 12, true)),
      ...wide(bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength), sizes)
    })
    at = next
  }
  return found
}

/** MS-DOS date and time. Programs that tell no time write its first day, in 1980. */
const changedAt = (date: number, time: number): number | null =>
  date >> 9 === 0 ? null : Date.UTC(1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2)

type Sizes = Pick<ZipEntry, "size" | "compressed" | "offset">
const isWide = 0xffffffff

/** Numbers that do not fit the table are in the zip64 field, in this order, each only if it does not fit. */
const wide = (extra: Uint8Array, sizes: Sizes): Sizes => {
  const fields = view(extra)
  for (let at = 0; at + 4 <= extra.length; at += 4 + fields.getUint16(at + 2, true)) {
    if (fields.getUint16(at, true) !== 1) continue
    let place = at + 4
    const next = (narrow: number) => {
      if (narrow !== isWide || place + 8 > extra.length) return narrow
      place += 8
      return Number(fields.getBigUint64(place - 8, true))
    }
    return { size: next(sizes.size), compressed: next(sizes.compressed), offset: next(sizes.offset) }
  }
  return sizes
}

/** The bytes of one file of the archive, unpacked as they are read. */
export const open = (file: ImportFile, source: string, entry: ZipEntry): Stream.Stream<Uint8Array, SourceFailure> => {
  if (entry.isEncrypted) return Stream.fail(refuse(file, source, "is locked with a password"))
  if (entry.method !== 0 && entry.method !== 8) return Stream.fail(refuse(file, source, `packs ${entry.name} in a way that Daybook does not know`))
  const packed = Stream.unwrap(Effect.gen(function*() {
    const header = yield* file.slice(entry.offset, entry.offset + 30)
    if (header.length < 30 || view(header).getUint32(0, true) !== signatures.local) return yield* refuse(file, source, "is a damaged zip archive")
    const start = entry.offset + 30 + view(header).getUint16(26, true) + view(header).getUint16(28, true)
    return slices(file, start, Math.min(file.size, start + entry.compressed))
  }))
  return (entry.method === 0 ? packed : inflated(file, source, packed)).pipe(checked(file, source, entry))
}

/** Fails at the end of a file of which bytes are missing or are others than were packed. */
const checked = (file: ImportFile, source: string, { crc, name, size }: ZipEntry) => (bytes: Stream.Stream<Uint8Array, SourceFailure>) =>
  Stream.suspend(() => {
    let sum = 0
    let count = 0
    const add = (part: Uint8Array) => {
      sum = crc32(part, sum)
      count += part.length
      return part
    }
    return Stream.mapChunks(bytes, Chunk.map(add)).pipe(Stream.concat(Stream.drain(Stream.fromEffect(Effect.suspend(() =>
      count === size && sum === crc ? Effect.void : refuse(file, source, `is a damaged zip archive: ${name} in it is not whole`))))))
  })

const slices = (file: ImportFile, from: number, to: number): Stream.Stream<Uint8Array, SourceFailure> =>
  Stream.unfoldEffect(from, (at) =>
    at >= to
      ? Effect.succeedNone
      : Effect.map(file.slice(at, Math.min(to, at + readAhead)), (bytes) => Option.some([bytes, at + readAhead] as const)))

const pieces = (bytes: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / unpackAtOnce) }, (_, index) => bytes.subarray(index * unpackAtOnce, (index + 1) * unpackAtOnce))

const inflated = (file: ImportFile, source: string, packed: Stream.Stream<Uint8Array, SourceFailure>) =>
  Stream.suspend(() => {
    let parts: Array<Uint8Array> = []
    let size = 0
    const inflate = new Inflate((part) => {
      size += part.length
      parts.push(part)
    })
    return Stream.mapConcatChunkEffect(Stream.mapConcat(packed, pieces), (bytes) =>
      Effect.try({
        try: () => {
          parts = []
          inflate.push(bytes)
          if (size > largestEntry) throw new RangeError("too large")
          return Chunk.unsafeFromArray(parts)
        },
        catch: () => refuse(file, source, "is a damaged zip archive")
      }))
  })
