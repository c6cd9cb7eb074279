import { maloja, mpdscribble, pano } from "./audioscrobblerClients.js"
import type { ScrobblerClient } from "./client.js"
import { jellyfin, koito, multiScrobbler, navidrome, webScrobbler } from "./listenbrainzClients.js"

/** Every program that is simulated, on the host with this token. */
export const scrobblerClients = (host: string, token: string): ReadonlyArray<ScrobblerClient> => {
  const account = { host, password: token, user: "anna" }
  return [
    ...[navidrome, jellyfin, webScrobbler, multiScrobbler, koito].map((make) => make({ host, token })),
    ...[pano, maloja, mpdscribble].map((make) => make(account))
  ]
}
