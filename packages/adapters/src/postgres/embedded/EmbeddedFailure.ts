import { Data } from "effect"
import { isDiskFull } from "../../fullDisk.js"

/** The embedded database cannot be opened. `message` is one line: what happened, why, what to do next. */
export class EmbeddedFailure extends Data.TaggedError("EmbeddedFailure")<{
  readonly reason:
    | "Unwritable"
    | "DiskFull"
    | "WrongVersion"
    | "EarlierEngine"
    | "Damaged"
    | "NoPrograms"
    | "Root"
    | "Unanswered"
    | "ServerFailed"
  readonly message: string
  readonly cause?: unknown
}> {}

const unwritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"])
const diskFull = new Set(["ENOSPC", "EDQUOT"])

/** What the C library says for these errors of the file system, in the messages of PostgreSQL's programs. */
const unwritableText = /Permission denied|Read-only file system|Operation not permitted/
const diskFullText = /No space left on device|Disk quota exceeded/

/** A server that ended without a word: on a full disk its log has no space either. */
export const endedSilently = (dataDir: string): EmbeddedFailure =>
  failureOf(dataDir, new Error(isDiskFull(dataDir) ? "No space left on device" : "its server ended at once"))

/** Converts an error of the file system or a message of PostgreSQL's programs into a one-line failure. */
export const failureOf = (dataDir: string, cause: unknown): EmbeddedFailure => {
  if (cause instanceof EmbeddedFailure) return cause
  const text = cause instanceof Error ? cause.message : String(cause)
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  if (diskFull.has(code) || diskFullText.test(text)) {
    return new EmbeddedFailure({
      reason: "DiskFull",
      message: `the disk that holds the data folder ${dataDir} is full: free some space, then start again`,
      cause
    })
  }
  if (unwritable.has(code) || unwritableText.test(text)) {
    const detail = code === "" ? firstLine(text) : code
    return new EmbeddedFailure({
      reason: "Unwritable",
      message: `the data folder ${dataDir} cannot be written to (${detail}): give this user write access, or set DAYBOOK_DATA_DIR to another folder`,
      cause
    })
  }
  return new EmbeddedFailure({
    reason: "ServerFailed",
    message: `the database in ${dataDir} did not start: ${firstLine(text)}; if this happens again, restore a backup into an empty data folder`,
    cause
  })
}

const firstLine = (text: string) => text.trim().split("\n", 1)[0] ?? ""
