import { Schema } from "effect"
import type { PlayFact } from "../facts.js"
import type { ToImage } from "../../images/Picture.js"
import { Text, Timestamp, iso } from "../../shared/fields.js"
import { AlbumRef, ArtistRef, albumRef, artistRef } from "./shared.js"

/** One play, in `recent` and `history` (contract §2.1). */
export const PlayView = Schema.Struct({
  track: Schema.Struct({
    id: Schema.Number,
    name: Schema.String,
    url: Text,
    apple_music_url: Text,
    preview_url: Text
  }),
  artist: ArtistRef,
  album: AlbumRef,
  scrobbled_at: Timestamp
}).annotations({ identifier: "Play" })
export type PlayView = typeof PlayView.Type

export const playView = (show: ToImage) => (play: PlayFact): PlayView => ({
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
