import { type Originals } from "@daybook/core/images"
import { StorageFailure } from "@daybook/core/shared"
import { Effect, Option, Stream } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises"
import { dirname, join } from "node:path"

export const nameOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const isName = (name: string) => /^[0-9a-f]{64}$/.test(name)

const codeOf = (error: unknown) => error instanceof Error && "code" in error ? String(error.code) : ""
const isAbsent = (error: unknown) => codeOf(error) === "ENOENT"
const fullOrClosed = new Set(["ENOSPC", "EROFS", "EACCES", "EPERM", "EDQUOT"])

const storing = <A>(operation: string, work: () => Promise<A>) =>
  Effect.tryPromise({ try: work, catch: (cause) => new StorageFailure({ operation, unavailable: fullOrClosed.has(codeOf(cause)), cause }) })

/** Writes a file so that it is there whole or not at all, whenever the process dies. */
export const writeWhole = async (file: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`
  try {
    const handle = await open(draft, "wx")
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

/** Originals as files of a folder, each under its own hash. */
export const fileOriginals = (folder: string): typeof Originals.Service => {
  const fileOf = (name: string) => join(folder, name.slice(0, 2), name)
  return {
    // Begun is done, lest a process that is told to end leaves a draft.
    put: (bytes) =>
      Effect.uninterruptible(storing("Originals.put", async () => {
        const name = nameOf(bytes)
        const known = await stat(fileOf(name)).catch((error: unknown) => isAbsent(error) ? undefined : Promise.reject(error))
        if (known?.size !== bytes.byteLength) await writeWhole(fileOf(name), bytes)
        // Wanted anew: nobody must take it for one that has long been out of use.
        else await utimes(fileOf(name), new Date(), new Date())
        return name
      })),
    get: (name) =>
      !isName(name) ? Effect.succeedNone : storing("Originals.get", async () => {
        const bytes = await readFile(fileOf(name)).catch((error: unknown) => isAbsent(error) ? undefined : Promise.reject(error))
        return Option.fromNullable(bytes)
      }),
    all: Stream.fromIterableEffect(entries(folder)).pipe(
      Stream.mapConcatEffect((part) => entries(join(folder, part))),
      Stream.filter(isName),
      Stream.mapEffect((name) =>
        storing("Originals.all", () => stat(fileOf(name)).then(({ mtimeMs }) => [{ name, at: mtimeMs }], (error: unknown) => isAbsent(error) ? [] : Promise.reject(error)))),
      Stream.flattenIterables
    ),
    remove: (name) => !isName(name) ? Effect.void : storing("Originals.remove", () => rm(fileOf(name), { force: true }))
  }
}

const entries = (folder: string) =>
  storing("Originals.all", () => readdir(folder).catch((error: unknown) => isAbsent(error) || codeOf(error) === "ENOTDIR" ? [] : Promise.reject(error)))
