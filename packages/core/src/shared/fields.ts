import { Schema } from "effect"

/** Text and numbers that may be unknown: the key is there, its value null. */
export const Text = Schema.NullOr(Schema.String)
export const Amount = Schema.NullOr(Schema.Number)
export const Timestamp = Schema.String.annotations({ description: "ISO 8601, UTC" })

/** An instant in epoch milliseconds as ISO 8601 in UTC. */
export const iso = (instant: number): string => new Date(instant).toISOString()
export const isoOrNull = (instant: number | null): string | null => instant === null ? null : iso(instant)
