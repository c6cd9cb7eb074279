import { Schema } from "effect"
import { monthOf } from "../../shared/LocalDate.js"
import type { CountedAlbum, CountedArtist, CountedTrack, PeriodTotals, Totals } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import { viewOf } from "../../kit/record.js"
import { type Series, Sparkline, sparkline, yearField, publicField } from "../../shared/fields.js"
import { totalFields } from "../model.js"
import { shownCatalogue, shownIdentity, shownPreview } from "./lists.js"

const shownTotals = viewOf(totalFields)

/** Items in each top list of a review. */
export const reviewLimit = 10

const Item = {
  ...shownIdentity.schemas,
  scrobbles: publicField(Schema.Number, "Number of plays in the period", 386),
  ...shownCatalogue.schemas,
  sparkline: publicField(Schema.optional(Sparkline), "Plays over the period; only if the request asks for sparklines")
}

export const YearInReview = Schema.Struct({
  year: yearField,
  month: publicField(Schema.optional(Schema.Number), "Month", 3),
  ...shownTotals.schemas,
  top_artists: publicField(
    Schema.Array(Schema.Struct({ ...Item, image: imageField })),
    "Most played artists, at most 10"
  ),
  top_albums: publicField(
    Schema.Array(
      Schema.Struct({
        ...Item,
        artist: publicField(Schema.String, "Name of the artist", "Velmora Tide"),
        image: imageField
      })
    ),
    "Most played albums, at most 10"
  ),
  top_tracks: publicField(
    Schema.Array(
      Schema.Struct({
        ...Item,
        artist: publicField(Schema.String, "Name of the artist", "Velmora Tide"),
        preview_url: shownPreview.schemas.preview_url
      })
    ),
    "Most played tracks, at most 10"
  ),
  monthly: publicField(
    Schema.Array(
      Schema.Struct({
        month: publicField(Schema.String, "Month as `YYYY-MM`", "2026-03"),
        scrobbles: publicField(Schema.Number, "Number of plays in the period", 386),
        unique_artists: publicField(Schema.Number, "Number of different artists", 344),
        unique_albums: publicField(Schema.Number, "Number of different albums", 678)
      })
    ),
    "One entry for each month with data"
  )
}).annotations({ identifier: "ListeningYearInReview" })
export type YearInReview = typeof YearInReview.Type

type Counts = ReadonlyMap<number, ReadonlyMap<string, number>>

export interface ReviewFacts {
  readonly year: number
  readonly month: number | null
  readonly totals: Totals
  readonly artists: ReadonlyArray<CountedArtist>
  readonly albums: ReadonlyArray<CountedAlbum>
  readonly tracks: ReadonlyArray<CountedTrack>
  readonly months: ReadonlyArray<PeriodTotals>
  /** The series and the counts of its buckets, if sparklines are requested. */
  readonly lines: {
    readonly series: Series
    readonly artists: Counts
    readonly albums: Counts
    readonly tracks: Counts
  } | null
}

export const yearInReview = (
  { albums, artists, lines, month, months, totals, tracks, year }: ReviewFacts,
  toImage: ToImage
): YearInReview => {
  const line = (counts: Counts | undefined, id: number) =>
    lines === null || counts === undefined ? {} : { sparkline: sparkline(lines.series, counts.get(id) ?? new Map()) }
  return {
    year,
    ...(month === null ? {} : { month }),
    ...shownTotals.of(totals),
    top_artists: artists.map(({ artist, plays }) => ({
      ...shownIdentity.of(artist),
      scrobbles: plays,
      ...shownCatalogue.of(artist),
      image: toImage(artist.picture),
      ...line(lines?.artists, artist.id)
    })),
    top_albums: albums.map(({ album, artist, plays }) => ({
      ...shownIdentity.of(album),
      artist: artist.name,
      scrobbles: plays,
      ...shownCatalogue.of(album),
      image: toImage(album.picture),
      ...line(lines?.albums, album.id)
    })),
    top_tracks: tracks.map(({ artist, plays, track }) => ({
      ...shownIdentity.of(track),
      artist: artist.name,
      scrobbles: plays,
      ...shownPreview.of(track),
      ...line(lines?.tracks, track.id)
    })),
    monthly: months.map((row) => ({
      month: monthOf(row.start),
      scrobbles: row.plays,
      unique_artists: row.artists,
      unique_albums: row.albums
    }))
  }
}
