import { Schema } from "effect"

/** A number, also where the provider writes it as a text. */
export const WrittenNumber = Schema.Union(Schema.Number, Schema.NumberFromString)
