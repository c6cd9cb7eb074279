import { Schema } from "effect"
import { integer, param } from "../kit/params.js"

/** Colour of bars and lines. */
export const accent = param({
  must: "six hexadecimal digits such as 4a7c59",
  json: { type: "string", pattern: "^[0-9a-fA-F]{6}$" },
  description: "Colour of bars and lines as `rrggbb`",
  read: (text) => (/^[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined),
  type: Schema.String
})

export const cardWidth = integer(
  { minimum: 320, maximum: 1200 },
  "Width in pixels; the height is 63 for each 120 of it"
)

/** A card is opened as a document of its own: nothing in it may run, or come from elsewhere. */
export const cardPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
