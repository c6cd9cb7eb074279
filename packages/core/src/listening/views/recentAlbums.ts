import { Schema } from "effect"
import type { NewestAlbum } from "../facts.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Text, Timestamp, iso } from "../../shared/fields.js"
import { ArtistRef, artistRef } from "./shared.js"

export const RecentAlbum = Schema.Struct({
  album: Schema.Struct({
    id: Schema.Number,
    name: Schema.String,
    url: Text,
    apple_music_url: Text,
    image: OptionalImage
  }),
  artist: ArtistRef,
  last_scrobbled_at: Timestamp
}).annotations({ identifier: "RecentAlbum" })
export type RecentAlbum = typeof RecentAlbum.Type

export const recentAlbum = ({ album, artist, lastPlayedAt }: NewestAlbum, show: ToImage): RecentAlbum => ({
  album: { id: album.id, name: album.name, url: album.url, apple_music_url: album.appleMusicUrl, image: show(album.picture) },
  artist: artistRef(artist),
  last_scrobbled_at: iso(lastPlayedAt)
})
