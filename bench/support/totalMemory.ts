import { Effect } from "effect"
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

const kilobytesAMegabyte = 1_024

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** Undefined for a process that has ended. */
const read = (pid: number): Process | undefined => {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8")
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])
    return { pid, parent, command }
  } catch {
    return undefined
  }
}

/** The proportional set size, which counts memory that processes share once. */
const proportional = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** The server of a data folder: what names the folder in its arguments, and the children of those. */
const engineProcesses = (dataDir: string): ReadonlyArray<number> => {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => read(Number(name)) ?? [])
  const own = new Set(all.filter(({ command }) => command.includes(join(dataDir, "postgres"))).map(({ pid }) => pid))
  return all.filter(({ parent, pid }) => own.has(pid) || own.has(parent)).map(({ pid }) => pid)
}

/** Megabytes of a host and of the PostgreSQL in its data folder together; Linux only. */
export const totalMemory = (pid: number, dataDir: string): Effect.Effect<number> =>
  Effect.sync(
    () => [pid, ...engineProcesses(dataDir)].reduce((sum, one) => sum + proportional(one), 0) / kilobytesAMegabyte
  )
