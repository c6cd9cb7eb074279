import type { Cursor as CursorText } from "@daybook/core/sync"
import { Option, Schema } from "effect"

const Second = Schema.Int

/** Progress of the sync of one account. Epoch seconds. */
export const Cursor = Schema.Struct({
  /** Start of the last completed full sync; null before the first one. */
  walked: Schema.NullOr(Second),
  /** A full sync in progress: everything before `before` is unread. */
  walking: Schema.NullOr(Schema.Struct({ began: Second, before: Second })),
  /** Whether a full sync has read other activities than runs as well, or reads them now. */
  activities: Schema.optional(Schema.Boolean)
})
export type Cursor = typeof Cursor.Type

const Text = Schema.parseJson(Cursor)

export const writeCursor: (cursor: Cursor) => CursorText = Schema.encodeSync(Text)

/** Makes the next sync a full sync. */
export const startOver: CursorText = writeCursor({ walked: null, walking: null })

/** A cursor that cannot be decoded starts a full sync. */
export const readCursor = (text: Option.Option<CursorText>): Cursor =>
  Option.getOrElse(Option.flatMap(text, Schema.decodeOption(Text)), () => ({ walked: null, walking: null }))
