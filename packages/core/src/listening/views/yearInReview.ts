import { Schema } from "effect"
import { monthOf } from "../../shared/LocalDate.js"
import { type Series, Sparkline, sparkline } from "../../shared/Sparkline.js"
import type { CountedAlbum, CountedArtist, CountedTrack, PeriodTotals, Totals } from "../facts.js"
import { OptionalImage } from "../../images/Image.js"
import { Text } from "../../shared/fields.js"
import type { ToImage } from "../../images/Picture.js"

/** Top lists of a review hold this many items (contract §2.2). */
export const reviewLimit = 10

const Item = {
  id: Schema.Number,
  name: Schema.String,
  scrobbles: Schema.Number,
  apple_music_url: Text,
  sparkline: Schema.optional(Sparkline)
}

/** `api.md` §2.4. */
export const YearInReview = Schema.Struct({
  year: Schema.Number,
  month: Schema.optional(Schema.Number),
  total_scrobbles: Schema.Number,
  unique_artists: Schema.Number,
  unique_albums: Schema.Number,
  unique_tracks: Schema.Number,
  top_artists: Schema.Array(Schema.Struct({ ...Item, image: OptionalImage })),
  top_albums: Schema.Array(Schema.Struct({ ...Item, artist: Schema.String, image: OptionalImage })),
  top_tracks: Schema.Array(Schema.Struct({ ...Item, artist: Schema.String, preview_url: Text })),
  monthly: Schema.Array(Schema.Struct({
    month: Schema.String,
    scrobbles: Schema.Number,
    unique_artists: Schema.Number,
    unique_albums: Schema.Number
  }))
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
  /** The series to draw and the counts on it, when sparklines are asked for. */
  readonly lines: { readonly series: Series; readonly artists: Counts; readonly albums: Counts; readonly tracks: Counts } | null
}

export const yearInReview = ({ albums, artists, lines, month, months, totals, tracks, year }: ReviewFacts, show: ToImage): YearInReview => {
  const line = (counts: Counts | undefined, id: number) =>
    lines === null || counts === undefined ? {} : { sparkline: sparkline(lines.series, counts.get(id) ?? new Map()) }
  return {
    year,
    ...(month === null ? {} : { month }),
    total_scrobbles: totals.plays,
    unique_artists: totals.artists,
    unique_albums: totals.albums,
    unique_tracks: totals.tracks,
    top_artists: artists.map(({ artist, plays }) => ({
      id: artist.id,
      name: artist.name,
      scrobbles: plays,
      apple_music_url: artist.appleMusicUrl,
      image: show(artist.picture),
      ...line(lines?.artists, artist.id)
    })),
    top_albums: albums.map(({ album, artist, plays }) => ({
      id: album.id,
      name: album.name,
      artist: artist.name,
      scrobbles: plays,
      apple_music_url: album.appleMusicUrl,
      image: show(album.picture),
      ...line(lines?.albums, album.id)
    })),
    top_tracks: tracks.map(({ artist, plays, track }) => ({
      id: track.id,
      name: track.name,
      artist: artist.name,
      scrobbles: plays,
      apple_music_url: track.appleMusicUrl,
      preview_url: track.previewUrl,
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
