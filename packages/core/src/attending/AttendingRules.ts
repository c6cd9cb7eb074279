import { Context } from "effect"
import type { EventType, League } from "./kinds.js"

/**
 * What the person's rule file and settings say, so that none of it is compiled in: which teams are theirs, which words
 * mark which kind of event, which venue goes by other names.
 */
export interface AttendingRules {
  readonly teams: ReadonlyArray<{ readonly league: League; readonly id: number }>
  /** Looked for, whole words and any case, in titles alone; the first rule that fits decides. */
  readonly kinds: ReadonlyArray<{ readonly words: ReadonlyArray<string>; readonly kind: EventType }>
  /** Calendar rows with any of these words are no events, such as "rehearsal". */
  readonly ignore: ReadonlyArray<string>
  readonly venues: ReadonlyArray<{ readonly name: string; readonly aliases: ReadonlyArray<string> }>
}

export const noRules: AttendingRules = { teams: [], kinds: [], ignore: [], venues: [] }

/** The rules of this Daybook. */
export class RuleBook extends Context.Tag("@daybook/core/attending/RuleBook")<RuleBook, AttendingRules>() {}
