import type { Redacted } from "effect"
import type { Domain } from "../domains.js"

/** The services to which listens of scrobblers are passed on. */
export const relayKinds = ["listenbrainz", "lastfm"] as const
export type RelayKind = (typeof relayKinds)[number]

/** What a hook calls: a receiver of events by Standard Webhooks, the build of a site, or a service for listens. */
export const hookKinds = ["webhook", "netlify", "vercel", "cloudflare", "github", "post", ...relayKinds] as const
export type HookKind = (typeof hookKinds)[number]

/** A hook that starts a build. It has no events: every change of its domains counts. */
export type BuildKind = Exclude<HookKind, "webhook" | RelayKind>

/** The events that a webhook can be sent. */
export const hookEventTypes = [
  "feed.item.created",
  "changes.available",
  "sync.run.completed",
  "sync.run.failed",
  "source.paused",
  "source.drifted",
  "now_playing.changed",
  "hook.disabled",
  "hook.test"
] as const
export type HookEventType = (typeof hookEventTypes)[number]

/** `v1` is HMAC-SHA256 with a shared secret, `v1a` is ed25519 with a key pair. */
export const signatureVersions = ["v1", "v1a"] as const
export type SignatureVersion = (typeof signatureVersions)[number]

/** When a build hook calls. All times are seconds. */
export interface BuildTiming {
  /** Time without a change before a build. */
  readonly quiet: number
  /** The longest time from the first change to the build. */
  readonly maxWait: number
  /** The shortest time between two builds. */
  readonly minInterval: number
  /** Builds on one day of the home time zone. */
  readonly maxPerDay: number
}

/** Changes that a hook has not been called for yet. */
export interface PendingChanges {
  /** The position of the newest of them in the log of changes. */
  readonly cursor: string | null
  /** Their number by domain. */
  readonly counts: Readonly<Record<string, number>>
}

/** When changes came and when the hook called last. Times are epoch milliseconds. */
export interface DebounceState {
  /** The first and the last change that no call has followed; null if there is none. */
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly firedAt: number | null
  /** The local day of `firedAt`, and the calls on it. */
  readonly firedDay: string | null
  readonly firedCount: number
}

/** The failures of a hook since its last success. Times are epoch milliseconds. */
export interface HookHealth {
  readonly lastSuccessAt: number | null
  /** The first failure since the last success; null after a success. */
  readonly failingSince: number | null
  readonly failures: number
}

/** A hook as the operator sees it. Times are epoch milliseconds. */
export interface Hook extends HookHealth {
  readonly id: number
  readonly kind: HookKind
  /** The address of a webhook. Null for a build hook, whose address is a secret. */
  readonly url: string | null
  /** The last four characters of a secret address. */
  readonly hint: string | null
  readonly events: ReadonlyArray<HookEventType>
  /** Empty for all domains. */
  readonly domains: ReadonlyArray<Domain>
  readonly description: string | null
  /** Null for a build hook. */
  readonly signature: SignatureVersion | null
  /** `whpk_` and the public key in base64; null without `v1a`. */
  readonly publicKey: string | null
  /** Null for a webhook. */
  readonly timing: BuildTiming | null
  readonly state: "active" | "disabled"
  readonly disabledAt: number | null
  readonly disabledReason: string | null
  /** Nothing is sent before this instant, as the receiver asked. */
  readonly pausedUntil: number | null
  readonly createdAt: number
  /** Null unless it passes listens on. */
  readonly listens: ListenCounts | null
}

/** The listens that a hook passes on. */
export interface ListenCounts {
  readonly waiting: number
  readonly sent: number
  readonly refused: number
  /** Why the last one was refused; null if none was. */
  readonly lastRefusal: string | null
}

/** A key that signs, in the notation of Standard Webhooks: `whsec_…`, or `whsk_…` for ed25519. */
export interface SigningKey {
  readonly key: string
  /** Epoch milliseconds; null while it is the current key. */
  readonly until: number | null
}

/** The parts of a hook that are sealed at rest. */
export interface HookSecrets {
  /** The current key first. */
  readonly keys: ReadonlyArray<SigningKey>
  /** The address of a build hook. */
  readonly address: string | null
  /** The token for GitHub or ListenBrainz. */
  readonly token: string | null
  /** The header of a hook of kind `post`. */
  readonly header: { readonly name: string; readonly value: string } | null
  /** What signs calls of Last.fm. */
  readonly lastFm: LastFmSecrets | null
}

/** The API account and the session of a user at Last.fm. */
export interface LastFmSecrets {
  readonly apiKey: string
  readonly sharedSecret: string
  readonly sessionKey: string
}

export const noSecrets: HookSecrets = { keys: [], address: null, token: null, header: null, lastFm: null }

/** What a hook needs to be called. */
export interface HookTarget {
  readonly kind: HookKind
  readonly url: string | null
  readonly secrets: Redacted.Redacted<HookSecrets>
}

/** The request of one attempt. Its body is sent as UTF-8. */
export interface HookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** POST unless it says otherwise; a GET has no body. */
  readonly method?: "GET"
  /** How much of the answer is read; 2 KiB unless it says otherwise. */
  readonly replyBytes?: number
}

/** An event type, `build`, or for a service: a batch of `listens`, or what is `playing`. */
export const messageTypes = [...hookEventTypes, "build", "listens", "playing"] as const
export type HookMessageType = (typeof messageTypes)[number]

/** A message of the outbox. Its body never changes, so that one id always has one body. */
export interface HookMessage {
  /** `msg_` and a ULID: the `webhook-id`. */
  readonly id: string
  readonly hook: number
  readonly type: HookMessageType
  readonly body: string
  /** Finished attempts since it became due. */
  readonly attempts: number
}

/** The result of one attempt. Times are milliseconds. */
export interface AttemptResult {
  /** Null without a response. */
  readonly status: number | null
  readonly duration: number
  /** The first 2 KiB of the response, or why there was none. */
  readonly reply: string
  /** The header `Retry-After`, or in how many seconds a used-up rate limit is reset. */
  readonly retryAfter: string | null
  /** False if the body refuses what the status accepts. */
  readonly accepted?: boolean
}

export const isRelay = (kind: HookKind): kind is RelayKind => relayKinds.some((one) => one === kind)

/** The type of a hook's messages. */
export const isBuild = (kind: HookKind): kind is BuildKind => kind !== "webhook" && !isRelay(kind)
