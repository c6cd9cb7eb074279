import { Schema } from "effect"
import type { DiscFact, DiscProfile, DiscTotals, NamedCount } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import { viewOf } from "../../kit/record.js"
import { Amount, Timestamp, iso, idField, withExample, sourceField, publicField } from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"
import { discFields, filmFields, filmTexts } from "../discs.js"

const { imdbId, runtime, tmdbRating, ...names } = filmFields
const { collectedAt, mediaType, resolution, ...encoding } = discFields
const shownNames = viewOf(names)
const shownDisc = viewOf({ mediaType, resolution, collectedAt })
const shownEncoding = viewOf({ tmdbRating, ...encoding })
const shownFilm = viewOf({ imdbId, runtime })
const shownTexts = viewOf(filmTexts)

const Common = { id: idField, ...shownNames.schemas, image: imageField, ...shownDisc.schemas }

/** A disc in the cross-reference with viewings. */
export const BriefDisc = Schema.Struct(Common).annotations({ identifier: "BriefDisc" })

const Recent = { ...Common, ...shownEncoding.schemas }

/** An item of `GET /v1/collecting/media/recent`. */
export const RecentDisc = Schema.Struct(Recent).annotations({ identifier: "RecentDisc" })

const Full = { ...Recent, ...shownFilm.schemas }

/** A film on a disc. `runtime` in minutes. */
export const DiscView = Schema.Struct(Full).annotations({ identifier: "Disc" })
export type DiscView = typeof DiscView.Type

/** `GET /v1/collecting/media/{id}`. */
export const DiscDetail = Schema.Struct({
  ...Full,
  ...shownTexts.schemas,
  watch_history: publicField(
    Schema.Array(
      Schema.Struct({
        watched_at: classified("public", withExample(Timestamp, "2026-03-14T12:00:00.000Z")),
        source: sourceField,
        user_rating: publicField(Amount, "The person's own rating, 0.5 to 5", 4.5)
      })
    ),
    "All viewings, newest first"
  ),
  movie_id: publicField(Schema.NullOr(Schema.Number), "Id of the film in the watching domain; null if it has none", 42)
}).annotations({ identifier: "DiscDetail" })
export type DiscDetail = typeof DiscDetail.Type

export const briefDisc =
  (image: ToImage) =>
  (disc: DiscFact): typeof BriefDisc.Type => ({
    id: disc.id,
    ...shownNames.of(disc),
    image: image(disc.picture),
    ...shownDisc.of(disc)
  })

export const recentDisc =
  (image: ToImage) =>
  (disc: DiscFact): typeof RecentDisc.Type => ({ ...briefDisc(image)(disc), ...shownEncoding.of(disc) })

export const discView =
  (image: ToImage) =>
  (disc: DiscFact): DiscView => ({ ...recentDisc(image)(disc), ...shownFilm.of(disc) })

export const discDetail =
  (image: ToImage) =>
  (disc: DiscProfile): DiscDetail => ({
    ...discView(image)(disc),
    ...shownTexts.of(disc),
    watch_history: disc.viewings.map(({ rating, source, watchedAt }) => ({
      watched_at: iso(watchedAt),
      source,
      user_rating: rating
    })),
    movie_id: disc.movieId
  })

const Counts = Schema.Record({ key: Schema.String, value: Schema.Number })

/** `GET /v1/collecting/media/stats`. Genres and decades count films. */
export const MediaStats = Schema.Struct({
  data: publicField(
    Schema.Struct({
      total_items: publicField(Schema.Number, "Number of copies in the collection", 216),
      by_format: publicField(Counts, "Number of copies by format", { bluray: 42 }),
      by_resolution: publicField(Counts, "Films by resolution", { hd_1080p: 39 }),
      by_hdr: publicField(Counts, "Films by HDR", { hdr10: 7 }),
      by_genre: publicField(Counts, "Films by genre", { Drama: 7 }),
      by_decade: publicField(Counts, "Films by decade of release, such as `1990s`", { "1990s": 17 }),
      added_this_year: publicField(Schema.Number, "Copies added this year", 64)
    }),
    "Requested data"
  )
}).annotations({ identifier: "MediaStats" })
export type MediaStats = typeof MediaStats.Type

const record = (counts: ReadonlyArray<NamedCount>) => Object.fromEntries(counts.map(({ count, name }) => [name, count]))

export const mediaStats = (totals: DiscTotals, addedThisYear: number): MediaStats => ({
  data: {
    total_items: totals.discs,
    by_format: record(totals.byFormat),
    by_resolution: record(totals.byResolution),
    by_hdr: record(totals.byHdr),
    by_genre: record(totals.byGenre),
    by_decade: record(totals.byDecade),
    added_this_year: addedThisYear
  }
})
