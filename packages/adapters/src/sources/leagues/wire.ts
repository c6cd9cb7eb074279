import { Option, Schema } from "effect"
import { WrittenNumber } from "../provider/index.js"

/** Longest text kept, in characters: an index takes no longer ones. */
const longest = 500

/** A text of a league's, cut where nobody reads on; what is known by a number may be written as one. */
export const Text = Schema.transform(Schema.Union(Schema.String, Schema.JsonNumber), Schema.String, {
  strict: true,
  decode: (given) => {
    const text = String(given)
    return text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/u, "")
  },
  encode: (text) => text
})

/** A number, as the columns take it. */
export const Num = WrittenNumber.pipe(Schema.between(-2_147_483_648, 2_147_483_647))

/** What something is known by, as the columns take it. */
export const Id = WrittenNumber.pipe(Schema.int(), Schema.between(0, 2_147_483_647))

/** Those rows that can be read: an odd one does not lose the others. */
export const Rows = <A, I>(row: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownOption(row)
  return Schema.transform(Schema.Array(Schema.Unknown), Schema.Array(Schema.typeSchema(row)), {
    strict: true,
    decode: (rows) => rows.flatMap((one) => Option.toArray(decode(one))),
    encode: (rows) => rows
  })
}
