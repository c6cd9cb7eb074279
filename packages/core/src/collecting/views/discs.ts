import { Schema } from "effect"
import type { DiscFact, DiscProfile, DiscTotals, NamedCount } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import {
  Amount,
  Text,
  Timestamp,
  iso,
  idField,
  titleField,
  optionalYearField,
  field,
  withExample,
  sourceField
} from "../../shared/fields.js"
import { mediaTypes } from "../model.js"

const Common = {
  id: idField,
  title: titleField,
  year: optionalYearField,
  tmdb_id: field(Amount, "Id at TMDB", 100066),
  image: imageField,
  media_type: field(Schema.Literal(...mediaTypes), "Kind of disc"),
  resolution: field(Text, "Resolution", "hd_1080p"),
  collected_at: withExample(Timestamp, "2026-03-14T18:51:38.000Z")
}

/** A disc in the cross-reference with viewings. */
export const BriefDisc = Schema.Struct(Common).annotations({ identifier: "BriefDisc" })

const Recent = {
  ...Common,
  tmdb_rating: field(Amount, "Average rating at TMDB, 0 to 10", 6.8),
  hdr: field(Text, "HDR format", "hdr10"),
  audio: field(Text, "Best audio format", "dts_hd_ma"),
  audio_channels: field(Text, "Audio channels", "5_1")
}

/** An item of `GET /v1/collecting/media/recent`. */
export const RecentDisc = Schema.Struct(Recent).annotations({ identifier: "RecentDisc" })

const Full = {
  ...Recent,
  imdb_id: field(Text, "Id at IMDb", "tt2000374"),
  runtime: field(Amount, "Running time in minutes", 111)
}

/** A film on a disc. `runtime` in minutes. */
export const DiscView = Schema.Struct(Full).annotations({ identifier: "Disc" })
export type DiscView = typeof DiscView.Type

/** `GET /v1/collecting/media/{id}`. */
export const DiscDetail = Schema.Struct({
  ...Full,
  tagline: field(Text, "Tagline", "Every hour has its price."),
  summary: field(Text, "Summary in a few sentences", "In Tanniska a watchmaker finds a map and cannot let it be."),
  content_rating: field(Text, "Age rating, such as PG-13", "PG-13"),
  watch_history: field(
    Schema.Array(
      Schema.Struct({
        watched_at: withExample(Timestamp, "2026-03-14T12:00:00.000Z"),
        source: sourceField,
        user_rating: field(Amount, "The person's own rating, 0.5 to 5", 4.5)
      })
    ),
    "All viewings, newest first"
  )
}).annotations({ identifier: "DiscDetail" })
export type DiscDetail = typeof DiscDetail.Type

export const briefDisc =
  (image: ToImage) =>
  (disc: DiscFact): typeof BriefDisc.Type => ({
    id: disc.id,
    title: disc.title,
    year: disc.year,
    tmdb_id: disc.tmdbId,
    image: image(disc.picture),
    media_type: disc.mediaType,
    resolution: disc.resolution,
    collected_at: iso(disc.collectedAt)
  })

export const recentDisc =
  (image: ToImage) =>
  (disc: DiscFact): typeof RecentDisc.Type => ({
    ...briefDisc(image)(disc),
    tmdb_rating: disc.tmdbRating,
    hdr: disc.hdr,
    audio: disc.audio,
    audio_channels: disc.audioChannels
  })

export const discView =
  (image: ToImage) =>
  (disc: DiscFact): DiscView => ({ ...recentDisc(image)(disc), imdb_id: disc.imdbId, runtime: disc.runtime })

export const discDetail =
  (image: ToImage) =>
  (disc: DiscProfile): DiscDetail => ({
    ...discView(image)(disc),
    tagline: disc.tagline,
    summary: disc.summary,
    content_rating: disc.contentRating,
    watch_history: disc.viewings.map(({ rating, source, watchedAt }) => ({
      watched_at: iso(watchedAt),
      source,
      user_rating: rating
    }))
  })

const Counts = Schema.Record({ key: Schema.String, value: Schema.Number })

/** `GET /v1/collecting/media/stats`. Genres and decades count films. */
export const MediaStats = Schema.Struct({
  data: field(
    Schema.Struct({
      total_items: field(Schema.Number, "Number of copies in the collection", 216),
      by_format: field(Counts, "Number of copies by format", { bluray: 42 }),
      by_resolution: field(Counts, "Films by resolution", { hd_1080p: 39 }),
      by_hdr: field(Counts, "Films by HDR", { hdr10: 7 }),
      by_genre: field(Counts, "Films by genre", { Drama: 7 }),
      by_decade: field(Counts, "Films by decade of release, such as `1990s`", { "1990s": 17 }),
      added_this_year: field(Schema.Number, "Copies added this year", 64)
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
