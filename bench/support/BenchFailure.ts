import { Data } from "effect"

/** Something could not be measured. `message` is one line: what, why, what next. */
export class BenchFailure extends Data.TaggedError("BenchFailure")<{ readonly message: string }> {}
