import { type SourceFailure, isClutter } from "@daybook/core/sync"
import { Chunk, Effect, Stream } from "effect"
import { type Member, baseName } from "../exportFile/members.js"
import type { OpenFile } from "../exportFile/Format.js"
import { type Archive, archiveTime } from "../exportFile/zipEntries.js"
import * as Zip from "../exportFile/Zip.js"
import { type RecordingKind, plainBytes, recordingKind } from "../recordings/trackFile.js"

/** Maximum uncompressed bytes of one recording or session. */
const maxMemberBytes = 64 * 1_048_576

/** The files of an archive by name. */
export interface RunArchive {
  readonly entries: ReadonlyArray<Zip.ZipEntry>
  /** When the provider made it, epoch milliseconds; null if unknown. */
  readonly asOf: number | null
  /** The bytes of a file; null if it is missing, damaged or too large. */
  readonly read: (entry: Zip.ZipEntry | undefined) => Effect.Effect<Uint8Array | null>
  readonly open: (entry: Zip.ZipEntry) => Stream.Stream<Uint8Array, SourceFailure>
}

const joined = (parts: Chunk.Chunk<Uint8Array>): Uint8Array => Buffer.concat(Chunk.toReadonlyArray(parts))

/** The files of an archive that is read as a whole. */
export const openArchive = ({ file, source, tally }: OpenFile, { cut, files }: Archive): RunArchive => {
  if (cut !== null) tally.cutShort(cut)
  const entries = files.filter(({ name }) => !isClutter(name))
  const open = (entry: Zip.ZipEntry) => Zip.open(file, source, entry)
  return {
    entries,
    asOf: archiveTime(file.name, entries, null),
    open,
    read: (entry) =>
      entry === undefined || entry.isCut || entry.size > maxMemberBytes
        ? Effect.succeed(null)
        : Stream.runCollect(open(entry)).pipe(
            Effect.map(joined),
            Effect.catchAll(() => Effect.succeed(null))
          )
  }
}

/** Files by their name without folders, in lower case. */
export const byBaseName = (entries: ReadonlyArray<Zip.ZipEntry>): ReadonlyMap<string, Zip.ZipEntry> =>
  new Map(entries.map((entry) => [baseName(entry.name).normalize("NFC"), entry]))

/** The bytes of a recording; null for a damaged member or one that is too large. */
export const bytesOf = ({ bytes }: Member): Effect.Effect<Uint8Array | null> =>
  Effect.suspend(() => {
    let size = 0
    return Stream.runCollect(Stream.takeWhile(bytes, (part) => (size += part.length) <= maxMemberBytes)).pipe(
      Effect.map((parts) => (size > maxMemberBytes ? null : joined(parts))),
      Effect.catchAll(() => Effect.succeed(null))
    )
  })

/** The kind of a recording by its content, packed or not, else by its name. */
export const kindOf = (name: string, bytes: Uint8Array): RecordingKind | null => {
  const plain = plainBytes(bytes)
  const text = new TextDecoder().decode(plain.subarray(0, 4_096))
  const ending = /\.(fit|gpx|tcx)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase()
  return recordingKind({ head: plain, text }) ?? (ending as RecordingKind | undefined) ?? null
}
