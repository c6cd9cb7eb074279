import { Schema } from "effect"
import type { MergeFact, WatchFact } from "../facts.js"
import { Amount, Timestamp, iso } from "../../shared/fields.js"
import { Source } from "./watch.js"

const Stars = Schema.Number.pipe(
  Schema.filter((value) => value >= 0.5 && value <= 5 && Number.isInteger(value * 2) || "must be from 0.5 to 5 by halves"),
  Schema.annotations({ description: "0.5 to 5 by halves", jsonSchema: { type: "number", minimum: 0.5, maximum: 5, multipleOf: 0.5 } })
)
const Instant = Schema.String.annotations({ description: "ISO 8601 day or timestamp; a day means no time is known" })
const TmdbId = Schema.Int.pipe(Schema.between(1, 2_147_483_647))
const Year = Schema.Int.pipe(Schema.between(1800, 9999))

/** A viewing to add by hand: `POST /v1/watching/admin/movies`. */
export const NewWatch = Schema.Struct({
  tmdb_id: Schema.optional(TmdbId),
  title: Schema.optional(Schema.String.pipe(Schema.maxLength(500))),
  year: Schema.optional(Year),
  watched_at: Schema.optional(Instant),
  rating: Schema.optional(Stars),
  rewatch: Schema.optional(Schema.Boolean)
}).annotations({ identifier: "NewWatch" })
export type NewWatch = typeof NewWatch.Type

/** What to change of a viewing; what is left out stays, and a rating of null is none. */
export const WatchChange = Schema.Struct({
  watched_at: Schema.optional(Instant),
  rating: Schema.optional(Schema.NullOr(Stars)),
  rewatch: Schema.optional(Schema.Boolean)
}).annotations({ identifier: "WatchChange" })
export type WatchChange = typeof WatchChange.Type

/** A viewing as it stands after a change by hand. */
export const ChangedWatch = Schema.Struct({
  id: Schema.Number,
  movie_id: Schema.Number,
  watched_at: Timestamp,
  source: Source,
  user_rating: Amount,
  rewatch: Schema.Boolean
}).annotations({ identifier: "ChangedWatch" })
export type ChangedWatch = typeof ChangedWatch.Type

export const changedWatch = (movieId: number, watch: WatchFact): ChangedWatch => ({
  id: watch.id,
  movie_id: movieId,
  watched_at: iso(watch.watchedAt),
  source: watch.source,
  user_rating: watch.rating,
  rewatch: watch.rewatch
})

const Side = Schema.Struct({ id: Schema.Number, source: Source, watched_at: Timestamp })

/** A report that was taken for the same viewing as another. Undone by its `id`. */
export const Merge = Schema.Struct({
  id: Schema.Number,
  movie: Schema.Struct({ id: Schema.Number, title: Schema.String, year: Amount }),
  kept: Side,
  merged: Side,
  reason: Schema.String
}).annotations({ identifier: "WatchMerge" })
export type Merge = typeof Merge.Type

const side = ({ id, source, watchedAt }: MergeFact["kept"]): typeof Side.Type => ({ id, source, watched_at: iso(watchedAt) })

export const mergeView = (merge: MergeFact): Merge => ({
  id: merge.id,
  movie: merge.movie,
  kept: side(merge.kept),
  merged: side(merge.merged),
  reason: merge.reason
})
