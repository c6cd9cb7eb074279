import { Schema } from "effect"
import type { CountedAlbum, CountedArtist, PlayFact, NewestAlbum, AlbumFact, ArtistName } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import { Text, Timestamp, iso, idField, nameField, field, urlField, withExample } from "../../shared/fields.js"
import { appleMusicUrlField, previewUrlField } from "./fields.js"

export const ArtistRef = Schema.Struct({ id: idField, name: nameField })

export const artistRef = (artist: ArtistName): typeof ArtistRef.Type => ({ id: artist.id, name: artist.name })

const AlbumRef = Schema.Struct({
  id: field(Schema.NullOr(Schema.Number), "Id in this instance; stable for the lifetime of the record", 42),
  name: field(Text, "Name of the album", "Second Daylight"),
  image: imageField
})

const albumRef = (album: AlbumFact | null, toImage: ToImage): typeof AlbumRef.Type => ({
  id: album?.id ?? null,
  name: album?.name ?? null,
  image: toImage(album?.picture ?? null)
})

const countedFields = {
  id: idField,
  name: nameField,
  playcount: field(Schema.NullOr(Schema.Number), "Number of plays in the period", 423),
  url: urlField,
  apple_music_url: appleMusicUrlField,
  image: imageField
}

/** Items of `GET /v1/listening/artists` and `/albums`; `playcount` is counted from the plays. */
export const ArtistItem = Schema.Struct({
  ...countedFields,
  genre: field(Text, "Genre: the first tag that names a genre", "indie rock")
}).annotations({ identifier: "Artist" })
export const AlbumItem = Schema.Struct({
  ...countedFields,
  name: field(Schema.String, "Name of the album", "Second Daylight"),
  artist: field(ArtistRef, "Artist")
}).annotations({ identifier: "Album" })

export const artistItem =
  (toImage: ToImage) =>
  ({ artist, plays }: CountedArtist): typeof ArtistItem.Type => ({
    id: artist.id,
    name: artist.name,
    playcount: plays,
    genre: artist.genre,
    url: artist.url,
    apple_music_url: artist.appleMusicUrl,
    image: toImage(artist.picture)
  })

export const albumItem =
  (toImage: ToImage) =>
  ({ album, artist, plays }: CountedAlbum): typeof AlbumItem.Type => ({
    id: album.id,
    name: album.name,
    artist: artistRef(artist),
    playcount: plays,
    url: album.url,
    apple_music_url: album.appleMusicUrl,
    image: toImage(album.picture)
  })

/** One play in `recent` and `history`. */
export const PlayView = Schema.Struct({
  track: field(
    Schema.Struct({
      id: idField,
      name: field(Schema.String, "Name of the track", "Leaving Dusk"),
      url: urlField,
      apple_music_url: appleMusicUrlField,
      preview_url: previewUrlField
    }),
    "Track"
  ),
  artist: field(ArtistRef, "Artist"),
  album: field(AlbumRef, "Album; its fields are null if the album is unknown"),
  scrobbled_at: withExample(Timestamp, "2026-03-14T20:15:00.000Z")
}).annotations({ identifier: "Play" })

export type PlayView = typeof PlayView.Type

export const playView =
  (toImage: ToImage) =>
  (play: PlayFact): PlayView => ({
    track: {
      id: play.track.id,
      name: play.track.name,
      url: play.track.url,
      apple_music_url: play.track.appleMusicUrl,
      preview_url: play.track.previewUrl
    },
    artist: artistRef(play.artist),
    album: albumRef(play.album, toImage),
    scrobbled_at: iso(play.playedAt)
  })

export const RecentAlbum = Schema.Struct({
  album: field(
    Schema.Struct({
      id: idField,
      name: field(Schema.String, "Name of the album", "Second Daylight"),
      url: urlField,
      apple_music_url: appleMusicUrlField,
      image: imageField
    }),
    "Album; its fields are null if the album is unknown"
  ),
  artist: field(ArtistRef, "Artist"),
  last_scrobbled_at: withExample(Timestamp, "2026-03-14T20:15:00.000Z")
}).annotations({ identifier: "RecentAlbum" })

export type RecentAlbum = typeof RecentAlbum.Type

export const recentAlbum = ({ album, artist, lastPlayedAt }: NewestAlbum, toImage: ToImage): RecentAlbum => ({
  album: {
    id: album.id,
    name: album.name,
    url: album.url,
    apple_music_url: album.appleMusicUrl,
    image: toImage(album.picture)
  },
  artist: artistRef(artist),
  last_scrobbled_at: iso(lastPlayedAt)
})
