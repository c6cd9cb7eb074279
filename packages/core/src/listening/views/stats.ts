import { Schema } from "effect"
import type { Totals } from "../facts.js"
import { Timestamp, isoOrNull } from "../../shared/fields.js"

/** `GET /v1/listening/stats` (contract §2.1, §14). */
export const Stats = Schema.Struct({
  total_scrobbles: Schema.Number,
  unique_artists: Schema.Number,
  unique_albums: Schema.Number,
  unique_tracks: Schema.Number,
  registered_date: Schema.NullOr(Timestamp),
  years_tracking: Schema.Number,
  scrobbles_per_day: Schema.Number
}).annotations({ identifier: "ListeningStats" })
export type Stats = typeof Stats.Type

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/**
 * `days` is the length of the span that the totals cover. Only where it covers everything have `since`, the
 * registration or else the first play, and `years`, the whole years from its day to today, a value.
 */
export const stats = (totals: Totals, days: number, since: number | null, years: number): Stats => ({
  total_scrobbles: totals.plays,
  unique_artists: totals.artists,
  unique_albums: totals.albums,
  unique_tracks: totals.tracks,
  registered_date: isoOrNull(since),
  years_tracking: years,
  scrobbles_per_day: days <= 0 ? 0 : oneDecimal(totals.plays / days)
})
