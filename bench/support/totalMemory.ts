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

const allProcesses = (): ReadonlyArray<Process> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => read(Number(name)) ?? [])

/** The server of a data folder: what names the folder in its arguments, and the children of those. */
const engineProcesses = (all: ReadonlyArray<Process>, dataDir: string): ReadonlyArray<number> => {
  const own = new Set(all.filter(({ command }) => command.includes(join(dataDir, "postgres"))).map(({ pid }) => pid))
  return all.filter(({ parent, pid }) => own.has(pid) || own.has(parent)).map(({ pid }) => pid)
}

const isWorking = ({ command }: Process) => command.split("\0").includes("work")

/** A host and the process that works for it. */
const hostProcesses = (all: ReadonlyArray<Process>, pid: number): ReadonlyArray<number> => [
  pid,
  ...all.filter((one) => one.parent === pid && isWorking(one)).map((one) => one.pid)
]

const megabytesOf = (pids: ReadonlyArray<number>) =>
  [...new Set(pids)].reduce((sum, one) => sum + proportional(one), 0) / kilobytesAMegabyte

/** Megabytes of the processes of a host; Linux only. */
export const hostMemory = (pid: number): Effect.Effect<number> =>
  Effect.sync(() => megabytesOf(hostProcesses(allProcesses(), pid)))

/** Megabytes of a host and of the PostgreSQL in its data folder together; Linux only. */
export const totalMemory = (pid: number, dataDir: string): Effect.Effect<number> =>
  Effect.sync(() => {
    const all = allProcesses()
    return megabytesOf([...hostProcesses(all, pid), ...engineProcesses(all, dataDir)])
  })
