import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { constants } from "node:fs"
import { setTimeout } from "node:timers/promises"
import type { Folders } from "./folders.js"

/** A place among the processes that keep the server running. */
export interface Entry {
  /** False when the keeper has ended. */
  readonly isHeld: () => boolean
  readonly close: () => void
  /** Leaves. True if no other process had the database open: then the keeper stops the server. */
  readonly leave: () => Promise<boolean>
}

/** What the keeper makes when the last process has left. */
export const signOfLast = (gate: string) => `${gate}.last`

/** Time for the keeper to read that a process has left, and then to see whether it was the last one. */
const readMillis = 5_000
const lastMillis = 60

/** Errors of opening or writing a pipe that nobody reads, or that is not there. */
const closed = new Set(["ENOENT", "ENXIO", "EPIPE"])

const isClosed = (error: unknown) => error instanceof Error && "code" in error && closed.has(String(error.code))

/** Whether a process reads a pipe. */
export const isRead = (pipe: string): boolean => {
  try {
    fs.closeSync(fs.openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
    return true
  } catch (error) {
    if (isClosed(error)) return false
    throw error
  }
}

/** Enters by the gate of a running server; undefined if there is none. */
export const enter = ({ gate }: Folders): Entry | undefined => {
  let handle: number
  try {
    handle = fs.openSync(gate, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (isClosed(error)) return undefined
    throw error
  }
  const write = (line: string): boolean => {
    try {
      fs.writeSync(handle, `${line}\n`)
      return true
    } catch (error) {
      // A full pipe has a reader that is busy.
      return !isClosed(error)
    }
  }
  const entry: Entry = {
    isHeld: () => write(""),
    close: () => fs.closeSync(handle),
    leave: async () => {
      const name = randomBytes(6).toString("hex")
      const isWritten = write(name)
      entry.close()
      if (!isWritten) return false
      const isMissing = () => !fs.existsSync(gate)
      await becomes(() => isMissing() || fs.existsSync(`${gate}.${name}`), readMillis)
      fs.rmSync(`${gate}.${name}`, { force: true })
      return becomes(() => isMissing() || fs.existsSync(signOfLast(gate)), lastMillis)
    }
  }
  if (entry.isHeld()) return entry
  entry.close()
  return undefined
}

export const becomes = async (condition: () => boolean, millis: number): Promise<boolean> => {
  const end = performance.now() + millis
  while (!condition()) {
    if (performance.now() > end) return false
    await setTimeout(5)
  }
  return true
}

/** Where the running server listens: https://www.postgresql.org/docs/current/storage-file-layout.html */
export interface ServerNote {
  readonly pid: number
  readonly port: number
  /** The folder of its socket; empty if it listens on loopback. */
  readonly socketFolder: string
}

/** Undefined without a server, and while it has not written yet where it listens. */
export const readNote = ({ pidFile }: Folders): ServerNote | undefined => {
  try {
    const [pid, , , port, socketFolder = "", , , state = ""] = fs.readFileSync(pidFile, "utf8").split("\n")
    if (state === "") return undefined
    return { pid: Number(pid), port: Number(port), socketFolder }
  } catch {
    return undefined
  }
}

export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH")
  }
}
