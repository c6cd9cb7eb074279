import { Schema } from "effect"

/** A number as lists write it, were it as a text; null where there is none. */
const numberOf = (given: unknown): number | null => {
  const number = typeof given === "string" && given.trim() !== "" ? Number(given) : given
  return typeof number === "number" && Number.isFinite(number) ? number : null
}

/** What a row can do without: that it is strange costs no row. */
export const LooseNumber = Schema.optional(Schema.transform(Schema.Unknown, Schema.NullOr(Schema.Number), { strict: true, decode: numberOf, encode: (given) => given }))
