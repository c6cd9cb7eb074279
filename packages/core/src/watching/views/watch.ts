import { Schema } from "effect"
import type { WatchFact } from "../facts.js"
import { sources } from "../records.js"
import { Amount, Text, Timestamp, iso } from "../../shared/fields.js"

export const Source = Schema.Literal(...sources)

/** One viewing (contract §4). `percent_complete` is null: only whole viewings are kept. */
export const watchFields = {
  watched_at: Timestamp,
  source: Source,
  user_rating: Schema.NullOr(Schema.Number.annotations({ description: "0.5 to 5" })),
  percent_complete: Amount,
  rewatch: Schema.Boolean,
  review: Text,
  review_url: Text
}
type Watch = Schema.Struct.Type<typeof watchFields>

export const watchView = (watch: WatchFact): Watch => ({
  watched_at: iso(watch.watchedAt),
  source: watch.source,
  user_rating: watch.rating,
  percent_complete: null,
  rewatch: watch.rewatch,
  review: watch.review,
  review_url: watch.reviewUrl
})

/** One viewing in a film's history. */
export const HistoryEntry = Schema.Struct({ id: Schema.Number, ...watchFields }).annotations({ identifier: "WatchHistoryEntry" })
export type HistoryEntry = typeof HistoryEntry.Type

export const historyEntry = (watch: WatchFact): HistoryEntry => ({ id: watch.id, ...watchView(watch) })
