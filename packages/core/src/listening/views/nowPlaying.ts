import { Schema } from "effect"
import type { Recognised } from "../facts.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Text, Timestamp, isoOrNull } from "../../shared/fields.js"

const Id = Schema.NullOr(Schema.Number)

/** `api.md` §2.5. Ids are null until the thing has been synced. */
export const NowPlaying = Schema.Struct({
  is_playing: Schema.Boolean,
  track: Schema.Struct({
    name: Schema.String,
    artist: Schema.Struct({ id: Id, name: Schema.String, apple_music_url: Text }),
    album: Schema.Struct({ id: Id, name: Text, image: OptionalImage }),
    url: Schema.String,
    apple_music_url: Text,
    preview_url: Text
  }),
  scrobbled_at: Schema.NullOr(Timestamp)
}).annotations({ identifier: "NowPlaying" })
export type NowPlaying = typeof NowPlaying.Type

/** A play as the service reports it live, with what the library knows of it; `playedAt` null means at this moment. */
export interface Heard {
  readonly artist: string
  readonly track: string
  readonly album: string | null
  readonly url: string | null
  readonly playedAt: number | null
  readonly known: Recognised | null
}

export const nowPlaying = ({ album, artist, known, playedAt, track, url }: Heard, show: ToImage): NowPlaying => ({
  is_playing: playedAt === null,
  track: {
    name: track,
    artist: { id: known?.artist?.id ?? null, name: artist, apple_music_url: known?.artist?.appleMusicUrl ?? null },
    album: { id: known?.album?.id ?? null, name: album, image: show(known?.album?.picture ?? null) },
    url: url ?? known?.track?.url ?? "",
    apple_music_url: known?.track?.appleMusicUrl ?? null,
    preview_url: known?.track?.previewUrl ?? null
  },
  scrobbled_at: isoOrNull(playedAt)
})
