import { Schema } from "effect"

/** Longest text kept, in characters: an index takes no longer ones. */
const longest = 500

/** A text of a league's, cut where nobody reads on. */
export const Text = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: (text) => text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/u, ""),
  encode: (text) => text
})

/** A number, as the columns take it. */
export const Num = Schema.Number.pipe(Schema.between(-2_147_483_648, 2_147_483_647))

/** What something is known by, as the columns take it. */
export const Id = Schema.Int.pipe(Schema.between(0, 2_147_483_647))
