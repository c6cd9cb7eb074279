import { Context, type Effect, type Option, type Redacted } from "effect"
import type { BadInput, Conflict, NoData, StorageFailure } from "../shared/errors.js"
import type { Paged, PageOf } from "../shared/fields.js"
import type { HookEvent } from "./events.js"
import type {
  AttemptResult,
  DebounceState,
  Hook,
  HookMessage,
  HookRequest,
  HookSecrets,
  HookTarget,
  SignatureVersion
} from "./model.js"
import type { ListenResult, RelayedListen, RelayedTrack } from "./relay/model.js"
import type { Verdict } from "./retry.js"

/** Makes and uses the keys of Standard Webhooks. */
export class HookSigner extends Context.Tag("@daybook/core/HookSigner")<
  HookSigner,
  {
    /** A new key, and the text with which a receiver verifies its signatures. */
    readonly make: (version: SignatureVersion) => Effect.Effect<{ readonly key: string; readonly verifier: string }>
    /** The signature of a text by a key, with its version: `v1,…` or `v1a,…`. */
    readonly sign: (key: string, text: string) => string
    /** MD5 of a UTF-8 text, hex: Last.fm signs with it. */
    readonly md5: (text: string) => string
  }
>() {}

/** Sends requests of hooks. */
export class HookTransport extends Context.Tag("@daybook/core/HookTransport")<
  HookTransport,
  {
    /** Fails for an address that `send` would refuse. A name that cannot be resolved now is accepted. */
    readonly check: (url: string) => Effect.Effect<void, BadInput>
    /** Sends a request within 15 seconds, without following redirects. A failure is a result without status. */
    readonly send: (request: HookRequest) => Effect.Effect<AttemptResult>
    /** The header `user-agent`. */
    readonly agent: string
  }
>() {}

type NewHook = Pick<
  Hook,
  "kind" | "url" | "hint" | "events" | "domains" | "description" | "signature" | "publicKey" | "timing"
>

export interface HookChanges extends Partial<
  Pick<Hook, "url" | "hint" | "events" | "domains" | "description" | "timing" | "publicKey">
> {
  readonly secrets?: Redacted.Redacted<HookSecrets>
}

export type DeliveryState = "due" | "done" | "dead"

export const listenStates = ["waiting", "sent", "refused"] as const
export type ListenState = (typeof listenStates)[number]

/** A listen that a hook passes on. Times are epoch milliseconds. */
export interface StoredListen extends Pick<RelayedListen, "playedAt" | "artist" | "track" | "album"> {
  readonly state: ListenState
  /** Why the service refused it; null unless it did. */
  readonly reason: string | null
  readonly finishedAt: number | null
}

/** A finished attempt. Times are epoch milliseconds. */
export interface Attempt extends Omit<AttemptResult, "retryAfter" | "accepted"> {
  readonly at: number
}

/** A message with its attempts, oldest first. Times are epoch milliseconds. */
export interface Delivery {
  readonly id: string
  readonly type: HookMessage["type"]
  readonly state: DeliveryState
  readonly createdAt: number
  /** The next attempt; null if there is none. */
  readonly dueAt: number | null
  readonly attempts: ReadonlyArray<Attempt>
}

/** A hook that was disabled, and the messages that were not sent because of that. */
export interface EnabledHook {
  readonly hook: Hook
  readonly missed: number
  /** When the oldest of them was created, epoch milliseconds; null if there are none. */
  readonly since: number | null
}

/** What to send again. */
export interface ReplayRequest {
  /** Messages created since this instant, epoch milliseconds. */
  readonly since: number
  readonly failedOnly: boolean
}

/** Hooks and their deliveries, as an operator manages them. A missing hook or message is `NoData`. */
export class HookStore extends Context.Tag("@daybook/core/HookStore")<
  HookStore,
  {
    /** `Conflict` if there are 20 hooks already. */
    readonly create: (
      hook: NewHook,
      secrets: Redacted.Redacted<HookSecrets>
    ) => Effect.Effect<Hook, StorageFailure | Conflict>
    /** In the order of their ids. */
    readonly all: Effect.Effect<ReadonlyArray<Hook>, StorageFailure>
    readonly get: (id: number) => Effect.Effect<Hook, StorageFailure | NoData>
    /** `Conflict` if the secrets were sealed with another secret of the instance. */
    readonly secrets: (id: number) => Effect.Effect<Redacted.Redacted<HookSecrets>, StorageFailure | NoData | Conflict>
    readonly change: (id: number, changes: HookChanges) => Effect.Effect<Hook, StorageFailure | NoData>
    /** Removes a hook with its messages. */
    readonly remove: (id: number) => Effect.Effect<void, StorageFailure | NoData>
    /** Makes a hook active again. */
    readonly enable: (id: number) => Effect.Effect<EnabledHook, StorageFailure | NoData>
    /** Newest first. */
    readonly deliveries: (
      id: number,
      state: DeliveryState | null,
      page: PageOf
    ) => Effect.Effect<Paged<Delivery>, StorageFailure | NoData>
    /**
     * Makes a message due again, with its id and body. False if it is being sent at the moment: then nothing changes.
     * `Conflict` if the hook is disabled.
     */
    readonly replay: (
      id: number,
      message: string,
      now: number
    ) => Effect.Effect<boolean, StorageFailure | NoData | Conflict>
    /** The number of messages that are due again. `Conflict` if the hook is disabled. */
    readonly replayMany: (
      id: number,
      request: ReplayRequest,
      now: number
    ) => Effect.Effect<number, StorageFailure | NoData | Conflict>
    /** Listens of a hook that passes them on, newest first. */
    readonly listens: (
      id: number,
      state: ListenState | null,
      page: PageOf
    ) => Effect.Effect<Paged<StoredListen>, StorageFailure | NoData>
    /** Due messages of all hooks. */
    readonly dueCount: Effect.Effect<number, StorageFailure>
  }
