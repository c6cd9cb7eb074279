import type { Play } from "@daybook/core/listening"
import type { Cursor as CursorText, Span } from "@daybook/core/sync"
import { Option, Schema } from "effect"

const Second = Schema.Int.pipe(Schema.nonNegative())

/** A range of the history in epoch seconds, both ends exclusive. `from` 0 includes the very beginning. */
const Stretch = Schema.Struct({ from: Second, to: Second })
export type Stretch = typeof Stretch.Type

/** Whether the range contains a second. `from` 0 includes second 0 itself. */
const isUnread = ({ from, to }: Stretch): boolean => (from === 0 ? to > 0 : to > from + 1)

/** The last comparison of play counts: when, and how many more plays the provider counted than are stored. */
const Compared = Schema.Struct({
  at: Second,
  apart: Schema.Int,
  /** Plays were read again since then, so the remaining difference must be measured again. */
  rereading: Schema.propertySignature(Schema.Boolean).pipe(Schema.fromKey("anew"))
})
export type Compared = typeof Compared.Type

/** Progress through a history: the newest play seen, and the older ranges that are still unread, newest first. */
export const Cursor = Schema.Struct({
  newest: Second,
  left: Schema.Array(Stretch),
  compared: Schema.optional(Compared)
})
export type Cursor = typeof Cursor.Type

const Text = Schema.parseJson(Cursor)

export const write: (cursor: Cursor) => CursorText = Schema.encodeSync(Text)

/** None for a text that is not a cursor: the traversal then starts from the beginning. */
export const read = (text: Option.Option<CursorText>): Option.Option<Cursor> =>
  Option.flatMap(text, Schema.decodeOption(Text))

/** The position of a traversal: one request for plays. Epoch seconds. */
export interface Position {
  /** Exclusive lower bound; 0 means from the very beginning. */
  readonly from: number
  /** Exclusive upper bound; null means up to the newest play. */
  readonly to: number | null
  /** Plays that this request has already returned, when one second has more plays than a response holds. */
  readonly skip: number
  /** The provider's count at the first request for this range. Null if it does not count. */
  readonly counted: number | null
  /** How often deletions within a second of several responses made this range start again; absent for never. */
  readonly restarts?: number
}

/** A provider's count may change for other reasons, too, and without an end. */
const maxRestarts = 10

/** A play and its time in epoch seconds. `play` is null if the row is not stored. */
export interface Row {
  readonly at: number
  readonly play: Play | null
}

/** One response: a snapshot of the provider's history, newest first. */
export interface Answer {
  /** Every play that has a time, including plays that are not stored. Some may lie outside the requested range. */
  readonly rows: ReadonlyArray<Row>
  /** False if some rows could not be read. Missing plays then prove no deletion. */
  readonly isComplete: boolean
  /** True if the provider certainly has nothing more in the requested range. */
  readonly isEnd: boolean
  /** The provider's number of plays in the requested range, including skipped ones. Null if unknown. */
  readonly count: number | null
}

export interface Step {
  readonly records: ReadonlyArray<Play>
  readonly covers: Span | null
  readonly next: Position | null
}

/**
 * Turns one response into records and the next position. The response may cut off its oldest second, so the next
 * request asks for that second again. Every second is therefore stored and covered from a single response. A second
 * with more plays than a response holds is read in pieces and never covered. `horizon` is a second after every play in
 * the response.
 */
export const stepFrom = (position: Position, answer: Answer, horizon: number): Step => {
  const { from, skip, to } = position
  const within = answer.rows.filter((row) => row.at > from || from === 0)
  const oldest = answer.rows.reduce((least, row) => Math.min(least, row.at), Infinity)
  const end = answer.isEnd || within.length < answer.rows.length || answer.rows.length === 0
  const stuck = !end && to !== null && oldest + 1 >= to
  const records = plays(within.filter((row) => (to === null || row.at < to) && (end || stuck || row.at > oldest)))
  // Deleted plays moved others into responses that were read before.
  const isShifted = skip > 0 && position.counted !== null && answer.count !== null && answer.count < position.counted
  if (isShifted && (position.restarts ?? 0) < maxRestarts)
    return { records, covers: null, next: { from, to, skip: 0, counted: null, restarts: (position.restarts ?? 0) + 1 } }
  if (stuck) return { records, covers: null, next: deeper(position, to, answer) }
  const certain =
    answer.isComplete &&
    (answer.rows.length > 0 || answer.isEnd) &&
    answer.count === (skip === 0 ? answer.count : position.counted)
  const until = skip === 0 || to === null ? (to ?? horizon) : to - 1
  const since = !end ? oldest + 1 : from === 0 ? 0 : from + 1
  return {
    records,
    covers: certain && since < until ? { from: since * 1000, to: until * 1000 } : null,
    next: end ? null : { from, to: oldest + 1, skip: 0, counted: null }
  }
}

/** The rest of a second with more plays than one response holds. Without paging, continues before that second. */
const deeper = (position: Position, to: number, answer: Answer): Position | null => {
  const { counted, from, skip } = position
  if (answer.count !== null)
    return { ...position, to, skip: skip + answer.rows.length, counted: skip === 0 ? answer.count : counted }
  return isUnread({ from, to: to - 1 }) ? { from, to: to - 1, skip: 0, counted: null } : null
}

const plays = (rows: ReadonlyArray<Row>): ReadonlyArray<Play> =>
  rows.flatMap((row) => (row.play === null ? [] : [row.play]))
