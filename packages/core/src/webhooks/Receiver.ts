import { Context, type Effect, Stream, type Option } from "effect"
import { type BadInput, type StorageFailure, errorWithMessage } from "../shared/errors.js"
import { type Page, type DomainWriter, provideStep, type Step, stepOf, type Source } from "../sync/Source.js"
import type { SourceFailure } from "../sync/SourceFailure.js"

/** A request to a webhook address, before its body is read. */
export interface WebhookHead {
  readonly method: "GET" | "POST"
  /** The path segment after the source's name: a secret that only the provider knows. */
  readonly secret: Option.Option<string>
  /** Query parameters; the last one of a repeated name. */
  readonly query: Readonly<Record<string, string>>
}

/** A request to a webhook address, with its body read. */
export interface WebhookRequest extends WebhookHead {
  /** The body as text; empty for a form. */
  readonly text: string
  /** Fields of a `multipart/form-data` or URL-encoded form. A file part counts if it is text or JSON. */
  readonly fields: Readonly<Record<string, string>>
}

/** The sender is not the provider, or the event is for another account. HTTP responds with 403. */
export class Refused extends errorWithMessage<{ readonly why: string }>()(
  "Refused",
  ({ why }) => `the webhook was refused: ${why}`
) {}

/** A hint that a record at the provider changed. Its content is not trusted; it only says what to read again. */
export interface WebhookEvent {
  /** Identical for a repeated event: at most 200 characters. */
  readonly key: string
  /** What `handle` needs to find the record: at most 16,384 characters, opaque to the inbox. */
  readonly payload: string
}

/** The response to the provider, and the events to handle later; empty if there is nothing to do. */
export interface VerifiedRequest {
  readonly reply: Readonly<Record<string, unknown>>
  readonly events: ReadonlyArray<WebhookEvent>
}

/** The bytes that an event may have: of a text, of a form, or of a field next to pictures. */
export const defaultWebhookBytes = 65_536

/** Receives the webhooks of a provider. */
export interface Receiver<R> {
  readonly source: string
  /** The largest body in bytes, 64 KiB by default; only a form with pictures may have more. */
  readonly maxBytes?: number
  /** Refuses a sender before its body is read, where the address has a secret. Without it every body is read. */
  readonly admit?: (head: WebhookHead) => Effect.Effect<void, Refused>
  /**
   * Verifies a request without calling the provider. HTTP responds to `BadInput` with 400 and to `Refused` with 403. A
   * valid request that does not concern us (another owner, an irrelevant kind of event) has no events.
   */
  readonly verify: (request: WebhookRequest) => Effect.Effect<VerifiedRequest, BadInput | Refused | StorageFailure>
  /**
   * Asks the provider whether an event concerns this account and requires a read. Called before a run starts, so that a
   * forged event leaves no trace. Without it every verified event counts.
   */
  readonly concerns?: (event: WebhookEvent) => Effect.Effect<boolean, SourceFailure>
  /**
   * Reads the record of an event from the provider. Runs at least once for each event, never concurrently with a sync
   * of the source; a failure is retried later.
   */
  readonly handle: (event: WebhookEvent) => Stream.Stream<Step<R>, SourceFailure, R>
}

/** A receiver that stores its pages in a domain, as a sync does. A key in a page's `deleted` is removed. */
export const receiver = <Record, R>({
  handle,
  writer,
  ...options
}: {
  readonly source: string
  readonly writer: DomainWriter<Record, R>
  readonly maxBytes?: number
  readonly admit?: NonNullable<Receiver<R>["admit"]>
  readonly verify: Receiver<R>["verify"]
  readonly concerns?: NonNullable<Receiver<R>["concerns"]>
  readonly handle: (event: WebhookEvent) => Stream.Stream<Page<Record>, SourceFailure, R>
}): Receiver<R> => ({ ...options, handle: (event) => Stream.map(handle(event), stepOf(writer, options.source)) })

/** Provides the dependencies of a receiver, so that receivers of every domain fit in one list. */
export const provideReceiver = <R>(self: Receiver<R>, context: Context.Context<R>): Receiver<never> => ({
  ...self,
  handle: (event) => Stream.provideContext(Stream.map(self.handle(event), provideStep(context)), context)
})

/** A receiver and the source of its records. */
export interface ReceiverEntry {
  readonly receiver: Receiver<never>
  readonly source: Source<never>
}

/** A source that has a receiver once it is configured. */
export interface ReceiverSlot {
  readonly source: string
  /** Undefined while the source is not configured. Settings may change it. */
  readonly current: () => ReceiverEntry | undefined
}

/** The receivers of all sources. */
export class Receivers extends Context.Tag("@daybook/core/Receivers")<Receivers, ReadonlyArray<ReceiverSlot>>() {}
