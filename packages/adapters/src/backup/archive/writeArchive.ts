import { Effect, type Scope } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { readdirSync, rmSync } from "node:fs"
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises"
import { hostname } from "node:os"
import { basename, dirname, join } from "node:path"
import { isDead } from "../../postgres/holder.js"
import { BackupFailure } from "../BackupFailure.js"
import { trailerOf } from "./checksum.js"
import { headerOf, paddingOf } from "./tar.js"

/** An archive that is being written, beside its place until it is whole. */
export interface ArchiveWriter {
  readonly add: (name: string, bytes: Uint8Array) => Effect.Effect<void, BackupFailure>
  /** Puts it in its place, in the stead of whatever file was there, and says how large it is. */
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
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause))
  return new BackupFailure({ message: `the backup ${file} cannot be written: ${reason}`, cause })
}

const draftPattern = /\.(\d+)-[0-9a-f]{8}\.part$/

/** Takes away what processes that were killed had begun to write in a folder, of files whose names begin so. */
export const sweepDrafts = (folder: string, beginning: string): void => {
  for (const name of readdirSync(folder).filter((name) => name.startsWith(beginning))) {
    const pid = draftPattern.exec(name)?.[1]
    if (pid !== undefined && isDead(`${hostname()}:${pid}`)) rmSync(join(folder, name), { force: true })
  }
}

/** Said before everything is read, not when it is to be put in its place. */
const refuseFolder = async (file: string) => {
  const there = await stat(file).catch(() => null)
  if (there?.isDirectory() === true) throw Object.assign(new Error("it is a folder"), { code: "EISDIR" })
}

/** Opens an archive at `file`. What was not finished by the end of the scope leaves nothing behind. */
export const writeArchive = (file: string, time: number): Effect.Effect<ArchiveWriter, BackupFailure, Scope.Scope> =>
  Effect.gen(function*() {
    yield* Effect.ignore(Effect.try(() => sweepDrafts(dirname(file), basename(file))))
    const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.part`
    const writing = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: failure(file) })
    const handle = yield* Effect.acquireRelease(
      writing(async () => {
        await refuseFolder(file)
        return open(draft, "wx", 0o600)
      }),
      (handle) => Effect.promise(async () => {
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
      add: (name, bytes) => writing(() => put(Buffer.concat([headerOf(name, bytes.byteLength, time), bytes, paddingOf(bytes.byteLength)]))),
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

/** The new name is on the disk too. Where a folder cannot be flushed, it is soon enough by itself. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r").catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
