import { Schema } from "effect"
import type { MergeFact, WatchFact } from "../facts.js"
import { viewOf } from "../../kit/record.js"
import { field, withExample, idField, titleField, optionalYearField } from "../../shared/fields.js"
import { occurrence, opinion } from "../model.js"

const Stars = Schema.Number.pipe(
  Schema.filter(
    (value) => (value >= 0.5 && value <= 5 && Number.isInteger(value * 2)) || "must be from 0.5 to 5 in steps of 0.5"
  ),
  Schema.annotations({
    description: "0.5 to 5 in steps of 0.5",
    jsonSchema: { type: "number", minimum: 0.5, maximum: 5, multipleOf: 0.5 }
  })
)
const Instant = Schema.String.annotations({
  description: "ISO 8601 day or timestamp; a day means that the time is unknown"
})
const TmdbId = Schema.Int.pipe(Schema.between(1, 2_147_483_647))
const Year = Schema.Int.pipe(Schema.between(1800, 9999))

/** A viewing to add: `POST /v1/watching/admin/movies`. */
export const NewWatch = Schema.Struct({
  tmdb_id: field(Schema.optional(TmdbId), "Id at TMDB", 100066),
  title: field(Schema.optional(Schema.String.pipe(Schema.maxLength(500))), "Title", "Violet Chalk"),
  year: field(Schema.optional(Year), "Year of release", 1992),
  watched_at: withExample(Schema.optional(Instant), "2026-03-14T12:00:00.000Z"),
  rating: field(Schema.optional(Stars), "The person's own rating", 4),
  rewatch: field(Schema.optional(Schema.Boolean), "Whether the film had been watched before", false)
}).annotations({ identifier: "NewWatch" })
export type NewWatch = typeof NewWatch.Type

/** Changes to a viewing. Absent members keep their value; a null rating deletes it. */
export const WatchChange = Schema.Struct({
  watched_at: withExample(Schema.optional(Instant), "2026-03-14T12:00:00.000Z"),
  rating: field(Schema.optional(Schema.NullOr(Stars)), "The person's own rating", 4),
  rewatch: field(Schema.optional(Schema.Boolean), "Whether the film had been watched before", false)
}).annotations({ identifier: "WatchChange" })
export type WatchChange = typeof WatchChange.Type

const shownOccurrence = viewOf(occurrence)
const shownOpinion = viewOf({ rating: opinion.rating, rewatch: opinion.rewatch })

/** A viewing after a manual change. */
export const ChangedWatch = Schema.Struct({
  id: idField,
  movie_id: field(Schema.Number, "Id of the film", 42),
  ...shownOccurrence.schemas,
  ...shownOpinion.schemas
}).annotations({ identifier: "ChangedWatch" })
export type ChangedWatch = typeof ChangedWatch.Type

export const changedWatch = (movieId: number, watch: WatchFact): ChangedWatch => ({
  id: watch.id,
  movie_id: movieId,
  ...shownOccurrence.of(watch),
  ...shownOpinion.of(watch)
})

const shownReport = viewOf({ source: occurrence.source, watchedAt: occurrence.watchedAt })
const Side = Schema.Struct({ id: idField, ...shownReport.schemas })

/** A report that was merged into another report's viewing. Its `id` undoes the merge. */
export const Merge = Schema.Struct({
  id: idField,
  movie: field(Schema.Struct({ id: idField, title: titleField, year: optionalYearField }), "Film"),
  kept: field(Side, "Report that is kept as the viewing"),
  merged: field(Side, "Report that was merged into it"),
  reason: field(Schema.String, "Reason", "plays of the children")
}).annotations({ identifier: "WatchMerge" })
export type Merge = typeof Merge.Type

const side = (report: MergeFact["kept"]): typeof Side.Type => ({ id: report.id, ...shownReport.of(report) })

export const mergeView = (merge: MergeFact): Merge => ({
  id: merge.id,
  movie: merge.movie,
  kept: side(merge.kept),
  merged: side(merge.merged),
  reason: merge.reason
})
