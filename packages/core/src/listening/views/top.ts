import { type Context, Schema } from "effect"
import { type Calendar, endOf } from "../../shared/Calendar.js"
import type { DateRange } from "../../shared/DateRange.js"
import { type LocalDate, addDays, daysBetween, monthStart, yearOf } from "../../shared/LocalDate.js"
import type { CountedAlbum, CountedArtist, CountedTrack } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import {
  type PageOf,
  paginationField,
  type Series,
  Sparkline,
  Text,
  dailySeries,
  offsetOf,
  weeklySeries,
  yearlySeries,
  publicField
} from "../../shared/fields.js"
import { shownCatalogue, shownGenre, shownIdentity, shownPreview } from "./lists.js"

export const periods = ["7day", "1month", "3month", "6month", "12month", "overall"] as const
export const Period = Schema.Literal(...periods)
export type Period = typeof Period.Type

/**
 * The buckets of a period that ends today: 7 or 28 days; 13, 26 or 52 ISO weeks, including the current one; or all
 * years since the first play.
 */
export const seriesOf = (period: Period, today: LocalDate, firstDay: LocalDate): Series => {
  switch (period) {
    case "7day":
      return dailySeries(addDays(today, -6), addDays(today, 1))
    case "1month":
      return dailySeries(addDays(today, -27), addDays(today, 1))
    case "3month":
      return weeklySeries(today, 13)
    case "6month":
      return weeklySeries(today, 26)
    case "12month":
      return weeklySeries(today, 52)
    case "overall":
      return yearlySeries(firstDay, today)
  }
}

/** The instants of a period: from the start of its first bucket to the end of today. `overall` has no lower bound. */
export const rangeOf = (calendar: Context.Tag.Service<Calendar>, period: Period, today: LocalDate): DateRange => ({
  from: period === "overall" ? null : calendar.startOf(seriesOf(period, today, today).buckets[0]!),
  to: endOf(calendar, today)
})

/** Buckets for a range given by dates: days up to two months, weeks up to two years, then months, then years. */
export const seriesWithin = (from: LocalDate, to: LocalDate): Series => {
  const days = daysBetween(from, to) + 1
  if (days <= 62) return dailySeries(from, addDays(to, 1))
  if (days <= 731) return weeklySeries(to, weeksBetween(from, to))
  if (days > 3660) return yearlySeries(from, to)
  const months = (yearOf(to) - yearOf(from)) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1
  return {
    granularity: "month",
    buckets: Array.from({ length: months }, (_, index) => monthStart(yearOf(from), Number(from.slice(5, 7)) + index))
  }
}

const weeksBetween = (from: LocalDate, to: LocalDate) => {
  const last = weeklySeries(to, 1).buckets[0]!
  return daysBetween(weeklySeries(from, 1).buckets[0]!, last) / 7 + 1
}

const Item = {
  rank: publicField(Schema.Number, "Rank over all pages, starting at 1", 1),
  ...shownIdentity.schemas,
  /** Empty for artists, the artist's name for albums and tracks. */
  detail: publicField(Schema.String, "Name of the artist for albums and tracks; empty for artists", "Velmora Tide"),
  playcount: publicField(Schema.Number, "Number of plays in the period", 423),
  image: imageField,
  url: publicField(Schema.String, "Address at the provider", "https://www.last.fm/music/Velmora+Tide"),
  ...shownCatalogue.schemas,
  sparkline: publicField(Schema.optional(Sparkline), "Plays over the period; only if the request asks for sparklines")
}
const envelope = <A, I>(item: Schema.Schema<A, I>) => ({
  period: publicField(Period, "Period: a name such as `12month`, or `YYYY`, `YYYY-MM` or `YYYY-Wnn` of a group"),
  data: publicField(Schema.Array(item), "Requested data"),
  pagination: paginationField
})

export const TopArtist = Schema.Struct({ ...Item, ...shownGenre.schemas }).annotations({ identifier: "TopArtist" })
export const TopAlbum = Schema.Struct(Item).annotations({ identifier: "TopAlbum" })
export const TopTrack = Schema.Struct({
  ...Item,
  preview_url: shownPreview.schemas.preview_url,
  album_id: publicField(Schema.NullOr(Schema.Number), "Id of the album", 42),
  album_name: publicField(Text, "Name of the album", "Second Daylight"),
  album_apple_music_url: publicField(
    Text,
    "Address of the album at Apple Music",
    "https://music.apple.com/us/album/second-daylight/2300000093"
  ),
  album_released_year: publicField(Schema.NullOr(Schema.Number), "Release year of the album", 2021),
  album_total_tracks: publicField(Schema.NullOr(Schema.Number), "Number of tracks of the album", 11)
}).annotations({ identifier: "TopTrack" })

/** `GET /v1/listening/top/…`. */
export const TopArtists = Schema.Struct(envelope(TopArtist)).annotations({ identifier: "TopArtists" })
export const TopAlbums = Schema.Struct(envelope(TopAlbum)).annotations({ identifier: "TopAlbums" })
export const TopTracks = Schema.Struct({
  ...envelope(TopTrack),
  artist_id: publicField(Schema.NullOr(Schema.Number), "Id of the requested artist; null if the request names none", 42)
}).annotations({ identifier: "TopTracks" })

/** Ranks follow the position in the list, across all pages. */
const rankFrom = (page: PageOf) => (index: number) => offsetOf(page) + index + 1

export const topArtists = (
  rows: ReadonlyArray<CountedArtist>,
  page: PageOf,
  toImage: ToImage
): ReadonlyArray<typeof TopArtist.Type> =>
  rows.map(({ artist, plays }, index) => ({
    rank: rankFrom(page)(index),
    ...shownIdentity.of(artist),
    detail: "",
    playcount: plays,
    image: toImage(artist.picture),
    url: artist.url ?? "",
    ...shownCatalogue.of(artist),
    ...shownGenre.of(artist)
  }))

export const topAlbums = (
  rows: ReadonlyArray<CountedAlbum>,
  page: PageOf,
  toImage: ToImage
): ReadonlyArray<typeof TopAlbum.Type> =>
  rows.map(({ album, artist, plays }, index) => ({
    rank: rankFrom(page)(index),
    ...shownIdentity.of(album),
    detail: artist.name,
    playcount: plays,
    image: toImage(album.picture),
    url: album.url ?? "",
    ...shownCatalogue.of(album)
  }))

export const topTracks = (
  rows: ReadonlyArray<CountedTrack>,
  page: PageOf,
  toImage: ToImage
): ReadonlyArray<typeof TopTrack.Type> =>
  rows.map(({ album, artist, plays, track }, index) => ({
    rank: rankFrom(page)(index),
    ...shownIdentity.of(track),
    detail: artist.name,
    playcount: plays,
    image: toImage(album?.picture ?? null),
    url: track.url ?? "",
    ...shownPreview.of(track),
    album_id: album?.id ?? null,
    album_name: album?.name ?? null,
    album_apple_music_url: album?.appleMusicUrl ?? null,
    album_released_year: album?.releasedYear ?? null,
    album_total_tracks: album?.totalTracks ?? null
  }))
