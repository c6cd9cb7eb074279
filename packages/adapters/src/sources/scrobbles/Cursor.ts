import type { Cursor as CursorText } from "@daybook/core/sync"
import { Option, Schema } from "effect"

const Second = Schema.Int.pipe(Schema.nonNegative())

/** A stretch of the history, epoch seconds: everything after `from` (0 for the very beginning) and before `to`. */
const Stretch = Schema.Struct({ from: Second, to: Second })
export type Stretch = typeof Stretch.Type

/** True where the stretch holds a second at all: from 0 means that second too. */
export const isUnread = ({ from, to }: Stretch): boolean => from === 0 ? to > 0 : to > from + 1

/** How many plays more than are stored the provider counted when that was last compared, and when: see `comparison`. */
const Compared = Schema.Struct({
  at: Second,
  apart: Schema.Int,
  /** Whether plays were read again for it since, so that what is apart now must be found out. */
  anew: Schema.Boolean
})
export type Compared = typeof Compared.Type

/**
 * How far a walk through a history has come: the newest play seen, and the stretches before it that are still to be
 * read, newest first.
 */
export const Cursor = Schema.Struct({ newest: Second, left: Schema.Array(Stretch), compared: Schema.optional(Compared) })
export type Cursor = typeof Cursor.Type

const Text = Schema.parseJson(Cursor)

export const write: (cursor: Cursor) => CursorText = Schema.encodeSync(Text)

/** None for a text that is not ours: the walk starts over. */
export const read = (text: Option.Option<CursorText>): Option.Option<Cursor> =>
  Option.flatMap(text, Schema.decodeOption(Text))
