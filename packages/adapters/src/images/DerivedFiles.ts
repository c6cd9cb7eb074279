import { readFile, readdir, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import { writeWhole } from "./fileOriginals.js"

/** Files that can be made again, by name, up to so many bytes in all: what was not asked for longest goes first. */
export interface DerivedFiles {
  /** None where it is not there (any more). */
  readonly get: (name: string) => Promise<Uint8Array | undefined>
  /** Where the disk does not take it, nothing happens: it can be made again. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>
}

/** A file counts as used anew on disk once an hour at most. */
const touchEvery = 3_600_000

interface Entry {
  readonly size: number
  touchedAt: number
}

/**
 * Reads the folder once; other processes may share it, so that any file may be gone at any time. What they made since is
 * made again: nobody waits for a look at the disk that finds nothing.
 */
export const derivedFiles = async (folder: string, most: number, now: () => number): Promise<DerivedFiles> => {
  const entries = await entriesIn(folder)
  let held = Array.from(entries.values()).reduce((sum, { size }) => sum + size, 0)
  const fileOf = (name: string) => join(folder, name.slice(0, 2), name)
  const forget = (name: string) => {
    held -= entries.get(name)?.size ?? 0
    entries.delete(name)
  }
  const makeRoom = async () => {
    for (const name of entries.keys()) {
      if (held <= most) return
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
      held += bytes.byteLength
      if (!isFresh) await utimes(fileOf(name), at / 1_000, at / 1_000).catch(() => undefined)
      return bytes
    },
    put: async (name, bytes) => {
      if (bytes.byteLength > most) return
      const isKept = await writeWhole(fileOf(name), bytes).then(() => true, () => false)
      if (!isKept) return
      forget(name)
      entries.set(name, { size: bytes.byteLength, touchedAt: now() })
      held += bytes.byteLength
      await makeRoom()
    }
  }
}

/** What lies there, longest unused first. Drafts of a process that died are cleared away. */
const entriesIn = async (folder: string): Promise<Map<string, Entry>> => {
  const found: Array<readonly [name: string, entry: Entry]> = []
  for (const part of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(join(folder, part)).catch(() => [])) {
      const file = join(folder, part, name)
      const known = await stat(file).catch(() => undefined)
      if (known === undefined || !known.isFile()) continue
      if (name.endsWith(".tmp")) await rm(file, { force: true }).catch(() => undefined)
      else found.push([name, { size: known.size, touchedAt: known.mtimeMs }])
    }
  }
  return new Map(found.sort(([, a], [, b]) => a.touchedAt - b.touchedAt))
}
