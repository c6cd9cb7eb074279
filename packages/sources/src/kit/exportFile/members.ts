import * as NodeSink from "@effect/platform-node/NodeSink"
import type { FileBeginning, ImportFile, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, type Scope, Stream } from "effect"
import { createWriteStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openImportFile } from "./openImportFile.js"
import { badFile } from "./exportPages.js"
import { listedObjects } from "./json.js"
import { beginningIn, isZipFile } from "./sample.js"
import { decodeText } from "./text.js"
import * as Zip from "./Zip.js"
import type { Archive } from "./zipEntries.js"

/** One file of an export: the file itself, or a member of an archive. */
export interface Member {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, SourceFailure>
  /** How a member of an archive begins. Looking at it is not opening it. */
  readonly beginning?: Effect.Effect<FileBeginning>
}

/** Maximum number of members, and bytes of an archive in the archive. */
export interface ArchiveLimits {
  readonly members: number
  readonly archiveBytes: number
}

interface MembersOptions {
  readonly source: string
  /** The list of the archive, if it was read already; null if the file is no archive. */
  readonly archive?: Archive | null
  /**
   * The members to open, by name without folders and by whole name, in lower case. Personal archives hold more than
   * Daybook may read.
   */
  readonly isMember: (name: string, path: string) => boolean
  /** Where the usual limits are too narrow. */
  readonly limits?: ArchiveLimits
  /** The archives in the archive to open. By default none. */
  readonly archives?: (name: string) => boolean
  readonly cutShort: (where: string) => void
}

/** Limits of an archive. No provider's export comes near them. */
const maxMembers = 500
const maxMemberBytes = 4 * 1_073_741_824
const maxArchiveBytes = 256 * 1_048_576
const maxDepth = 3
/** Uncompressed bytes per compressed byte, for members above `smallMember`. Text compresses to a fiftieth at most. */
const maxRatio = 200
const smallMember = 8 * 1_048_576

const chunkBytes = 65_536
const again = "export it again and import the new file as it came"

/** What macOS adds to archives. */
export const isSystemFile = (name: string): boolean => /(?:^|\/)(?:__MACOSX\/|\._)/.test(name)

/** The name without its folders, in lower case. */
export const baseName = (name: string): string => name.slice(name.search(/[^/\\]*$/)).toLowerCase()

/**
 * The wanted members of an archive at any depth, or the file itself if it is none. The other members are never opened.
 * An archive in the archive is unpacked to a temporary file. A damaged one costs only its own members.
 */
export const membersOf = (file: ImportFile, options: MembersOptions): Stream.Stream<Member, SourceFailure> =>
  Stream.unwrap(
    Effect.map(options.archive === null ? Effect.succeed(false) : isZipFile(file), (isArchive) =>
      isArchive ? archived(file, options, "", 1) : Stream.succeed<Member>({ name: file.name, bytes: bytesOf(file) })
    )
  )

/** The bytes of a file. Unlike its stream they can be read several times. */
const bytesOf = (file: ImportFile): Stream.Stream<Uint8Array, SourceFailure> =>
  Stream.iterate(0, (from) => from + chunkBytes).pipe(
    Stream.takeWhile((from) => from < file.size),
    Stream.mapEffect((from) => file.slice(from, Math.min(file.size, from + chunkBytes)))
  )

const archived = (
  file: ImportFile,
  options: MembersOptions,
  folder: string,
  depth: number
): Stream.Stream<Member, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { cut, files } = (depth === 1 ? options.archive : null) ?? (yield* Zip.contents(file, options.source))
      if (cut !== null) options.cutShort(cut)
      const isArchiveName = (name: string) => depth < maxDepth && options.archives?.(baseName(name)) === true
      const listed = files
        .filter(({ name }) => !isSystemFile(name))
        .filter(({ name }) => options.isMember(baseName(name), `${folder}${name}`.toLowerCase()) || isArchiveName(name))
      // The only file of an archive is recognised by its content, so its name does not matter.
      const only = listed.length === 0 && depth === 1 ? Zip.onlyFile(files) : null
      const entries = only === null ? listed : [only]
      yield* checkLimits(file, options, entries, isArchiveName)
      return Stream.flatMap(Stream.fromIterable(entries), (entry) => {
        const name = `${folder}${entry.name}`
        const bytes = Zip.open(file, options.source, entry)
        return isArchiveName(entry.name)
          ? Stream.scoped(unpacked(entry.name, bytes, options.source)).pipe(
              Stream.flatMap((inner) => archived(within(file, inner, name), options, `${name}/`, depth + 1)),
              Stream.catchSome((failure) =>
                failure.next === again
                  ? Option.some(Stream.drain(Stream.sync(() => options.cutShort(`${name} in it is damaged`))))
                  : Option.none()
              )
            )
          : Stream.succeed<Member>({ name, bytes, beginning: beginningIn(file, options.source, entry) })
      })
    })
  )

/** An archive of an archive, whose members are noted under its name. */
const within = ({ members }: ImportFile, inner: ImportFile, name: string): ImportFile =>
  members === undefined
    ? inner
    : {
        ...inner,
        members: {
          list: (names) => members.list(names.map((one) => `${name.slice(name.lastIndexOf("/") + 1)}/${one}`)),
          open: (one) => members.open(`${name.slice(name.lastIndexOf("/") + 1)}/${one}`)
        }
      }

const checkLimits = (
  file: ImportFile,
  { limits = { members: maxMembers, archiveBytes: maxArchiveBytes }, source }: MembersOptions,
  entries: ReadonlyArray<Zip.ZipEntry>,
  isArchiveName: (name: string) => boolean
): Effect.Effect<void, SourceFailure> => {
  const refuse = (what: string) => badFile(source, `${file.name} ${what}`, again)
  if (entries.length > limits.members) return refuse(`holds more than ${limits.members} files of this export`)
  const large = entries.find(({ name, size }) => size > (isArchiveName(name) ? limits.archiveBytes : maxMemberBytes))
  if (large !== undefined) return refuse(`holds ${large.name}, which is too large for such an export`)
  const dense = entries.find(({ compressed, size }) => size > smallMember && size > compressed * maxRatio)
  return dense === undefined ? Effect.void : refuse(`holds ${dense.name}, which unpacks to ${maxRatio} times its size`)
}

/** An archive of the archive as a temporary file, deleted with the scope. */
const unpacked = (
  name: string,
  bytes: Stream.Stream<Uint8Array, SourceFailure>,
  source: string
): Effect.Effect<ImportFile, SourceFailure, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "daybook-import-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
    )
    const path = join(folder, "archive.zip")
    const unwritable = () => badFile(source, `${name} cannot be unpacked to ${folder}`, "free some space on its disk")
    yield* Stream.run(
      bytes,
      NodeSink.fromWritable(() => createWriteStream(path), unwritable)
    )
    return yield* openImportFile(source, path)
  })

/** The objects of a member's first or named JSON array, with their places. Null for one that cannot be parsed. */
export const jsonRows = (
  { bytes, name }: Member,
  cutShort: (where: string) => void,
  list?: string,
  maxLength?: number
): Stream.Stream<{ readonly value: unknown; readonly place: string }, SourceFailure> =>
  listedObjects(decodeText(bytes), () => cutShort(`${name} has no end`), list, maxLength).pipe(
    Stream.zipWithIndex,
    Stream.map(([text, index]) => ({
      value: Option.getOrNull(Option.liftThrowable(JSON.parse)(text) as Option.Option<unknown>),
      place: `${name}, row ${index + 1}`
    }))
  )
