import { FileTooLarge, FullDisk } from "@daybook/core/shared"
import { ImportFiles } from "@daybook/core/imports"
import { Effect, Layer, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { type FileHandle, open, readdir, rm, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { openImportFile, sampleOf } from "@daybook/sources/kit"
import { codeOf } from "@daybook/core/shared"
import { makeFolder, settings } from "../Settings.js"
import { importSettings } from "./settings.js"

/** Names of files as `newName` makes them. Others in the folder are left alone. */
const ownName = /^[0-9a-f-]{36}$/

const fullDiskCodes = new Set(["ENOSPC", "EDQUOT"])

/** The failure of a write. Whatever else is wrong with the disk is a defect, which the host logs. */
const toFailure = (cause: unknown): Effect.Effect<never, FullDisk> =>
  fullDiskCodes.has(codeOf(cause))
    ? new FullDisk({ message: "the disk of the host is full: free some space, then send the file again" })
    : Effect.die(cause)

const attempt = <A>(run: () => Promise<A>) =>
  Effect.catchAll(Effect.tryPromise({ try: run, catch: (cause) => cause }), toFailure)

/** Bytes that a file must leave free: the database is on the same disk. */
const reserve = 64 * 1_048_576

/** Fails if the disk has less space than a file needs. */
export const hasSpace = (folder: string, bytes: number): Effect.Effect<void, FullDisk> =>
  Effect.flatMap(
    attempt(() => {
      makeFolder(folder)
      return statfs(folder)
    }),
    ({ bavail, bsize }) =>
      bytes === 0 || bytes + reserve <= bavail * bsize
        ? Effect.void
        : new FullDisk({
            message: `the disk of the host has too little space for a file of ${bytes} bytes: free some space, then send it again`
          })
  )

const writeAll = async (handle: FileHandle, part: Uint8Array) => {
  for (let at = 0; at < part.byteLength;) at += (await handle.write(part, at)).bytesWritten
}

/** Files in the folder `imports` of the data folder. */
export const layer = Layer.effect(
  ImportFiles,
  Effect.gen(function* () {
    const { dataDir } = yield* settings
    const { maxBytes } = yield* importSettings.config
    const folder = join(dataDir, "imports")
    const pathOf = (name: string) => join(folder, name)
    const remove = (name: string) => Effect.promise(() => rm(pathOf(name), { force: true }))
    const tooLarge = new FileTooLarge({ message: `the file is larger than ${maxBytes} bytes` })

    const write = <E>(handle: FileHandle, body: Stream.Stream<Uint8Array, E>, onBytes: (received: number) => void) =>
      Effect.gen(function* () {
        let size = 0
        yield* Stream.runForEach(body, (part): Effect.Effect<void, FileTooLarge | FullDisk> => {
          size += part.byteLength
          if (size > maxBytes) return Effect.fail(tooLarge)
          onBytes(size)
          return attempt(() => writeAll(handle, part))
        })
        yield* attempt(() => handle.sync())
        return size
      })

    return {
      maxBytes,
      newName: Effect.sync(() => randomUUID()),
      receive: (name, body, onBytes, announced = null) =>
        Effect.acquireUseRelease(
          Effect.zipRight(
            hasSpace(folder, announced ?? 0),
            attempt(() => open(pathOf(name), "wx", 0o600))
          ),
          (handle) => write(handle, body, onBytes),
          (handle, exit) =>
            Effect.zipRight(
              Effect.promise(() => handle.close().catch(() => undefined)),
              exit._tag === "Success" ? Effect.void : remove(name)
            )
        ),
      has: (name) =>
        Effect.promise(() =>
          stat(pathOf(name)).then(
            () => true,
            () => false
          )
        ),
      open: (name, title) => Effect.map(openImportFile("import", pathOf(name)), (file) => ({ ...file, name: title })),
      sample: sampleOf,
      remove,
      all: Effect.promise(async () => {
        const names = await readdir(folder).catch(() => [])
        return Promise.all(
          names
            .filter((name) => ownName.test(name))
            .map(async (name) => ({ name, writtenAt: (await stat(pathOf(name))).mtimeMs }))
        )
      })
    }
  })
)
