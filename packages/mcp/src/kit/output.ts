import { Schema } from "effect"

/** Schemas of answers. Their JSON form rides in every list of tools, so they say what names do not. */

/** An object with at least these members. */
const open = <F extends Schema.Struct.Fields>(fields: F) =>
  Schema.Struct(fields, { key: Schema.String, value: Schema.Unknown })

const shared = {
  range: Schema.optional(Schema.Object),
  as_of: Schema.optional(Schema.Object),
  notes: Schema.optional(Schema.Array(Schema.String)),
  truncated: Schema.optional(Schema.Boolean)
}

/** An answer with these members next to what all answers have. */
export const answerWith = <F extends Schema.Struct.Fields>(fields: F) => open({ ...fields, ...shared })

/** A list of such items. */
export const listWith = <F extends Schema.Struct.Fields>(item: F) =>
  answerWith({
    items: Schema.Array(open(item)),
    total: Schema.optional(Schema.Number),
    next_cursor: Schema.NullOr(Schema.String)
  })

export const words = Schema.optional(Schema.String)
export const amount = Schema.optional(Schema.Number)
export const truth = Schema.optional(Schema.Boolean)
export const object = Schema.optional(Schema.Object)
export const objects = Schema.optional(Schema.Array(Schema.Object))
