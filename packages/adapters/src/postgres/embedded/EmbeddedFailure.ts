import { Data } from "effect"
import { isDiskFull } from "./protocol.js"

/** The embedded database cannot be opened. `message` is one line: what happened, why, what to do next. */
export class EmbeddedFailure extends Data.TaggedError("EmbeddedFailure")<{
  readonly reason: "Unwritable" | "DiskFull" | "WrongVersion" | "Locked" | "Damaged" | "EngineFailed"
  readonly message: string
  readonly cause?: unknown
}> {}

const unwritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"])
const diskFull = new Set(["ENOSPC", "EDQUOT"])

/** Converts an error of the file system or the engine into a one-line failure for `dataDir`. */
export const failureOf = (dataDir: string, cause: unknown): EmbeddedFailure => {
  if (cause instanceof EmbeddedFailure) return cause
  const text = cause instanceof Error ? cause.message : String(cause)
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  if (unwritable.has(code)) {
    return new EmbeddedFailure({
      reason: "Unwritable",
      message: `the data folder ${dataDir} cannot be written to (${code}): give this user write access, or set DAYBOOK_DATA_DIR to another folder`,
      cause
    })
  }
  if (diskFull.has(code) || isDiskFull(text)) {
    return new EmbeddedFailure({
      reason: "DiskFull",
      message: `the disk that holds the data folder ${dataDir} is full: free some space, then start again`,
      cause
    })
  }
  return new EmbeddedFailure({
    reason: "EngineFailed",
    message: `the embedded database in ${dataDir} did not start: ${firstLine(text)}; if this happens again, restore a backup into an empty data folder`,
    cause
  })
}

const firstLine = (text: string) => text.split("\n", 1)[0]?.trim() ?? ""
