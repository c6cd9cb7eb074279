import { type Context, type Effect, Stream } from "effect"
import type { BadInput, StorageFailure } from "../shared/errors.js"
import { errorSaying } from "../shared/errorSaying.js"
import { type Page, type Room, provideStep, type Step, stepOf } from "../sync/Source.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { WebhookRequest } from "./WebhookRequest.js"

/** Whoever sent this is not the provider, or it is not meant for this person. HTTP answers 403. */
export class Refused extends errorSaying<{ readonly why: string }>()(
  "Refused",
  ({ why }) => `the webhook was refused: ${why}`
) {}

/** A hint that something at the provider changed. Nothing in it is believed; it only says what to read again. */
export interface WebhookEvent {
  /** The same for the same event, however often it is sent: at most 200 characters. */
  readonly key: string
  /** What `handle` needs to find the record, of the receiver's own making: at most 16,384 characters. */
  readonly payload: string
}

/** What to answer the provider, and what to look into after that. No events where there is nothing to do. */
export interface Verified {
  readonly reply: Readonly<Record<string, unknown>>
  readonly events: ReadonlyArray<WebhookEvent>
}

/** Takes a provider's webhooks. */
export interface Receiver<R> {
  readonly source: string
  /**
   * Looks at a request without asking anybody. `BadInput` is answered with 400, `Refused` with 403; what is well formed
   * and yet not ours (a forged owner, a kind of event that says nothing) is verified with no events.
   */
  readonly verify: (request: WebhookRequest) => Effect.Effect<Verified, BadInput | Refused | StorageFailure>
  /**
   * Asks the provider whether an event is about this account, and calls for reading anything. Runs before a run begins, so
   * that a forged event leaves no trace. Without it every verified event is.
   */
  readonly concerns?: (event: WebhookEvent) => Effect.Effect<boolean, SourceFailure>
  /**
   * Reads at the provider what the event is about. Runs at least once for each event, never beside a sync of the same
   * source; when it fails it is tried again later.
   */
  readonly handle: (event: WebhookEvent) => Stream.Stream<Step<R>, SourceFailure>
}

/** A receiver whose pages go into a room, as those of a sync do. A key in a page's `gone` is removed. */
export const receiver = <Record, R>(options: {
  readonly source: string
  readonly room: Room<Record, R>
  readonly verify: Receiver<R>["verify"]
  readonly concerns?: NonNullable<Receiver<R>["concerns"]>
  readonly handle: (event: WebhookEvent) => Stream.Stream<Page<Record>, SourceFailure>
}): Receiver<R> => ({
  source: options.source,
  verify: options.verify,
  ...(options.concerns === undefined ? {} : { concerns: options.concerns }),
  handle: (event) => Stream.map(options.handle(event), stepOf(options.room, options.source))
})

/** Gives a receiver all that it needs, so that receivers of every room stand in one list. */
export const provideReceiver = <R>(self: Receiver<R>, context: Context.Context<R>): Receiver<never> => ({
  ...self,
  handle: (event) => Stream.map(self.handle(event), provideStep(context))
})
