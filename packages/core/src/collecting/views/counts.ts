import { Schema } from "effect"
import type { ArtistCount, DayCount } from "../facts.js"
import { LocalDate } from "../../shared/LocalDate.js"
import type { ToImage } from "../../images/Picture.js"
import { Amount, Text } from "../../shared/fields.js"

/** `GET /v1/collecting/formats`, `/genres` and `/media/formats`. */
export const NamedCounts = Schema.Struct({ data: Schema.Array(Schema.Struct({ name: Schema.String, count: Schema.Number })) })
  .annotations({ identifier: "CollectionCounts" })
export type NamedCounts = typeof NamedCounts.Type

export const namedCounts = (counts: ReadonlyArray<{ readonly name: string | null; readonly count: number }>, unknown: string): NamedCounts => ({
  data: counts.map(({ count, name }) => ({ name: name ?? unknown, count }))
})

/** `GET /v1/collecting/artists`. */
export const CollectedArtists = Schema.Struct({
  data: Schema.Array(Schema.Struct({ name: Schema.String, discogs_id: Amount, image_url: Text, release_count: Schema.Number }))
}).annotations({ identifier: "CollectedArtists" })
export type CollectedArtists = typeof CollectedArtists.Type

export const collectedArtists = (image: ToImage) => (artists: ReadonlyArray<ArtistCount>): CollectedArtists => ({
  data: artists.map(({ artistId, name, picture, releases }) => ({ name, discogs_id: artistId, image_url: image(picture)?.url ?? null, release_count: releases }))
})

/** `GET /v1/collecting/calendar`: only days on which something was added; the busiest is "" with 0 where there is none. */
export const CollectionCalendar = Schema.Struct({
  year: Schema.Number,
  days: Schema.Array(Schema.Struct({ date: LocalDate, count: Schema.Number })),
  total: Schema.Number,
  max_day: Schema.Struct({ date: Schema.String, count: Schema.Number })
}).annotations({ identifier: "CollectionCalendar" })
export type CollectionCalendar = typeof CollectionCalendar.Type

export const collectionCalendar = (year: number, days: ReadonlyArray<DayCount>): CollectionCalendar => ({
  year,
  days: days.map(({ count, date }) => ({ date, count })),
  total: days.reduce((sum, { count }) => sum + count, 0),
  max_day: days.reduce((max, { count, date }) => count > max.count ? { date, count } : max, { date: "", count: 0 })
})
