import { Data } from "effect"

/** The embedded database cannot be opened. `message` is one line: what, why, what next. */
export class EmbeddedFailure extends Data.TaggedError("EmbeddedFailure")<{
  readonly reason: "Unwritable" | "DiskFull" | "WrongVersion" | "Locked" | "Damaged" | "EngineFailed"
  readonly message: string
  readonly cause?: unknown
}> {}
