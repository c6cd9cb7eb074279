import { Schema } from "effect"
import type { AlbumProfile } from "../facts.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Text, Timestamp, isoOrNull } from "../../shared/fields.js"
import { ArtistRef, artistRef } from "./shared.js"

/** `GET /v1/listening/albums/{id}` (contract §2.1). */
export const AlbumDetail = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  mbid: Text,
  url: Text,
  apple_music_url: Text,
  playcount: Schema.Number,
  first_scrobbled_at: Schema.NullOr(Timestamp),
  image: OptionalImage,
  artist: ArtistRef,
  tracks: Schema.Array(Schema.Struct({
    id: Schema.Number,
    name: Schema.String,
    scrobble_count: Schema.Number,
    apple_music_url: Text,
    preview_url: Text
  }))
}).annotations({ identifier: "AlbumDetail" })
export type AlbumDetail = typeof AlbumDetail.Type

export const albumDetail = (profile: AlbumProfile, show: ToImage): AlbumDetail => ({
  id: profile.album.id,
  name: profile.album.name,
  mbid: profile.album.mbid,
  url: profile.album.url,
  apple_music_url: profile.album.appleMusicUrl,
  playcount: profile.plays,
  first_scrobbled_at: isoOrNull(profile.firstPlayedAt),
  image: show(profile.album.picture),
  artist: artistRef(profile.artist),
  tracks: profile.tracks.map(({ plays, track }) => ({
    id: track.id,
    name: track.name,
    scrobble_count: plays,
    apple_music_url: track.appleMusicUrl,
    preview_url: track.previewUrl
  }))
})
