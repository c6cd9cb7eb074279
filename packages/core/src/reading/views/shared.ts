import { DateTime, Schema } from "effect"
import { Image } from "../../images/Image.js"
import type { Picture } from "../../images/Picture.js"

export const Text = Schema.NullOr(Schema.String)
export const Timestamp = Schema.String.annotations({ description: "ISO 8601, UTC" })
export const OptionalImage = Schema.NullOr(Image)

/** Makes image objects of stored pictures: `Pictures.image`. */
export type Show = (picture: Picture | null) => Image | null

/** ISO 8601 in UTC. */
export const iso = (instant: number): string => DateTime.formatIso(DateTime.unsafeMake(instant))
export const isoOrNull = (instant: number | null): string | null => instant === null ? null : iso(instant)

/** Words a minute (contract §6). */
const pace = 238

/** Minutes, rounded up. */
export const readMinutes = (words: number | null): number | null => words === null ? null : Math.ceil(words / pace)
