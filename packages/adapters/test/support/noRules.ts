import { RuleBook } from "@daybook/core/attending"
import { Layer } from "effect"

/** The rule book of an unconfigured instance. */
export const noRules = Layer.succeed(RuleBook, { teams: [], kinds: [], ignore: [], venues: [] })
