import type { Cursor as CursorText } from "@daybook/core/sync"
import { Option, Schema } from "effect"

const Second = Schema.Int

/** How far the account was read. Epoch seconds. */
export const Cursor = Schema.Struct({
  /** When the last walk through the whole account began that came to its end; null before the first one. */
  walked: Schema.NullOr(Second),
  /** A walk through the whole account that is under way: everything before `before` is unread. */
  walking: Schema.NullOr(Schema.Struct({ began: Second, before: Second }))
})
export type Cursor = typeof Cursor.Type

const Text = Schema.parseJson(Cursor)

export const write: (cursor: Cursor) => CursorText = Schema.encodeSync(Text)

/** The next sync walks through the whole account. */
export const startOver: CursorText = write({ walked: null, walking: null })

/** A text that is not ours starts the account over. */
export const read = (text: Option.Option<CursorText>): Cursor =>
  Option.getOrElse(Option.flatMap(text, Schema.decodeOption(Text)), () => ({ walked: null, walking: null }))
