import * as fs from "node:fs"
import { constants } from "node:fs"
import type { Folders } from "./folders.js"

/** A place among the processes that keep the server running. */
export interface Entry {
  /** False when the keeper has ended. */
  readonly isHeld: () => boolean
  readonly leave: () => void
}

/** Errors of opening or writing a pipe that nobody reads, or that is not there. */
const closed = new Set(["ENOENT", "ENXIO", "EPIPE"])

const isClosed = (error: unknown) => error instanceof Error && "code" in error && closed.has(String(error.code))

/** Enters by the gate of a running server; undefined if there is none. */
export const enter = ({ gate }: Folders): Entry | undefined => {
  let handle: number
  try {
    handle = fs.openSync(gate, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (isClosed(error)) return undefined
    throw error
  }
  const entry: Entry = {
    isHeld: () => {
      try {
        fs.writeSync(handle, "\n")
        return true
      } catch (error) {
        // A full pipe has a reader that is busy.
        return !isClosed(error)
      }
    },
    leave: () => fs.closeSync(handle)
  }
  if (entry.isHeld()) return entry
  entry.leave()
  return undefined
}

/** Where the running server listens: https://www.postgresql.org/docs/current/storage-file-layout.html */
export interface ServerNote {
  readonly pid: number
  readonly port: number
  /** The folder of its socket; empty if it listens on loopback. */
  readonly socketFolder: string
}

export const readNote = ({ pidFile }: Folders): ServerNote | undefined => {
  try {
    const [pid, , , port, socketFolder = ""] = fs.readFileSync(pidFile, "utf8").split("\n")
    return { pid: Number(pid), port: Number(port), socketFolder }
  } catch {
    return undefined
  }
}
