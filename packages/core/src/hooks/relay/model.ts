import type { HookMessage, RelayKind } from "../model.js"

/** A track as it is passed on. */
export interface RelayedTrack {
  readonly artist: string
  readonly track: string
  readonly album: string | null
  readonly artistMbid: string | null
  readonly trackMbid: string | null
  readonly albumMbid: string | null
  /** Milliseconds; null if it is unknown. */
  readonly duration: number | null
  /** The page that it was played on; null if it is unknown. */
  readonly page: string | null
  /** The program that submitted it, with its version; null if it said nothing. */
  readonly client: string | null
  /** The service that the program played it from or read it at, such as `last.fm`; null if it said nothing. */
  readonly service: string | null
}

export interface RelayedListen extends RelayedTrack {
  /** When it began, epoch milliseconds. */
  readonly playedAt: number
}

/** What became of the listens of a message, by their place in it. */
export type ListenResult =
  | { readonly state: "sent"; readonly except: ReadonlyArray<ListenException> }
  /** They are sent again, at most `most` at a time; null for as many as the service takes. */
  | { readonly state: "waiting"; readonly most: number | null }
  | { readonly state: "refused"; readonly reason: string }

/** A listen that a service did not take from a batch that it took. */
export interface ListenException {
  readonly place: number
  readonly reason: string
  /** When it is sent again, epoch milliseconds; null if it never is. */
  readonly dueAt: number | null
}

/** The body of a message to a service: the call, without secrets. */
export interface RelayCall {
  /** It is pointless later; null for listens. Epoch milliseconds. */
  readonly until: number | null
  /** Number of listens. */
  readonly count: number
  /** The document for ListenBrainz, or the parameters for Last.fm. */
  readonly call: unknown
}

export const relayCallOf = ({ body }: Pick<HookMessage, "body">): RelayCall => JSON.parse(body) as RelayCall

/** Maximum number of listens in one request: Last.fm documents 50, the server of ListenBrainz has 1,000. */
export const maxListens: Readonly<Record<RelayKind, number>> = { lastfm: 50, listenbrainz: 1_000 }

/** The server of ListenBrainz takes 10,240,000 bytes. */
export const maxBytes = 9_000_000

/** Where the services are, unless a hook names a server of its own. */
export const relayAddresses: Readonly<Record<RelayKind, string>> = {
  listenbrainz: "https://api.listenbrainz.org",
  lastfm: "https://ws.audioscrobbler.com/2.0/"
}

/** The name of a service without address, version and spelling: `https://www.last.fm/…` and `Last.fm` are `lastfm`. */
const plainName = (text: string): string =>
  text
    .toLowerCase()
    .trim()
    .replace(/^https?:\/\//, "")
    .replace(/\/.*$/, "")
    .replace(/[\s/]+v?\d[\w.+-]*$/, "")
    .replace(/^(www|api|m)\./, "")
    .replace(/\.(org|com)$/, "")
    .replace(/[^a-z0-9]/g, "")

/** The host of an address, without user and port. */
const pageHost = (page: string | null) => /^https?:\/\/(?:[^/?#]*@)?([^/?#:]+)/i.exec(page ?? "")?.[1] ?? null

/** Whether a track was read at a service: it never goes back there. */
export const comesFrom = (kind: RelayKind, { client, page, service }: RelayedTrack): boolean =>
  [client, service, pageHost(page)].some((text) => text !== null && plainName(text) === kind)
