import { Either, Option, Schema } from "effect"

/** A bookmark as it was seen last: its number, the hash of what it says, when it was saved (epoch seconds). */
const Seen = Schema.Tuple(Schema.Number, Schema.String, Schema.Number)
export type Seen = typeof Seen.Type

/**
 * What each folder showed last, by its id, and the highlights of bookmarks that have some. Instapaper shows the newest 500
 * of a folder and says what has changed since the list that it is given back: this is that list.
 */
export const Memory = Schema.Struct({
  folders: Schema.Record({ key: Schema.String, value: Schema.Array(Seen) }),
  /** By the bookmark's number. */
  highlights: Schema.Record({ key: Schema.String, value: Schema.Array(Schema.Number) }),
  /**
   * Bookmarks that are gone, each with when that was seen, epoch milliseconds. They are told again and again for a while:
   * so many may be gone at once that nothing is removed before the operator says so.
   */
  gone: Schema.Record({ key: Schema.String, value: Schema.Number }),
  /** When everything was last read anew, epoch milliseconds. */
  fullAt: Schema.Number
})
export type Memory = typeof Memory.Type

const json = Schema.parseJson(Memory)

export const toCursor: (memory: Memory) => string = Schema.encodeSync(json)

/** Nothing remembered, or nothing that can be read, is a first time. */
export const fromCursor = (cursor: Option.Option<string>): Option.Option<Memory> =>
  Option.flatMap(cursor, (text) => Either.getRight(Schema.decodeUnknownEither(json)(text)))
