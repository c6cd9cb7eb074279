import { DateTime, Schema } from "effect"
import { Image } from "../../images/Image.js"
import type { Picture } from "../../images/Picture.js"

export const Text = Schema.NullOr(Schema.String)
export const Num = Schema.NullOr(Schema.Number)
export const Timestamp = Schema.String.annotations({ description: "ISO 8601, UTC" })
export const OptionalImage = Schema.NullOr(Image)

/** Turns a stored picture into the image object of payloads. */
export type ImageOf = (picture: Picture | null) => Image | null

/** ISO 8601 in UTC. */
export const iso = (instant: number): string => DateTime.formatIso(DateTime.unsafeMake(instant))
export const isoOrNull = (instant: number | null): string | null => instant === null ? null : iso(instant)

/** Whole units of a currency, out of cents. */
export const money = (cents: number | null): number | null => cents === null ? null : cents / 100

/** Part of a whole, 0 to 1; 0 of nothing. */
export const rate = (part: number, all: number): number => all === 0 ? 0 : part / all
