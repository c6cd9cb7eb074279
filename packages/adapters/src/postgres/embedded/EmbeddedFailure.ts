import { Data, Effect } from "effect"
import { codeOf } from "@daybook/core/shared"
import { isDiskFull } from "../../fullDisk.js"

type Reason =
  | "Unwritable"
  | "DiskFull"
  | "WrongVersion"
  | "EarlierEngine"
  | "Damaged"
  | "NoPrograms"
  | "Root"
  | "Unanswered"
  | "ServerFailed"

/** The embedded database cannot be opened. `message` is one line: what happened, why, what to do next. */
export class EmbeddedFailure extends Data.TaggedError("EmbeddedFailure")<{
  readonly reason: Reason
  readonly message: string
  readonly cause?: unknown
}> {}

export const failure = (reason: Reason, message: string, cause?: unknown): EmbeddedFailure =>
  new EmbeddedFailure({ reason, message, cause })

const unwritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"])
const diskFull = new Set(["ENOSPC", "EDQUOT"])

/** What the C library says for these errors of the file system, in the messages of PostgreSQL's programs. */
const unwritableText = /Permission denied|Read-only file system|Operation not permitted/
const diskFullText = /No space left on device|Disk quota exceeded/

/** A server that ended without a word: on a full disk its log has no space either. */
export const endedSilently = (dataDir: string): EmbeddedFailure =>
  failureOf(dataDir, isDiskFull(dataDir) ? "No space left on device" : "its server ended at once")

/** Converts an error of the file system or a message of PostgreSQL's programs into a one-line failure. */
export const failureOf = (dataDir: string, cause: unknown): EmbeddedFailure => {
  if (cause instanceof EmbeddedFailure) return cause
  const text = cause instanceof Error ? cause.message : String(cause)
  const code = codeOf(cause)
  const firstLine = text.trim().split("\n", 1)[0] ?? ""
  if (diskFull.has(code) || diskFullText.test(text)) {
    const message = `the disk that holds the data folder ${dataDir} is full: free some space, then start again`
    return failure("DiskFull", message, cause)
  }
  if (unwritable.has(code) || unwritableText.test(text)) {
    const what = `the data folder ${dataDir} cannot be written to (${code === "" ? firstLine : code})`
    const message = `${what}: give this user write access, or set DAYBOOK_DATA_DIR to another folder`
    return failure("Unwritable", message, cause)
  }
  const what = `the database in ${dataDir} did not start: ${firstLine}`
  return failure("ServerFailed", `${what}; if this happens again, restore a backup into an empty data folder`, cause)
}

/** Works on the files of a data folder. */
export const attempt = <A>(dataDir: string, work: () => A): Effect.Effect<A, EmbeddedFailure> =>
  Effect.try({ try: work, catch: (cause) => failureOf(dataDir, cause) })
