import { Data } from "effect"

/**
 * Other processes use the data with another home time zone. `message` is one line: what happened, why, what to do next.
 */
export class HomeTimeZoneInUse extends Data.TaggedError("HomeTimeZoneInUse")<{ readonly message: string }> {}
