import type { RelayedListen, RelayedTrack } from "../../hooks/index.js"
import { musicBrainz } from "../spellings.js"
import type { SubmittedPlay, SubmittedPlaying } from "./listens.js"
import { clientName } from "./Scrobblers.js"

/** A track as it is passed on to other services. `submitter` sent the request: a batch may be of several programs. */
export const relayedTrack = (
  { album, artist, client, duration, service, track }: SubmittedPlaying,
  submitter: string | null
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
  client: clientName(client ?? submitter),
  service: service ?? null
})

export const relayedListen = (listen: SubmittedPlay, submitter: string | null): RelayedListen => ({
  ...relayedTrack(listen, submitter),
  playedAt: listen.playedAt
})
