import { Schema } from "effect"
import type { DiscFact, DiscProfile, DiscTotals, NamedCount } from "../facts.js"
import { mediaTypes } from "../records.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Amount, Text, Timestamp, iso } from "../../shared/fields.js"

const Common = {
  id: Schema.Number,
  title: Schema.String,
  year: Amount,
  tmdb_id: Amount,
  image: OptionalImage,
  media_type: Schema.Literal(...mediaTypes),
  resolution: Text,
  collected_at: Timestamp
}

/** A disc beside what was watched. */
export const BriefDisc = Schema.Struct(Common).annotations({ identifier: "BriefDisc" })

const Recent = { ...Common, tmdb_rating: Amount, hdr: Text, audio: Text, audio_channels: Text }

/** An item of `GET /v1/collecting/media/recent`. */
export const RecentDisc = Schema.Struct(Recent).annotations({ identifier: "RecentDisc" })

const Full = { ...Recent, imdb_id: Text, runtime: Amount }

/** A film on a disc (contract §5). `runtime` in minutes. */
export const DiscView = Schema.Struct(Full).annotations({ identifier: "Disc" })
export type DiscView = typeof DiscView.Type

/** `GET /v1/collecting/media/{id}`. */
export const DiscDetail = Schema.Struct({
  ...Full,
  tagline: Text,
  summary: Text,
  content_rating: Text,
  watch_history: Schema.Array(Schema.Struct({ watched_at: Timestamp, source: Schema.String, user_rating: Amount }))
}).annotations({ identifier: "DiscDetail" })
export type DiscDetail = typeof DiscDetail.Type

export const briefDisc = (image: ToImage) => (disc: DiscFact): typeof BriefDisc.Type => ({
  id: disc.id,
  title: disc.title,
  year: disc.year,
  tmdb_id: disc.tmdbId,
  image: image(disc.picture),
  media_type: disc.mediaType,
  resolution: disc.resolution,
  collected_at: iso(disc.collectedAt)
})

export const recentDisc = (image: ToImage) => (disc: DiscFact): typeof RecentDisc.Type => ({
  ...briefDisc(image)(disc),
  tmdb_rating: disc.tmdbRating,
  hdr: disc.hdr,
  audio: disc.audio,
  audio_channels: disc.audioChannels
})

export const discView = (image: ToImage) => (disc: DiscFact): DiscView => ({ ...recentDisc(image)(disc), imdb_id: disc.imdbId, runtime: disc.runtime })

export const discDetail = (image: ToImage) => (disc: DiscProfile): DiscDetail => ({
  ...discView(image)(disc),
  tagline: disc.tagline,
  summary: disc.summary,
  content_rating: disc.contentRating,
  watch_history: disc.viewings.map(({ rating, source, watchedAt }) => ({ watched_at: iso(watchedAt), source, user_rating: rating }))
})

const Counts = Schema.Record({ key: Schema.String, value: Schema.Number })

/** `GET /v1/collecting/media/stats`. Genres and decades count films. */
export const MediaStats = Schema.Struct({
  data: Schema.Struct({
    total_items: Schema.Number,
    by_format: Counts,
    by_resolution: Counts,
    by_hdr: Counts,
    by_genre: Counts,
    by_decade: Counts,
    added_this_year: Schema.Number
  })
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
