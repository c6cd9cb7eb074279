import { Effect, type Scope } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { readdirSync, rmSync } from "node:fs"
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises"
import { hostname } from "node:os"
import { basename, dirname, join } from "node:path"
import { codeOf } from "@daybook/core/shared"
import { isDead } from "../../postgres/claim.js"
import { BackupFailure } from "../contents.js"
import { headerOf, paddingOf, trailerOf } from "./tar.js"

/** An archive in progress, in a temporary file next to the target until it is complete. */
export interface ArchiveWriter {
  readonly add: (name: string, bytes: Uint8Array) => Effect.Effect<void, BackupFailure>
  /** Moves it to the target, replaces an existing file, and returns the size in bytes. */
  readonly finish: Effect.Effect<number, BackupFailure>
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full: free some space or give another place",
  EDQUOT: "the disk is full: free some space or give another place",
  ENOENT: "its folder does not exist: make it first",
  EISDIR: "it is a folder: give the name of a file",
  EACCES: "this user may not write there: give another place",
  EPERM: "this user may not write there: give another place",
  EROFS: "nothing can be written there: give another place"
}

const failure = (file: string) => (cause: unknown) => {
  const code = codeOf(cause)
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause))
  return new BackupFailure({ message: `the backup ${file} cannot be written: ${reason}`, cause })
}

const draftPattern = /\.(\d+)-[0-9a-f]{8}\.part$/

/** Removes drafts that killed processes left in a folder, for files with this name prefix. */
export const sweepDrafts = (folder: string, beginning: string): void => {
  for (const name of readdirSync(folder).filter((name) => name.startsWith(beginning))) {
    const pid = draftPattern.exec(name)?.[1]
    if (pid !== undefined && isDead(`${hostname()}:${pid}`)) rmSync(join(folder, name), { force: true })
  }
}

/** Fails early, before all rows are read. */
const refuseFolder = async (file: string) => {
  const there = await stat(file).catch(() => null)
  if (there?.isDirectory() === true) throw Object.assign(new Error("it is a folder"), { code: "EISDIR" })
}

/** Opens an archive at `file`. An unfinished archive is removed when the scope closes. */
export const writeArchive = (file: string, time: number): Effect.Effect<ArchiveWriter, BackupFailure, Scope.Scope> =>
  Effect.gen(function* () {
    yield* Effect.ignore(Effect.try(() => sweepDrafts(dirname(file), basename(file))))
    const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.part`
    const writing = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: failure(file) })
    const handle = yield* Effect.acquireRelease(
      writing(async () => {
        await refuseFolder(file)
        return open(draft, "wx", 0o600)
      }),
      (handle) =>
        Effect.promise(async () => {
          await handle.close().catch(() => undefined)
          await rm(draft, { force: true }).catch(() => undefined)
        })
    )
    const hash = createHash("sha256")
    let size = 0
    const put = async (bytes: Uint8Array) => {
      hash.update(bytes)
      size += bytes.byteLength
      await writeAll(handle, bytes)
    }
    return {
      add: (name, bytes) =>
        writing(() => put(Buffer.concat([headerOf(name, bytes.byteLength, time), bytes, paddingOf(bytes.byteLength)]))),
      finish: writing(async () => {
        await put(trailerOf(hash, time))
        await handle.sync()
        await rename(draft, file)
        await syncFolder(dirname(file))
        return size
      })
    }
  })

const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let at = 0; at < bytes.byteLength;) at += (await handle.write(bytes, at)).bytesWritten
}

/** Flushes the new name to disk. Ignores file systems that cannot flush a folder. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r").catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
