import { execFileSync } from "node:child_process"
import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"

/**
 * Identifies a process uniquely. Process ids alone are reused: in another container, and after a restart of the
 * machine.
 */
export interface ProcessIdentity {
  readonly pid: number
  /** The boot of the kernel and the PID namespace in which `pid` is valid. */
  readonly space: string
  /** When the process started, in the system's own unit; empty if the system does not report it. */
  readonly began: string
}

export const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  space: spaceOf(),
  began: beganOf(process.pid) ?? ""
})

/** Whether that process still runs. `unknown` if its id is not valid here or the system does not report it. */
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

/** Undefined if the system does not report it. A special value marks a zombie process. */
const beganOf = (pid: number): string | undefined => {
  if (process.platform === "linux") {
    // After the name, which may contain any character, come the state and, as the 20th field, the start in clock ticks.
    const fields = read(() =>
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")
    )
    return fields?.[0] === "Z" || fields?.[0] === "X" ? "dead" : fields?.[19]
  }
  if (process.platform === "win32") return undefined
  return read(() =>
    execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env: psEnvironment }).trim()
  )
}

/** A fixed locale and time zone, so that every caller gets the same text for the same time. */
const psEnvironment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" }

const read = <A>(get: () => A): A | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}
