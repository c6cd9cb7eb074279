import { Redacted } from "effect"
import type { HookMessage, HookRequest, HookTarget, LastFmSecrets, RelayKind } from "../model.js"
import { type RelayCall, type RelayedListen, type RelayedTrack, relayCallOf } from "./model.js"

const seconds = (millis: number) => Math.floor(millis / 1_000)

/** The members that are known. */
const present = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))

/** `track_metadata` of ListenBrainz (https://listenbrainz.readthedocs.io/en/latest/users/json.html). */
const metadataOf = (track: RelayedTrack) => ({
  artist_name: track.artist,
  track_name: track.track,
  ...present({ release_name: track.album }),
  additional_info: {
    submission_client: "Daybook",
    ...present({
      artist_mbids: track.artistMbid === null ? null : [track.artistMbid],
      recording_mbid: track.trackMbid,
      release_mbid: track.albumMbid,
      duration_ms: track.duration,
      origin_url: track.page,
      media_player: track.client
    })
  }
})

type Parameters = Readonly<Record<string, string>>

/** Parameters of `track.scrobble` and `track.updateNowPlaying` (https://www.last.fm/api/show/track.scrobble). */
const parametersOf = (track: RelayedTrack, index = ""): Parameters => {
  const values = present({
    artist: track.artist,
    track: track.track,
    album: track.album,
    mbid: track.trackMbid,
    duration: track.duration === null ? null : String(Math.max(1, seconds(track.duration)))
  }) as Parameters
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${name}${index}`, value]))
}

const listenCalls: Readonly<Record<RelayKind, (listens: ReadonlyArray<RelayedListen>) => unknown>> = {
  listenbrainz: (listens) => ({
    listen_type: listens.length === 1 ? "single" : "import",
    payload: listens.map((listen) => ({ listened_at: seconds(listen.playedAt), track_metadata: metadataOf(listen) }))
  }),
  lastfm: (listens) =>
    listens.reduce<Parameters>(
      (all, listen, place) => ({
        ...all,
        ...parametersOf(listen, `[${place}]`),
        [`timestamp[${place}]`]: String(seconds(listen.playedAt))
      }),
      { method: "track.scrobble" }
    )
}

const playingCalls: Readonly<Record<RelayKind, (track: RelayedTrack) => unknown>> = {
  listenbrainz: (track) => ({ listen_type: "playing_now", payload: [{ track_metadata: metadataOf(track) }] }),
  lastfm: (track) => ({ method: "track.updateNowPlaying", ...parametersOf(track) })
}

const bodyOf = (call: RelayCall) => JSON.stringify(call)

/** The body of a message with listens, at most `maxListens`. */
export const listensBody = (kind: RelayKind, listens: ReadonlyArray<RelayedListen>): string =>
  bodyOf({ until: null, count: listens.length, call: listenCalls[kind](listens) })

/** The body of a message with what is playing. */
export const playingBody = (kind: RelayKind, track: RelayedTrack, until: number): string =>
  bodyOf({ until, count: 0, call: playingCalls[kind](track) })

/** Half of a character, which no encoding can express. */
const halves = /\p{Surrogate}/gu

const encoded = (text: string) => encodeURIComponent(text.replace(halves, "\uFFFD"))

type Md5 = (text: string) => string

/**
 * The form of a call with its signature: MD5 of all parameters in the order of their names, and the shared secret
 * (https://www.last.fm/api/authspec#8). `format` is not signed.
 */
export const signedForm = (parameters: Parameters, { apiKey, sharedSecret }: LastFmApp, md5: Md5): string => {
  const all: Parameters = { ...parameters, api_key: apiKey }
  const text = Object.keys(all)
    .sort()
    .map((name) => `${name}${all[name]}`)
    .join("")
  return Object.entries({ ...all, api_sig: md5(`${text}${sharedSecret}`), format: "json" })
    .map((pair) => pair.map(encoded).join("="))
    .join("&")
}

type LastFmApp = Pick<LastFmSecrets, "apiKey" | "sharedSecret">

export const formHeaders = (agent: string) => ({
  "user-agent": agent,
  "content-type": "application/x-www-form-urlencoded; charset=utf-8"
})

interface CallContext {
  readonly agent: string
  readonly md5: Md5
}

/** The answer for a batch names each of its listens. */
const replyBytes = 262_144

/** The request for a message to a service. Null if a secret that it needs is missing. */
export const relayRequestOf = (
  kind: RelayKind,
  { secrets, url }: Pick<HookTarget, "secrets" | "url">,
  message: Pick<HookMessage, "body" | "type">,
  { agent, md5 }: CallContext
): HookRequest | null => {
  const { lastFm, token } = Redacted.value(secrets)
  const isTest = message.type === "hook.test"
  if (kind === "lastfm") {
    if (lastFm === null || url === null) return null
    const call = isTest ? { method: "user.getInfo" } : (relayCallOf(message).call as Parameters)
    const body = signedForm({ ...call, sk: lastFm.sessionKey }, lastFm, md5)
    return { url, headers: formHeaders(agent), body, replyBytes }
  }
  if (token === null || url === null) return null
  const headers = { "user-agent": agent, authorization: `Token ${token}`, "content-type": "application/json" }
  const root = url.replace(/\/+$/, "")
  return isTest
    ? { url: `${root}/1/validate-token`, headers, body: "", method: "GET", replyBytes }
    : { url: `${root}/1/submit-listens`, headers, body: JSON.stringify(relayCallOf(message).call), replyBytes }
}
