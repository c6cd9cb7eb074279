import { Data } from "effect"

/** A backup cannot be made, trusted or restored. `message` is one line: what, why, what next. */
export class BackupFailure extends Data.TaggedError("BackupFailure")<{ readonly message: string; readonly cause?: unknown }> {}
