import { Schema } from "effect"
import { type PageOf, Pagination, offsetOf } from "../../shared/Pagination.js"
import { Sparkline } from "../../shared/Sparkline.js"
import type { CountedAlbum, CountedArtist, CountedTrack } from "../facts.js"
import { Period } from "../period.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Text } from "../../shared/fields.js"

const Item = {
  rank: Schema.Number,
  id: Schema.Number,
  name: Schema.String,
  /** Empty for artists, the artist's name for albums and tracks. */
  detail: Schema.String,
  playcount: Schema.Number,
  image: OptionalImage,
  url: Schema.String,
  apple_music_url: Text,
  sparkline: Schema.optional(Sparkline)
}
const envelope = <A, I>(item: Schema.Schema<A, I>) => ({
  period: Period,
  data: Schema.Array(item),
  pagination: Pagination
})

export const TopArtist = Schema.Struct({ ...Item, genre: Text }).annotations({ identifier: "TopArtist" })
export const TopAlbum = Schema.Struct(Item).annotations({ identifier: "TopAlbum" })
export const TopTrack = Schema.Struct({
  ...Item,
  preview_url: Text,
  album_id: Schema.NullOr(Schema.Number),
  album_name: Text,
  album_apple_music_url: Text,
  album_released_year: Schema.NullOr(Schema.Number),
  album_total_tracks: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "TopTrack" })

/** `GET /v1/listening/top/…` (contract §2.1). */
export const TopArtists = Schema.Struct(envelope(TopArtist)).annotations({ identifier: "TopArtists" })
export const TopAlbums = Schema.Struct(envelope(TopAlbum)).annotations({ identifier: "TopAlbums" })
export const TopTracks = Schema.Struct({ ...envelope(TopTrack), artist_id: Schema.NullOr(Schema.Number) }).annotations({ identifier: "TopTracks" })

/** Ranks go by place, over all pages. */
const rankFrom = (page: PageOf) => (index: number) => offsetOf(page) + index + 1

export const topArtists = (rows: ReadonlyArray<CountedArtist>, page: PageOf, show: ToImage): ReadonlyArray<typeof TopArtist.Type> =>
  rows.map(({ artist, plays }, index) => ({
    rank: rankFrom(page)(index),
    id: artist.id,
    name: artist.name,
    detail: "",
    playcount: plays,
    image: show(artist.picture),
    url: artist.url ?? "",
    apple_music_url: artist.appleMusicUrl,
    genre: artist.genre
  }))

export const topAlbums = (rows: ReadonlyArray<CountedAlbum>, page: PageOf, show: ToImage): ReadonlyArray<typeof TopAlbum.Type> =>
  rows.map(({ album, artist, plays }, index) => ({
    rank: rankFrom(page)(index),
    id: album.id,
    name: album.name,
    detail: artist.name,
    playcount: plays,
    image: show(album.picture),
    url: album.url ?? "",
    apple_music_url: album.appleMusicUrl
  }))

export const topTracks = (rows: ReadonlyArray<CountedTrack>, page: PageOf, show: ToImage): ReadonlyArray<typeof TopTrack.Type> =>
  rows.map(({ album, artist, plays, track }, index) => ({
    rank: rankFrom(page)(index),
    id: track.id,
    name: track.name,
    detail: artist.name,
    playcount: plays,
    image: show(album?.picture ?? null),
    url: track.url ?? "",
    apple_music_url: track.appleMusicUrl,
    preview_url: track.previewUrl,
    album_id: album?.id ?? null,
    album_name: album?.name ?? null,
    album_apple_music_url: album?.appleMusicUrl ?? null,
    album_released_year: album?.releasedYear ?? null,
    album_total_tracks: album?.totalTracks ?? null
  }))
