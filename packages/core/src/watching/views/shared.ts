import { DateTime, Schema } from "effect"
import { Image } from "../../images/Image.js"
import type { Picture } from "../../images/Picture.js"

export const Text = Schema.NullOr(Schema.String)
export const Amount = Schema.NullOr(Schema.Number)
export const Timestamp = Schema.String.annotations({ description: "ISO 8601, UTC" })
export const OptionalImage = Schema.NullOr(Image)

/** Turns a stored picture into the image object of a payload. */
export type ToImage = (picture: Picture | null) => Image | null

/** ISO 8601 in UTC. */
export const iso = (instant: number): string => DateTime.formatIso(DateTime.unsafeMake(instant))
export const isoOrNull = (instant: number | null): string | null => instant === null ? null : iso(instant)

export const oneDecimal = (value: number): number => Math.round(value * 10) / 10
