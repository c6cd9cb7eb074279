import { type Originals } from "@daybook/core/images"
import { StorageFailure } from "@daybook/core/shared"
import { Effect, Option, Stream } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises"
import { dirname, join } from "node:path"
import { codeOf } from "@daybook/core/shared"

export const nameOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const isName = (name: string) => /^[0-9a-f]{64}$/.test(name)

const isAbsent = (error: unknown) => codeOf(error) === "ENOENT"
const fullOrClosed = new Set(["ENOSPC", "EROFS", "EACCES", "EPERM", "EDQUOT"])

const storing = <A>(operation: string, work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (cause) => new StorageFailure({ operation, unavailable: fullOrClosed.has(codeOf(cause)), cause })
  })

/**
 * Writes a file atomically, even if the process dies. Only this user can read it, whatever the mode of its parent
 * folders.
 */
export const writeWhole = async (file: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`
  try {
    const handle = await open(draft, "wx", 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Originals as files in a folder, named by their hash. */
export const fileOriginals = (folder: string): typeof Originals.Service => {
  const fileOf = (name: string) => join(folder, name.slice(0, 2), name)
  return {
    // Uninterruptible, so that a process that is stopped leaves no draft.
    put: (bytes) =>
      Effect.uninterruptible(
        storing("Originals.put", async () => {
          const name = nameOf(bytes)
          const existingFile = await stat(fileOf(name)).catch((error: unknown) =>
            isAbsent(error) ? undefined : Promise.reject(error)
          )
          if (existingFile?.size !== bytes.byteLength) await writeWhole(fileOf(name), bytes)
          // In use again: a fresh time protects it from the sweep of unused originals.
          else await utimes(fileOf(name), new Date(), new Date())
          return name
        })
      ),
    get: (name) =>
      !isName(name)
        ? Effect.succeedNone
        : storing("Originals.get", async () => {
            const bytes = await readFile(fileOf(name)).catch((error: unknown) =>
              isAbsent(error) ? undefined : Promise.reject(error)
            )
            return Option.fromNullable(bytes)
          }),
    all: Stream.fromIterableEffect(entries(folder)).pipe(
      Stream.mapConcatEffect((part) => entries(join(folder, part))),
      Stream.filter(isName),
      Stream.mapEffect((name) =>
        storing("Originals.all", () =>
          stat(fileOf(name)).then(
            ({ mtimeMs }) => [{ name, at: mtimeMs }],
            (error: unknown) => (isAbsent(error) ? [] : Promise.reject(error))
          )
        )
      ),
      Stream.flattenIterables
    ),
    remove: (name) =>
      !isName(name) ? Effect.void : storing("Originals.remove", () => rm(fileOf(name), { force: true }))
  }
}

const entries = (folder: string) =>
  storing("Originals.all", () =>
    readdir(folder).catch((error: unknown) =>
      isAbsent(error) || codeOf(error) === "ENOTDIR" ? [] : Promise.reject(error)
    )
  )
