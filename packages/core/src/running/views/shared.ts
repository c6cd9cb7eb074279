import { Schema } from "effect"

export const Text = Schema.NullOr(Schema.String)
export const Figure = Schema.NullOr(Schema.Number)
