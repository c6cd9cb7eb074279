import { Data } from "effect"

/** A row could not be measured. `message` is one line: what, why, what to do next. */
export class BenchFailure extends Data.TaggedError("BenchFailure")<{ readonly message: string }> {}
