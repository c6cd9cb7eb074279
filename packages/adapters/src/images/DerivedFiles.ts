import { readFile, readdir, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import { writeWhole } from "./fileOriginals.js"

/** A file cache by name, with a size limit in bytes. The least recently used file is evicted first. */
export interface DerivedFiles {
  /** Undefined if it is not cached. */
  readonly get: (name: string) => Promise<Uint8Array | undefined>
  /** Ignores write errors: the file can be rendered again. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>
}

/** Updates a file's time of use on disk at most once an hour. */
const touchEvery = 3_600_000

interface Entry {
  readonly size: number
  touchedAt: number
}

/**
 * Reads the folder once. Other processes may share it, so any file may disappear at any time. Files that they added
 * since are rendered again, which avoids a disk lookup on every miss.
 */
export const derivedFiles = async (folder: string, maxBytes: number, now: () => number): Promise<DerivedFiles> => {
  const entries = await entriesIn(folder)
  let totalBytes = Array.from(entries.values()).reduce((sum, { size }) => sum + size, 0)
  const fileOf = (name: string) => join(folder, name.slice(0, 2), name)
  const forget = (name: string) => {
    totalBytes -= entries.get(name)?.size ?? 0
    entries.delete(name)
  }
  const evict = async () => {
    for (const name of entries.keys()) {
      if (totalBytes <= maxBytes) return
      forget(name)
      await rm(fileOf(name), { force: true }).catch(() => undefined)
    }
  }
  return {
    get: async (name) => {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      const bytes = await readFile(fileOf(name)).catch(() => undefined)
      forget(name)
      if (bytes === undefined) return undefined
      const at = now()
      const isFresh = at - entry.touchedAt < touchEvery
      entries.set(name, { size: bytes.byteLength, touchedAt: isFresh ? entry.touchedAt : at })
      totalBytes += bytes.byteLength
      if (!isFresh) await utimes(fileOf(name), at / 1_000, at / 1_000).catch(() => undefined)
      return bytes
    },
    put: async (name, bytes) => {
      if (bytes.byteLength > maxBytes) return
      const isWritten = await writeWhole(fileOf(name), bytes).then(
        () => true,
        () => false
      )
      if (!isWritten) return
      forget(name)
      entries.set(name, { size: bytes.byteLength, touchedAt: now() })
      totalBytes += bytes.byteLength
      await evict()
    }
  }
}

/** Existing files, least recently used first. Removes drafts of crashed processes. */
const entriesIn = async (folder: string): Promise<Map<string, Entry>> => {
  const files: Array<readonly [name: string, entry: Entry]> = []
  for (const part of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(join(folder, part)).catch(() => [])) {
      const file = join(folder, part, name)
      const stats = await stat(file).catch(() => undefined)
      if (stats === undefined || !stats.isFile()) continue
      if (name.endsWith(".tmp")) await rm(file, { force: true }).catch(() => undefined)
      else files.push([name, { size: stats.size, touchedAt: stats.mtimeMs }])
    }
  }
  return new Map(files.sort(([, a], [, b]) => a.touchedAt - b.touchedAt))
}
