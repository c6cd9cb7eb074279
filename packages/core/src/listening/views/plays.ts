import { Schema } from "effect"
import type { PlayFact } from "../facts.js"
import { AlbumRef, ArtistRef, Link, type Show, Timestamp, albumRef, artistRef, iso } from "./shared.js"

/** One play, in `recent` and `history` (contract §2.1). */
export const PlayView = Schema.Struct({
  track: Schema.Struct({
    id: Schema.Number,
    name: Schema.String,
    url: Link,
    apple_music_url: Link,
    preview_url: Link
  }),
  artist: ArtistRef,
  album: AlbumRef,
  scrobbled_at: Timestamp
}).annotations({ identifier: "Play" })
export type PlayView = typeof PlayView.Type

export const playView = (show: Show) => (play: PlayFact): PlayView => ({
  track: {
    id: play.track.id,
    name: play.track.name,
    url: play.track.url,
    apple_music_url: play.track.appleMusicUrl,
    preview_url: play.track.previewUrl
  },
  artist: artistRef(play.artist),
  album: albumRef(play.album, show),
  scrobbled_at: iso(play.playedAt)
})
