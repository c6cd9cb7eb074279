import { type ImportFile, type SourceFailure, isClutter } from "@daybook/core/sync"
import { Effect } from "effect"
import { parseExtraFields } from "yauzl"

/** One file in an archive. Sizes in bytes. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly compressed: number
  /** Uncompressed; 0 if the archive ends within this file. */
  readonly size: number
  /** CRC-32 of the uncompressed bytes. */
  readonly crc: number
  /** Last change in epoch milliseconds, read as UTC; null if the archive has none. */
  readonly changedAt: number | null
  /** Offset of its local file header. */
  readonly offset: number
  /** The archive ends within this file. */
  readonly isCut: boolean
}

export interface Archive {
  readonly files: ReadonlyArray<ZipEntry>
  /** Where the archive is truncated, in the form of `Tally.cut`; null if it is complete. */
  readonly cut: string | null
}

/** The file of an archive that holds nothing else; null if there are several. People zip one file, or its folder. */
export const onlyFile = (files: ReadonlyArray<ZipEntry>): ZipEntry | null => {
  const [first, second] = files.filter(({ name }) => !isClutter(name))
  return first === undefined || second !== undefined ? null : first
}

/** Signature of a local file header (PKWARE APPNOTE 6.3, §4.3.7), and its length without names. */
export const localHeader = 0x04034b50
export const localHeaderSize = 30
/** A thousand times the size of any export. An archive with more files is malicious. */
export const maxFiles = 500_000

/** MS-DOS date and time. Programs without a clock write its first day, in 1980. */
export const changedAt = (date: number, time: number): number | null =>
  date >> 9 === 0
    ? null
    : Date.UTC(1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2)

const timestampPattern = /(\d{4})-(\d{2})-(\d{2})-(\d{2})-(\d{2})(?:-(\d{2}))?-utc/i

/**
 * When a provider created an archive, in epoch milliseconds: from its name (`…-2026-03-01-09-30-utc.zip`), else the
 * newest time of its files. Other programs may set file times earlier than the content, so `newest`, the time of the
 * newest record, counts too. Null if nothing is known.
 */
export const archiveTime = (
  name: string,
  entries: ReadonlyArray<Pick<ZipEntry, "changedAt">>,
  newest: number | null
): number | null => {
  const fromName = timeInName(name)
  if (fromName !== null) return fromName
  const times = [...entries.map(({ changedAt }) => changedAt), newest].filter((time) => time !== null)
  return times.length === 0 ? null : Math.max(...times)
}

const timeInName = (name: string): number | null => {
  const [, ...parts] = timestampPattern.exec(name) ?? []
  if (parts.length === 0) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0))
  const time = Date.UTC(year, month - 1, day, hour, minute, second)
  return Number.isFinite(time) && new Date(time).getUTCDate() === day ? time : null
}

const tableEntry = 0x02014b50
const descriptorSignature = Buffer.from("PK\x07\x08", "latin1")
/** Length with 8-byte sizes. */
const maxDescriptorLength = 24
const blockSize = 1_048_576
const zip64Field = 1
const zip64Marker = 0xffffffff
const sizesFollow = 8

/**
 * The files of an archive without a central directory, from the local file headers. The last one is truncated if the
 * archive ends within it.
 */
export const filesBefore = (file: ImportFile): Effect.Effect<Archive, SourceFailure> =>
  Effect.gen(function* () {
    const files: Array<ZipEntry> = []
    for (let at = 0; ;) {
      const header = Buffer.from(yield* file.slice(at, at + localHeaderSize))
      const signature = header.length < localHeaderSize ? null : header.readUInt32LE(0)
      if (signature !== localHeader || files.length === maxFiles) {
        const where = files.length === 1 ? "the 1 file" : `the ${files.length} files`
        const cut = signature === tableEntry ? "its central directory is incomplete" : `it ends after ${where} in it`
        return { files, cut }
      }
      const start = at + localHeaderSize + header.readUInt16LE(26) + header.readUInt16LE(28)
      const names = Buffer.from(yield* file.slice(at + localHeaderSize, start))
      const entry = entryOf(header, names, at)
      const sizes = yield* sizesOf(file, header, names, start)
      if (sizes === null || sizes.next > file.size) {
        files.push({ ...entry, compressed: Math.max(0, file.size - start), size: 0, crc: 0, isCut: true })
        return { files, cut: `it ends within ${entry.name}` }
      }
      files.push({ ...entry, compressed: sizes.compressed, size: sizes.size, crc: sizes.crc, isCut: false })
      at = sizes.next
    }
  })

const entryOf = (header: Buffer, names: Buffer, offset: number) => ({
  name: names.toString("utf8", 0, header.readUInt16LE(26)),
  method: header.readUInt16LE(8),
  isEncrypted: (header.readUInt16LE(6) & 1) === 1,
  changedAt: changedAt(header.readUInt16LE(12), header.readUInt16LE(10)),
  offset
})

interface Sizes {
  readonly crc: number
  readonly compressed: number
  readonly size: number
  /** Offset after the file. */
  readonly next: number
}

/** Null if the archive ends before the sizes. */
const sizesOf = (
  file: ImportFile,
  header: Buffer,
  names: Buffer,
  start: number
): Effect.Effect<Sizes | null, SourceFailure> => {
  const extra = zip64Sizes(names.subarray(header.readUInt16LE(26)))
  if ((header.readUInt16LE(6) & sizesFollow) !== 0) return sizesFromDescriptor(file, start, extra !== null)
  const narrow = { compressed: header.readUInt32LE(18), size: header.readUInt32LE(22) }
  const sizes = narrow.compressed === zip64Marker || narrow.size === zip64Marker ? (extra ?? narrow) : narrow
  return Effect.succeed({ ...sizes, crc: header.readUInt32LE(14), next: start + sizes.compressed })
}

const zip64Sizes = (extra: Buffer): Pick<Sizes, "compressed" | "size"> | null => {
  try {
    const field = parseExtraFields(extra).find(({ data, id }) => id === zip64Field && data.length >= 16)?.data
    return field === undefined
      ? null
      : { size: Number(field.readBigUInt64LE(0)), compressed: Number(field.readBigUInt64LE(8)) }
  } catch {
    return null
  }
}

/** Streaming writers put the sizes after the file. The data descriptor is the one whose size matches its distance. */
const sizesFromDescriptor = (
  file: ImportFile,
  start: number,
  isWide: boolean
): Effect.Effect<Sizes | null, SourceFailure> =>
  Effect.gen(function* () {
    const read = (record: Buffer, at: number) => (isWide ? Number(record.readBigUInt64LE(at)) : record.readUInt32LE(at))
    const length = isWide ? maxDescriptorLength : maxDescriptorLength - 8
    for (let from = start; from < file.size; from += blockSize) {
      const bytes = Buffer.from(yield* file.slice(from, Math.min(file.size, from + blockSize + length)))
      for (let at = bytes.indexOf(descriptorSignature); at !== -1; at = bytes.indexOf(descriptorSignature, at + 1)) {
        const record = bytes.subarray(at, at + length)
        if (at >= blockSize || record.length < length) break
        const compressed = read(record, 8)
        if (compressed === from + at - start)
          return {
            crc: record.readUInt32LE(4),
            compressed,
            size: read(record, isWide ? 16 : 12),
            next: from + at + length
          }
      }
    }
    return null
  })
