import { Schema } from "effect"
import type { CountedAlbum, CountedArtist } from "../facts.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Text } from "../../shared/fields.js"
import { ArtistRef, artistRef } from "./shared.js"

const Counted = {
  id: Schema.Number,
  name: Schema.String,
  playcount: Schema.NullOr(Schema.Number),
  url: Text,
  apple_music_url: Text,
  image: OptionalImage
}

/** Items of `GET /v1/listening/artists` and `/albums`; `playcount` is counted from the plays. */
export const ArtistItem = Schema.Struct({ ...Counted, genre: Text }).annotations({ identifier: "Artist" })
export const AlbumItem = Schema.Struct({ ...Counted, artist: ArtistRef }).annotations({ identifier: "Album" })

export const artistItem = (show: ToImage) => ({ artist, plays }: CountedArtist): typeof ArtistItem.Type => ({
  id: artist.id,
  name: artist.name,
  playcount: plays,
  genre: artist.genre,
  url: artist.url,
  apple_music_url: artist.appleMusicUrl,
  image: show(artist.picture)
})

export const albumItem = (show: ToImage) => ({ album, artist, plays }: CountedAlbum): typeof AlbumItem.Type => ({
  id: album.id,
  name: album.name,
  artist: artistRef(artist),
  playcount: plays,
  url: album.url,
  apple_music_url: album.appleMusicUrl,
  image: show(album.picture)
})
