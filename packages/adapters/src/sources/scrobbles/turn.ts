import type { Play } from "@daybook/core/listening"
import type { Span } from "@daybook/core/sync"
import { isUnread } from "./Cursor.js"

/** Where a walk stands. Epoch seconds. */
export interface Position {
  /** Everything after this second is asked for; 0 means from the very beginning. */
  readonly from: number
  /** Everything before this second is asked for; null means up to the newest. */
  readonly to: number | null
  /** Plays that this very question has given already: more plays share one second than an answer holds. */
  readonly skip: number
  /** What the provider counted when the question was first put; null where it does not count. */
  readonly counted: number | null
}

/** A play's second, and the play, or null where it is not one that is kept. */
export interface Row {
  readonly at: number
  readonly play: Play | null
}

/** One answer, a snapshot of the provider's history, newest first. */
export interface Answer {
  /** Every play that has a time, those that are not kept too. Some may lie outside of what was asked. */
  readonly rows: ReadonlyArray<Row>
  /** False when some of it could not be read, so that nothing may be concluded from what is not there. */
  readonly whole: boolean
  /** True when the provider certainly holds nothing else of what was asked. */
  readonly end: boolean
  /** How many plays the provider holds of what was asked, those skipped too; null where it does not say. */
  readonly count: number | null
}

export interface Turn {
  readonly records: ReadonlyArray<Play>
  readonly covers: Span | null
  readonly next: Position | null
}

/**
 * What one answer gives, and where to go on. The oldest second of an answer may be cut off by the answer's end, so it is
 * left to the next question, which asks for it again: so every second is stored, and vouched for, out of one answer.
 * Only a second with more plays than an answer holds is read in pieces, and never vouched for. `horizon` is a second
 * after every play in the answer.
 */
export const turn = (position: Position, answer: Answer, horizon: number): Turn => {
  const { from, skip, to } = position
  const within = answer.rows.filter((row) => row.at > from || from === 0)
  const oldest = answer.rows.reduce((least, row) => Math.min(least, row.at), Infinity)
  const end = answer.end || within.length < answer.rows.length || answer.rows.length === 0
  const stuck = !end && to !== null && oldest + 1 >= to
  const records = plays(within.filter((row) => (to === null || row.at < to) && (end || stuck || row.at > oldest)))
  if (stuck) return { records, covers: null, next: deeper(position, to, answer) }
  const certain = answer.whole && (answer.rows.length > 0 || answer.end) && answer.count === (skip === 0 ? answer.count : position.counted)
  const until = skip === 0 || to === null ? to ?? horizon : to - 1
  const since = !end ? oldest + 1 : from === 0 ? 0 : from + 1
  return {
    records,
    covers: certain && since < until ? { from: since * 1000, to: until * 1000 } : null,
    next: end ? null : { from, to: oldest + 1, skip: 0, counted: null }
  }
}

/** The rest of a second that is larger than an answer, or, where the provider has no way to it, what lies before. */
const deeper = ({ counted, from, skip }: Position, to: number, answer: Answer): Position | null => {
  if (answer.count !== null) {
    return { from, to, skip: skip + answer.rows.length, counted: skip === 0 ? answer.count : counted }
  }
  return isUnread({ from, to: to - 1 }) ? { from, to: to - 1, skip: 0, counted: null } : null
}

const plays = (rows: ReadonlyArray<Row>): ReadonlyArray<Play> => rows.flatMap((row) => row.play === null ? [] : [row.play])
