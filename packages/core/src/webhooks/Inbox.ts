import { Context, type Effect, type Option } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { WebhookEvent } from "./Receiver.js"

/** An event that was taken to be handled. */
export interface Taken extends WebhookEvent {
  readonly id: number
  /** How often it was tried before this time. */
  readonly attempts: number
}

/** How the events of a source stand. */
export interface InboxStanding {
  readonly source: string
  /** Still to be handled. */
  readonly due: number
  /** Given up in the last 30 days. */
  readonly dead: number
  /** Why the newest of those was given up. */
  readonly reason: Option.Option<string>
}

/** Webhook events, kept until they are handled, whatever becomes of the process. Times are epoch milliseconds. */
export class Inbox extends Context.Tag("@daybook/core/Inbox")<Inbox, {
  /**
   * Stores events that are not known by their key, and says how many. While 1,000 of a source wait, no more are taken:
   * the next sync of the source finds what they would have said.
   */
  readonly receive: (source: string, events: ReadonlyArray<WebhookEvent>, now: number) => Effect.Effect<number, StorageFailure>
  /** The event that is due for longest, for the caller alone during ten minutes or for as long as its process lives. */
  readonly take: (source: string, now: number) => Effect.Effect<Option.Option<Taken>, StorageFailure>
  readonly done: (id: number, now: number) => Effect.Effect<void, StorageFailure>
  /** Puts it back until `dueAt`. */
  readonly retry: (id: number, dueAt: number, attempts: number, reason: string) => Effect.Effect<void, StorageFailure>
  readonly giveUp: (id: number, now: number, reason: string) => Effect.Effect<void, StorageFailure>
  /** Forgets what was handled more than 30 days ago, and all but the newest 5,000 of each source. */
  readonly prune: (now: number) => Effect.Effect<void, StorageFailure>
  readonly standings: Effect.Effect<ReadonlyArray<InboxStanding>, StorageFailure>
}>() {}
