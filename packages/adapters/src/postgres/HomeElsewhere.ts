import { Data } from "effect"

/** Others use the data with another home zone. `message` is one line: what, why, what next. */
export class HomeElsewhere extends Data.TaggedError("HomeElsewhere")<{ readonly message: string }> {}
