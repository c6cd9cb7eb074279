import { RuleBook } from "@daybook/core/attending"
import { Layer } from "effect"
import * as Gazetteer from "../../src/places/Gazetteer.js"

/** What events need in addition to the database: the rule book of an unconfigured instance, and where cities are. */
export const noRules = Layer.merge(
  Layer.succeed(RuleBook, { teams: [], kinds: [], ignore: [], venues: [] }),
  Gazetteer.layer
)
