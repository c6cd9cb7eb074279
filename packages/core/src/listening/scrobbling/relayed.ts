import type { RelayedListen, RelayedTrack } from "../../hooks/index.js"
import { musicBrainz } from "../spellings.js"
import type { SubmittedPlay, SubmittedPlaying } from "./listens.js"

/** A track as it is passed on to other services. */
export const relayedTrack = (
  { album, artist, duration, service, track }: SubmittedPlaying,
  client: string | null
): RelayedTrack => ({
  artist: artist.name,
  track: track.name,
  album: album?.name ?? null,
  artistMbid: artist.mbid,
  trackMbid: track.mbid,
  albumMbid: album?.mbid ?? null,
  duration: duration ?? null,
  // An address that follows from the MBID is not the page that it was played on.
  page: track.url?.startsWith(musicBrainz) === true ? null : track.url,
  client,
  service: service ?? null
})

export const relayedListen = (listen: SubmittedPlay, client: string | null): RelayedListen => ({
  ...relayedTrack(listen, client),
  playedAt: listen.playedAt
})
