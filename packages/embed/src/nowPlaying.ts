import type { ElementKind } from "./element.js"
import { linkOr, part, picture, spaced } from "./nodes.js"

/** `/v1/listening/now-playing`. A lens may leave fields out. */
interface NowPlaying {
  readonly is_playing: boolean
  readonly track: {
    readonly name: string
    readonly url?: string | null
    readonly artist?: { readonly name?: string }
    readonly album?: { readonly image?: { readonly url: string } | null } | null
  } | null
}

const bars = () =>
  part(
    "span",
    "bars",
    [1, 2, 3].map(() => document.createElement("i")),
    { "aria-hidden": "true" }
  )

/** The current track, or the last one. */
export const nowPlaying: ElementKind<NowPlaying> = {
  attributes: ["playing-label", "played-label", "covers"],
  every: 60_000,
  path: () => "/v1/listening/now-playing",
  nodes: ({ is_playing, track }, { attribute }) => {
    if (track === null) return []
    const label = is_playing ? attribute("playing-label", "Playing") : attribute("played-label", "Last played")
    const cover = attribute("covers") === "off" ? undefined : track.album?.image?.url
    const artist = track.artist?.name
    const line = part(
      "p",
      "line",
      spaced([
        part("span", "label", [`${label}:`]),
        linkOr("track", track.name, track.url),
        artist !== undefined && part("span", "artist", [`– ${artist}`]),
        is_playing && bars()
      ])
    )
    return cover === undefined ? [line] : [picture("cover", cover), line]
  }
}
