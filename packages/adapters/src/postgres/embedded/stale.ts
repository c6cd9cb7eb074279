import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import { join } from "node:path"
import type { Folders } from "./folders.js"
import { isRead, isRunning } from "./gate.js"
import { standardPort } from "./keeper.js"

/**
 * After a crash PostgreSQL takes the process id in its lock files for a running server if any process of its user has
 * that id now, as happens in containers. Removes lock files of processes that are no server of this cluster.
 */
export const removeStaleLocks = (folders: Folders): void => {
  for (const file of [folders.pidFile, join(folders.run, `.s.PGSQL.${standardPort}.lock`)]) {
    const pid = numberIn(file)
    if (pid === undefined || !isRunning(pid) || isServer(pid, folders)) continue
    // Another start may have written the file meanwhile.
    const aside = `${file}.stale`
    fs.renameSync(file, aside)
    if (numberIn(aside) === pid) fs.rmSync(aside)
    else fs.renameSync(aside, file)
  }
}

const numberIn = (file: string): number | undefined => {
  try {
    const pid = Number.parseInt(fs.readFileSync(file, "utf8"), 10)
    return Number.isNaN(pid) ? undefined : pid
  } catch {
    return undefined
  }
}

const isError = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code

/** A server works in its cluster's folder. Where that cannot be seen, any PostgreSQL may be the server. */
const isServer = (pid: number, { cluster }: Folders): boolean => {
  try {
    if (fs.existsSync("/proc/self/cwd")) return fs.readlinkSync(`/proc/${pid}/cwd`) === cluster
    return /postgres/.test(execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }))
  } catch (error) {
    // A process that has ended, but that its parent has not asked for, works nowhere.
    return !isError(error, "ENOENT") || !fs.existsSync("/proc/self/cwd")
  }
}

/** Asks a server without a keeper to stop: its keeper was killed, and what ends the server then was killed too. */
export const stopOrphan = (folders: Folders): void => {
  const pid = numberIn(folders.pidFile)
  if (pid === undefined || !isRunning(pid) || !isServer(pid, folders) || hasKeeper(folders, pid)) return
  try {
    process.kill(pid, "SIGINT")
  } catch {
    // It has ended.
  }
}

/** The keepers' files have a name for each keeper; its pipe has this name alone. */
const keeperOf = (file: string) => /^keeper-[0-9a-f]+/.exec(file)?.[0]

const keeperFiles = ({ run }: Folders) => fs.readdirSync(run).filter((file) => keeperOf(file) !== undefined)

/** A server that recovers after a crash has a keeper and no gate yet. */
const hasKeeper = (folders: Folders, pid: number) =>
  keeperFiles(folders).some((file) => {
    const pipe = join(folders.run, keeperOf(file) ?? file)
    return numberIn(`${pipe}.pid`) === pid && isRead(pipe)
  })

const startMillis = 60_000

/** Deletes the files of killed keepers. One that has just begun does not read its pipe yet. */
export const sweepKeepers = (folders: Folders): void => {
  for (const file of keeperFiles(folders)) {
    const path = join(folders.run, file)
    const modified = fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (modified > Date.now() - startMillis || isRead(join(folders.run, keeperOf(file) ?? file))) continue
    fs.rmSync(path, { force: true })
  }
}
