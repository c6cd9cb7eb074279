import { execFileSync } from "node:child_process"
import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"

/**
 * Which process this is, so that no other one is ever taken for it: process ids are given out again, by a second
 * container at the same time, by the same machine after a restart.
 */
export interface ProcessIdentity {
  readonly pid: number
  /** The kernel's run and the process space in which `pid` has its meaning. */
  readonly space: string
  /** When the process began, in whatever the system counts; empty where it does not say. */
  readonly began: string
}

export const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  space: spaceOf(),
  began: beganOf(process.pid) ?? ""
})

/** Whether that process still runs: `unknown` where its id means nothing here, or the system does not tell. */
export const stateOf = (other: ProcessIdentity, own: ProcessIdentity): "alive" | "dead" | "unknown" => {
  if (other.space !== own.space) return "unknown"
  if (!exists(other.pid)) return "dead"
  const began = beganOf(other.pid)
  if (began === undefined || began === "") return "unknown"
  return began === other.began ? "alive" : "dead"
}

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

const spaceOf = (): string => {
  const boot = read(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim())
  return boot === undefined ? hostname() : `${boot} ${read(() => readlinkSync("/proc/self/ns/pid")) ?? ""}`
}

/** Undefined where the system does not tell; a word of its own for a dead process whose parent has not looked yet. */
const beganOf = (pid: number): string | undefined => {
  if (process.platform === "linux") {
    // After the name, which may hold anything, come the state and, as the twentieth, the start in clock ticks.
    const fields = read(() => readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" "))
    return fields?.[0] === "Z" || fields?.[0] === "X" ? "dead" : fields?.[19]
  }
  if (process.platform === "win32") return undefined
  return read(() => execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env: psEnvironment }).trim())
}

/** The same words for the same moment, whoever asks. */
const psEnvironment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" }

const read = <A>(get: () => A): A | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}
