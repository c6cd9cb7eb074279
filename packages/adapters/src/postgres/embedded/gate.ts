import { codeOf } from "@daybook/core/shared"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { setTimeout } from "node:timers/promises"
import type { Folders } from "./folders.js"
import { orElse } from "./orElse.js"

/** What the keeper makes when the last process has left. */
export const signOfLast = (gate: string) => `${gate}.last`

/** Time for the keeper to read that a process has left, and then to see whether it was the last one. */
const readMillis = 5_000
const lastMillis = 60

/** Errors of opening or writing a pipe that nobody reads, or that is not there. */
const closed = new Set(["ENOENT", "ENXIO", "EPIPE"])

/** Opens a pipe for writing; undefined if no process reads it. */
const openPipe = (pipe: string): number | undefined => {
  try {
    return fs.openSync(pipe, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK)
  } catch (error) {
    if (closed.has(codeOf(error))) return undefined
    throw error
  }
}

/** Whether a process reads a pipe. */
export const isRead = (pipe: string): boolean => {
  const handle = openPipe(pipe)
  if (handle !== undefined) fs.closeSync(handle)
  return handle !== undefined
}

/** A place among the processes that keep the server running. */
export type Entry = NonNullable<ReturnType<typeof enter>>

/** Enters by the gate of a running server; undefined if there is none. */
export const enter = ({ gate }: Folders) => {
  const handle = openPipe(gate)
  if (handle === undefined) return undefined
  const write = (line: string): boolean => {
    try {
      fs.writeSync(handle, `${line}\n`)
      return true
    } catch (error) {
      // A full pipe has a reader that is busy.
      return !closed.has(codeOf(error))
    }
  }
  const entry = {
    /** False when the keeper has ended. */
    isHeld: () => write(""),
    close: () => fs.closeSync(handle),
    /** Leaves. True if no other process had the database open: then the keeper stops the server. */
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
  const lines = orElse(() => fs.readFileSync(pidFile, "utf8"), "").split("\n")
  const [pid, , , port, socketFolder = "", , , state = ""] = lines
  return state === "" ? undefined : { pid: Number(pid), port: Number(port), socketFolder }
}
