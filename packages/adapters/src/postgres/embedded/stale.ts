import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import { join } from "node:path"
import type { Folders } from "./folders.js"
import { readNote } from "./gate.js"
import { standardPort } from "./keeper.js"

/**
 * After a crash PostgreSQL takes the process id in its lock files for a running server if any process of its user has
 * that id now, as happens in containers. Removes lock files of processes that are no PostgreSQL.
 */
export const removeStaleLocks = (folders: Folders): void => {
  for (const file of [folders.pidFile, join(folders.run, `.s.PGSQL.${standardPort}.lock`)]) {
    const pid = lockOwner(file)
    if (pid === undefined || !isRunning(pid) || isPostgres(pid)) continue
    // Another start may have written the file meanwhile.
    const aside = `${file}.stale`
    fs.renameSync(file, aside)
    if (lockOwner(aside) === pid) fs.rmSync(aside)
    else fs.renameSync(aside, file)
  }
}

const lockOwner = (file: string): number | undefined => {
  try {
    const pid = Number.parseInt(fs.readFileSync(file, "utf8"), 10)
    return Number.isNaN(pid) ? undefined : pid
  } catch {
    return undefined
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH")
  }
}

const isPostgres = (pid: number): boolean => {
  try {
    return /postgres/.test(execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }))
  } catch {
    return true
  }
}

/** Asks a server without a keeper to stop: its keeper was killed, and what ends the server then was killed too. */
export const stopOrphan = (folders: Folders): void => {
  const note = readNote(folders)
  if (note === undefined || !isRunning(note.pid) || !isPostgres(note.pid)) return
  try {
    process.kill(note.pid, "SIGINT")
  } catch {
    // It has ended.
  }
}
