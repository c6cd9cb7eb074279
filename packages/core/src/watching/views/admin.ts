import { Schema } from "effect"
import type {
  MergeFact,
  UnmatchedFilm as UnmatchedFact,
  UnnumberedEpisode as UnnumberedFact,
  WatchFact
} from "../facts.js"
import { viewOf } from "../../kit/record.js"
import {
  Text,
  Timestamp,
  field,
  isoOrNull,
  withExample,
  idField,
  titleField,
  optionalYearField
} from "../../shared/fields.js"
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

/** Maximum length of a review, in characters. */
const maxReviewLength = 20_000
const Review = Schema.Trim.pipe(Schema.maxLength(maxReviewLength))

/** A viewing to add: `POST /v1/watching/admin/movies`. */
export const NewWatch = Schema.Struct({
  tmdb_id: field(Schema.optional(TmdbId), "Id at TMDB", 100066),
  title: field(Schema.optional(Schema.String.pipe(Schema.maxLength(500))), "Title", "Violet Chalk"),
  year: field(Schema.optional(Year), "Year of release", 1992),
  watched_at: withExample(Schema.optional(Instant), "2026-03-14T12:00:00.000Z"),
  rating: field(Schema.optional(Stars), "The person's own rating", 4),
  rewatch: field(Schema.optional(Schema.Boolean), "Whether the film had been watched before", false),
  review: field(Schema.optional(Review), "The person's own review", "Better than I remembered.")
}).annotations({ identifier: "NewWatch" })
export type NewWatch = typeof NewWatch.Type

/** Changes to a viewing. Absent members keep their value; a null rating or review deletes it. */
export const WatchChange = Schema.Struct({
  watched_at: withExample(Schema.optional(Instant), "2026-03-14T12:00:00.000Z"),
  rating: field(Schema.optional(Schema.NullOr(Stars)), "The person's own rating", 4),
  rewatch: field(Schema.optional(Schema.Boolean), "Whether the film had been watched before", false),
  review: field(
    Schema.optional(Schema.NullOr(Review)),
    "The person's own review; null or empty deletes it",
    "Better than I remembered."
  )
}).annotations({ identifier: "WatchChange" })
export type WatchChange = typeof WatchChange.Type

const shownOccurrence = viewOf(occurrence)
const shownOpinion = viewOf({ rating: opinion.rating, rewatch: opinion.rewatch, review: opinion.review })

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
  movie: field(Schema.Struct({ id: idField, title: titleField, year: optionalYearField }), "Film, or the show"),
  kept: field(Side, "Report that is kept as the viewing"),
  merged: field(Side, "Report that was merged into it"),
  reason: field(Schema.String, "Reason", "plays of the children"),
  episode: field(
    Schema.NullOr(
      Schema.Struct({
        season: field(Schema.Number, "Season number", 2),
        episode: field(Schema.Number, "Episode number in the season", 5),
        title: field(Text, "Title", "Violet Chalk")
      })
    ),
    "Episode; null for a film"
  )
}).annotations({ identifier: "WatchMerge" })
export type Merge = typeof Merge.Type

const side = (report: MergeFact["kept"]): typeof Side.Type => ({ id: report.id, ...shownReport.of(report) })

export const mergeView = (merge: MergeFact): Merge => ({
  id: merge.id,
  movie: merge.movie,
  kept: side(merge.kept),
  merged: side(merge.merged),
  reason: merge.reason,
  episode:
    merge.episode === null
      ? null
      : { season: merge.episode.season, episode: merge.episode.number, title: merge.episode.title }
})

/** A watched film that TMDB was asked for in vain. */
export const UnmatchedFilm = Schema.Struct({
  id: idField,
  title: titleField,
  year: optionalYearField,
  last_watched_at: field(
    Schema.NullOr(Timestamp),
    "Time of the latest viewing; null if unknown",
    "2026-03-14T20:15:00.000Z"
  ),
  attempts: field(Schema.Number, "How often TMDB was asked in vain", 2)
}).annotations({ identifier: "UnmatchedFilm" })
export type UnmatchedFilm = typeof UnmatchedFilm.Type

export const unmatchedView = ({ lastWatchedAt, ...film }: UnmatchedFact): UnmatchedFilm => ({
  id: film.id,
  title: film.title,
  year: film.year,
  last_watched_at: isoOrNull(lastWatchedAt),
  attempts: film.attempts
})

/** An episode of a file without its number, or a title that may be a film. Its viewings wait until that is decided. */
export const UnnumberedEpisode = Schema.Struct({
  id: idField,
  show: field(Schema.String, "Title of the show, as the source writes it", "Violet Chalk"),
  season: field(Schema.NullOr(Schema.Number), "Season number; null if the source does not say it", 2),
  episode: field(
    Schema.NullOr(Schema.Number),
    "Episode number, if the source says it without the season; else null",
    null
  ),
  title: field(Schema.String, "Title of the episode, as the source writes it", "Low Water"),
  viewings: field(Schema.Number, "Number of viewings that wait for the number", 1),
  last_watched_at: field(Timestamp, "Time of the latest of them", "2026-03-14T20:15:00.000Z"),
  attempts: field(Schema.Number, "How often TMDB was asked in vain; 0 before the first time", 2)
}).annotations({ identifier: "UnnumberedEpisode" })
export type UnnumberedEpisode = typeof UnnumberedEpisode.Type

export const unnumberedView = ({ lastWatchedAt, ...episode }: UnnumberedFact): UnnumberedEpisode => ({
  id: episode.id,
  show: episode.show,
  season: episode.season,
  episode: episode.episode,
  title: episode.title,
  viewings: episode.viewings,
  last_watched_at: new Date(lastWatchedAt).toISOString(),
  attempts: episode.attempts
})

const Place = Schema.Int.pipe(Schema.between(0, 100_000))

/** The episode that a person says it is. */
export const EpisodeChoice = Schema.Struct({
  episode: field(Schema.NullOr(Place), "Episode number in the season; null leaves the episode out", 5),
  season: field(Schema.optional(Place), "Season number, if the file does not say it", 2),
  is_film: field(Schema.optional(Schema.Boolean), "Whether it is a film; its `episode` is null then", false)
}).annotations({ identifier: "EpisodeChoice" })
export type EpisodeChoice = typeof EpisodeChoice.Type

export const NumberedEpisode = Schema.Struct({
  id: idField,
  episode: field(Schema.NullOr(Schema.Number), "Episode number in the season; null if it is left out", 5)
}).annotations({ identifier: "NumberedEpisode" })

/** The film that a person says it is. */
export const FilmChoice = Schema.Struct({
  tmdb_id: field(Schema.NullOr(TmdbId), "Id at TMDB; null: TMDB has no such film, and it is not asked again", 100066)
}).annotations({ identifier: "FilmChoice" })

export const MatchedFilm = Schema.Struct({
  id: idField,
  tmdb_id: field(Schema.NullOr(Schema.Number), "Id at TMDB; null if TMDB has no such film", 100066)
}).annotations({ identifier: "MatchedFilm" })
