import { Data } from "effect"

/** A command did not do what it was asked to. `message` is one line for each thing that failed: what, why, what next. Exit code 1. */
export class Failure extends Data.TaggedError("Failure")<{ readonly message: string }> {}

/** The command was called wrongly. Exit code 2. */
export class Usage extends Data.TaggedError("Usage")<{ readonly message: string }> {}
