import { Context, type Effect, type Option } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { WebhookEvent } from "./Receiver.js"

/** An event claimed for handling. */
export interface ClaimedEvent extends WebhookEvent {
  readonly id: number
  /** Number of earlier attempts. */
  readonly attempts: number
}

/** The event counts of a source. */
export interface InboxStatus {
  readonly source: string
  /** Number of events to handle. */
  readonly due: number
  /** Number of events given up in the last 30 days. */
  readonly dead: number
  /** Why the newest of them was given up. */
  readonly reason: Option.Option<string>
}

/** A durable queue of webhook events. Times are epoch milliseconds. */
export class Inbox extends Context.Tag("@daybook/core/Inbox")<
  Inbox,
  {
    /**
     * Stores new events by key and returns their number. While 1,000 events of a source wait, it stores no more: the
     * next sync finds the same changes.
     */
    readonly receive: (
      source: string,
      events: ReadonlyArray<WebhookEvent>,
      now: number
    ) => Effect.Effect<number, StorageFailure>
    /** Claims the event that has been due longest, for ten minutes or until the process ends. */
    readonly claim: (source: string, now: number) => Effect.Effect<Option.Option<ClaimedEvent>, StorageFailure>
    readonly done: (id: number, now: number) => Effect.Effect<void, StorageFailure>
    /** Schedules a retry at `dueAt`. */
    readonly retry: (id: number, dueAt: number, attempts: number, reason: string) => Effect.Effect<void, StorageFailure>
    readonly giveUp: (id: number, now: number, reason: string) => Effect.Effect<void, StorageFailure>
    /** Deletes events handled more than 30 days ago, and all but the newest 5,000 of each source. */
    readonly prune: (now: number) => Effect.Effect<void, StorageFailure>
    readonly statuses: Effect.Effect<ReadonlyArray<InboxStatus>, StorageFailure>
  }
>() {}
