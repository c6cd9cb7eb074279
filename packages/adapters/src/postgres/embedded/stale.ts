import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import { join } from "node:path"
import { codeOf } from "@daybook/core/shared"
import { isRunning } from "../../isRunning.js"
import type { Folders } from "./folders.js"
import { isRead } from "./gate.js"
import { standardPort } from "./keeper.js"
import { orElse } from "./orElse.js"

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
  const text = orElse(() => fs.readFileSync(file, "utf8"), "")
  const pid = Number.parseInt(text, 10)
  return Number.isNaN(pid) ? undefined : pid
}

/** A server works in its cluster's folder. Where that cannot be seen, any PostgreSQL may be the server. */
const isServer = (pid: number, { cluster }: Folders): boolean => {
  try {
    if (fs.existsSync("/proc/self/cwd")) return fs.readlinkSync(`/proc/${pid}/cwd`) === cluster
    return /postgres/.test(execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }))
  } catch (error) {
    // A process that has ended, but that its parent has not asked for, works nowhere.
    return codeOf(error) !== "ENOENT" || !fs.existsSync("/proc/self/cwd")
  }
}

/** Asks a server without a keeper to stop: its keeper was killed, and what ends the server then was killed too. */
export const stopOrphan = (folders: Folders): void => {
  const pid = numberIn(folders.pidFile)
  if (pid === undefined || !isRunning(pid) || !isServer(pid, folders) || hasKeeper(folders, pid)) return
  // It may have ended meanwhile.
  orElse(() => process.kill(pid, "SIGINT"), false)
}

/** The keepers' files have a name for each keeper; its pipe has this name alone. */
const keeperFiles = ({ run }: Folders) =>
  fs.readdirSync(run).flatMap((file) => {
    const keeper = /^keeper-[0-9a-f]+/.exec(file)?.[0]
    return keeper === undefined ? [] : [{ path: join(run, file), pipe: join(run, keeper) }]
  })

/** A server that recovers after a crash has a keeper and no gate yet. */
const hasKeeper = (folders: Folders, pid: number) =>
  keeperFiles(folders).some(({ pipe }) => numberIn(`${pipe}.pid`) === pid && isRead(pipe))

const startMillis = 60_000

/** Deletes the files of killed keepers. One that has just begun does not read its pipe yet. */
export const sweepKeepers = (folders: Folders): void => {
  for (const { path, pipe } of keeperFiles(folders)) {
    const modified = fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (modified > Date.now() - startMillis || isRead(pipe)) continue
    fs.rmSync(path, { force: true })
  }
}
