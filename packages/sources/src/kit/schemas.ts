import { Option, Schema } from "effect"
import { instantOf } from "./WallClock.js"

/** A number, or a string that contains one. */
export const WrittenNumber = Schema.Union(Schema.Number, Schema.NumberFromString)

/** A number, or a string that contains one; null otherwise. */
const numberOf = (value: unknown): number | null => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) ? number : null
}

/** An optional number: an unreadable value becomes null instead of failing the row. */
export const LooseNumber = Schema.optional(
  Schema.transform(Schema.Unknown, Schema.NullOr(Schema.Number), {
    strict: true,
    decode: numberOf,
    encode: (value) => value
  })
)

/** Maximum text length in characters, for indexes. */
const maxTextLength = 500

/** A text, truncated to that length. Identifiers may be numbers. */
export const Text = Schema.transform(Schema.Union(Schema.String, Schema.JsonNumber), Schema.String, {
  strict: true,
  decode: (value) => {
    const text = String(value)
    return text.length <= maxTextLength ? text : text.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/u, "")
  },
  encode: (text) => text
})

/** A number in the range of an integer column. */
export const Num = WrittenNumber.pipe(Schema.between(-2_147_483_648, 2_147_483_647))

/** An id in the range of an integer column. */
export const Id = WrittenNumber.pipe(Schema.int(), Schema.between(0, 2_147_483_647))

/** Decodes rows one by one: invalid rows are dropped alone. */
export const Rows = <A, I>(row: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownOption(row)
  return Schema.transform(Schema.Array(Schema.Unknown), Schema.Array(Schema.typeSchema(row)), {
    strict: true,
    decode: (rows) => rows.flatMap((one) => Option.toArray(decode(one))),
    encode: (rows) => rows
  })
}

/** Epoch milliseconds of an ISO time with an offset, with or without seconds; null for anything else. */
export const isoInstant = (text: string | null | undefined): number | null => {
  if (text == null || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) return null
  return instantOf(text)
}
