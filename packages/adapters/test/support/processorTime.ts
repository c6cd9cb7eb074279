import { existsSync, readFileSync } from "node:fs"
import { afterEach, beforeEach } from "vitest"

declare module "vitest" {
  interface TaskMeta {
    /** Seconds of processor time that the test's process and, on Linux, the programs it ended used for it. */
    processorTime?: number
  }
}

const ticksPerSecond = 100

/** Seconds of the processes that this one started and that have ended, from `man 5 proc_pid_stat`. */
const secondsOfPrograms = (): number => {
  if (!existsSync("/proc/self/stat")) return 0
  const stat = readFileSync("/proc/self/stat", "latin1")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

const seconds = () => {
  const { system, user } = process.cpuUsage()
  return (user + system) / 1_000_000 + secondsOfPrograms()
}

let before = seconds()

beforeEach(() => {
  before = seconds()
})

afterEach(({ task }) => {
  task.meta.processorTime = seconds() - before
})
