import { RuleBook } from "@daybook/core/attending"
import { Layer } from "effect"

/** What attending stands on where nobody set it up. */
export const noRules = Layer.succeed(RuleBook, { teams: [], kinds: [], ignore: [], venues: [] })
