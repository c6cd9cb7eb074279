import { Effect, Option, Stream } from "effect"
import { createHash } from "node:crypto"
import { type FileHandle, open } from "node:fs/promises"
import { codeOf } from "@daybook/core/shared"
import { BackupFailure } from "../contents.js"
import { blockSize, isTrailer, paddingOf, readHeader, trailerOf } from "./tar.js"

/** One file of an archive. */
export interface Entry {
  readonly name: string
  readonly bytes: Buffer
}

/** No part of a backup is larger. A header with a larger size is damaged. */
const maxPartBytes = 512 * 1_048_576

const damaged = (file: string, what: string) =>
  new BackupFailure({ message: `${file} is damaged (${what}): use another backup` })

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file: give the path of a file that `daybook backup` made",
  EISDIR: "it is a folder: give the path of a file that `daybook backup` made",
  ENOTDIR: "there is no such file: give the path of a file that `daybook backup` made",
  EACCES: "this user may not read it: run as one who may, or change its permissions"
}

const unreadable = (file: string) => (cause: unknown) => {
  if (cause instanceof BackupFailure) return cause
  const code = codeOf(cause)
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause))
  return new BackupFailure({ message: `the backup ${file} cannot be read: ${reason}`, cause })
}

/**
 * The files of an archive in order, one at a time. The stream succeeds only if the checksum matches at the end. The
 * caller must wait for that, or roll back what it did with earlier entries.
 */
export const readArchive = (file: string): Stream.Stream<Entry, BackupFailure> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const handle = yield* Effect.acquireRelease(
        Effect.tryPromise({ try: () => open(file, "r"), catch: unreadable(file) }),
        (handle) => Effect.promise(() => handle.close().catch(() => undefined))
      )
      const next = entryReader(file, handle)
      return Stream.unfoldEffect(undefined, () =>
        Effect.map(
          Effect.tryPromise({ try: next, catch: unreadable(file) }),
          Option.map((entry) => [entry, undefined] as const)
        )
      )
    })
  )

/** Returns one entry per call; none after the last. */
const entryReader = (file: string, handle: FileHandle) => {
  const hash = createHash("sha256")
  const read = async (length: number): Promise<Buffer> => {
    const bytes = await readUpTo(handle, length)
    if (bytes.length < length) throw damaged(file, "it is cut off")
    return bytes
  }
  const finish = async (header: Buffer, time: number): Promise<Option.Option<Entry>> => {
    const expected = trailerOf(hash, time)
    // Reads one extra byte to detect trailing data.
    const actual = Buffer.concat([header, await readUpTo(handle, expected.length - header.length + 1)])
    if (!actual.equals(expected)) throw damaged(file, "its checksum is another one")
    return Option.none()
  }
  return async (): Promise<Option.Option<Entry>> => {
    const head = await read(blockSize)
    const header = readHeader(head)
    if (header === undefined || header.size > maxPartBytes) throw damaged(file, "it is not what Daybook wrote")
    if (isTrailer(header)) return finish(head, header.time)
    const bytes = await read(header.size)
    const padding = await read(paddingOf(header.size).length)
    hash.update(head).update(bytes).update(padding)
    return Option.some({ name: header.name, bytes })
  }
}

const readUpTo = async (handle: FileHandle, length: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}