>() {}

/** A message whose lease this process holds for 60 seconds. */
export interface ClaimedMessage extends HookMessage {
  readonly lease: number
  readonly target: Option.Option<HookTarget>
  readonly health: Pick<Hook, "lastSuccessAt" | "failingSince" | "failures">
}

/** What an active hook waits for. Times are epoch milliseconds. */
export interface HookPlan extends DebounceState, Pick<Hook, "id" | "kind" | "timing" | "pausedUntil"> {
  /** When its next message without a lease is due. */
  readonly dueAt: number | null
  /** When the lease of its message ends. */
  readonly heldUntil: number | null
  /** When the next batch of listens is due; null if there is none, or one is being sent. */
  readonly listensAt: number | null
}

/** The outbox as senders use it. All hosts share it. */
export class HookQueue extends Context.Tag("@daybook/core/HookQueue")<
  HookQueue,
  {
    /** The active hooks. Releases leases of ended processes first. */
    readonly plans: Effect.Effect<ReadonlyArray<HookPlan>, StorageFailure>
    /**
     * Makes a message of the changes or listens that wait, if they are due. Only one host does. False while another
     * transaction changes the hook: try again.
     */
    readonly collect: (hook: number, now: number) => Effect.Effect<boolean, StorageFailure>
    /** Claims the message of a hook that has been due longest. None while the hook has a claimed message. */
    readonly claim: (hook: number, now: number) => Effect.Effect<Option.Option<ClaimedMessage>, StorageFailure>
    /** Stores a test message that this process has claimed. */
    readonly claimTest: (hook: number, now: number) => Effect.Effect<ClaimedMessage, StorageFailure | NoData>
    /**
     * Records an attempt, and what became of the listens of the message. False if the lease has passed to another
     * process: then nothing changes.
     */
    readonly record: (
      message: ClaimedMessage,
      attempt: Attempt,
      verdict: Verdict,
      listens: ListenResult | null
    ) => Effect.Effect<boolean, StorageFailure>
    /**
     * Deletes finished messages older than the log's days, and all but the newest 10,000 of each hook; and listens that
     * were played and ended 90 days ago.
     */
    readonly prune: (now: number) => Effect.Effect<void, StorageFailure>
    /** A version that increases when any process adds a message or changes a hook. Reading it needs no query. */
    readonly latest: () => number
    /** Waits until this process knows a version above this one. */
    readonly passed: (version: number) => Effect.Effect<void>
  }
>() {}

/** Adds messages to the outbox, in the transaction of their cause. */
export class HookOutbox extends Context.Tag("@daybook/core/HookOutbox")<
  HookOutbox,
  {
    /** Stores a message for each hook that wants an event. */
    readonly announce: (events: ReadonlyArray<HookEvent>) => Effect.Effect<void, StorageFailure>
    /**
     * Announces what is playing, unless it is what was announced last. `toEvent` gets the newest answer of the source
     * as JSON. No newer one is published before the end, so that a slow host cannot announce a former answer.
     */
    readonly playing: (
      toEvent: (answer: string) => Option.Option<HookEvent<"now_playing.changed">>
    ) => Effect.Effect<void, StorageFailure>
    /** Whether an active hook wants an event of this type. */
    readonly isWanted: (type: HookEvent["type"]) => Effect.Effect<boolean, StorageFailure>
  }
>() {}

/** Takes what scrobblers submit, for the hooks that pass it on. */
export class ListenRelay extends Context.Tag("@daybook/core/ListenRelay")<
  ListenRelay,
  {
    /**
     * Queues listens, in the transaction that stores them. A listen that a hook has already is not queued
     * again, and one that may be among those that it forgot is refused.
     */
    readonly pass: (listens: ReadonlyArray<RelayedListen>, now: number) => Effect.Effect<void, StorageFailure>
    /** Queues what is playing, in place of what was playing before. It is not sent after `until`. */
    readonly playing: (track: RelayedTrack, now: number, until: number) => Effect.Effect<void, StorageFailure>
  }
>() {}
