import { Schema } from "effect"

/** A picture as payloads show it (`api.md` §2.3). `url` is absolute and carries the picture's version. */
export const Image = Schema.Struct({
  url: Schema.String,
  thumbhash: Schema.NullOr(Schema.String),
  dominant_color: Schema.NullOr(Schema.String),
  accent_color: Schema.NullOr(Schema.String)
}).annotations({ identifier: "Image" })
export type Image = typeof Image.Type

export const OptionalImage = Schema.NullOr(Image)
