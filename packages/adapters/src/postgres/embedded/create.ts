import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { openEngine } from "./Engine.js"

/**
 * Runs in a separate process that creates a new database in a given folder. Creation takes over 800 MB, which a process
 * does not return to the system before it ends.
 */
const fail = (cause: unknown): never => {
  process.stderr.write(cause instanceof Error ? cause.message : String(cause))
  process.exit(1)
}

/** The engine copies the new files without flushing them. */
const flushAll = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const handle = openSync(join(entry.parentPath, entry.name), "r+")
    fsyncSync(handle)
    closeSync(handle)
  }
}

const create = async (folder: string) => {
  const engine = await openEngine(folder, fail)
  await engine.close()
  flushAll(folder)
}

// The parent has ended and cannot move the finished database to its place.
process.once("disconnect", () => process.exit(1))
create(process.argv[2] ?? "").then(() => process.exit(0), fail)
