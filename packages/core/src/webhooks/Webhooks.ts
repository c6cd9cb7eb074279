import { Cause, Clock, Context, Duration, Effect, Exit, Option, Schedule } from "effect"
import { BadInput, NoData, StorageFailure } from "../shared/errors.js"
import { isSourceFailure, type SourceFailure } from "../sync/SourceFailure.js"
import { Busy, SyncEngine } from "../sync/SyncEngine.js"
import {
  type ReceiverEntry,
  type ReceiverSlot,
  Receivers,
  type WebhookEvent,
  type WebhookHead,
  type WebhookRequest,
  defaultWebhookBytes
} from "./Receiver.js"

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
    /** A version that increases when any process stores events. Reading it needs no query. */
    readonly latest: () => number
    /** Waits until this process knows a version above this one. */
    readonly passed: (version: number) => Effect.Effect<void>
  }
>() {}

interface HandlerDeps extends ReceiverEntry {
  readonly inbox: Context.Tag.Service<Inbox>
  readonly engine: SyncEngine
}

/** The back-off doubles from half a minute: the last attempt comes about four hours after the event. */
const firstWait = Duration.toMillis("30 seconds")
const maxAttempts = 10
/** A sync of the same source is active; waiting for it is no attempt. */
const busyWait = Duration.toMillis("5 seconds")

/** Handles the next due event. False if there is none. */
export const handleNextEvent = (deps: HandlerDeps): Effect.Effect<boolean, StorageFailure> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const claimed = yield* deps.inbox.claim(deps.receiver.source, yield* Clock.currentTimeMillis)
      if (Option.isNone(claimed)) return false
      const { engine, receiver, source } = deps
      const read = Effect.asVoid(engine.reread(source, receiver.handle(claimed.value)))
      const concerns = receiver.concerns?.(claimed.value) ?? Effect.succeed(true)
      const exit = yield* Effect.exit(restore(Effect.whenEffect(read, concerns)))
      yield* recordOutcome(deps, claimed.value, exit)
      return true
    })
  )

const recordOutcome = (
  { inbox, receiver }: HandlerDeps,
  event: ClaimedEvent,
  exit: Exit.Exit<unknown, SourceFailure | StorageFailure | Busy>
) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (Exit.isSuccess(exit)) return yield* inbox.done(event.id, now)
    if (Cause.isInterruptedOnly(exit.cause))
      return yield* inbox.retry(event.id, now, event.attempts, "the host shut down")
    const failure = Option.getOrUndefined(Cause.failureOption(exit.cause))
    if (failure instanceof Busy)
      return yield* inbox.retry(event.id, now + busyWait, event.attempts, "a sync is running")
    if (failure === undefined)
      yield* Effect.logError(`a webhook event of ${receiver.source} could not be handled`, exit.cause)
    const reason = isSourceFailure(failure)
      ? `${failure.message}; ${failure.next}`
      : (failure?.message ?? "it failed inside Daybook; see the log")
    const attempts = event.attempts + 1
    if (attempts < maxAttempts)
      return yield* inbox.retry(event.id, now + firstWait * 2 ** event.attempts, attempts, reason)
    yield* Effect.logWarning(`a webhook event of ${receiver.source} was given up after ${attempts} attempts: ${reason}`)
    yield* inbox.giveUp(event.id, now, reason)
  })

/** Providers time out after 2 s. */
const responseTimeout = Duration.millis(1_500)
/** Interval of checks for due retries. */
const pollInterval = Duration.seconds(5)
const pruneEvery = Duration.hours(6)

const maxKeyLength = 200
const maxPayloadLength = 16_384

/** Receives webhooks and handles their events later: an event changes nothing until its record is read again. */
export class Webhooks extends Effect.Service<Webhooks>()("@daybook/core/Webhooks", {
  effect: Effect.gen(function* () {
    const slots = yield* Receivers
    const inbox = yield* Inbox
    const engine = yield* SyncEngine

    const store = (source: string, events: ReadonlyArray<WebhookEvent>) =>
      Effect.gen(function* () {
        if (events.length === 0) return
        if (events.some(({ key, payload }) => key.length > maxKeyLength || payload.length > maxPayloadLength)) {
          return yield* new BadInput({ message: "the event is too large" })
        }
        yield* inbox.receive(source, events, yield* Clock.currentTimeMillis)
      })
    const handleDue = ({ current }: ReceiverSlot) =>
      Effect.suspend(() => {
        const entry = current()
        return entry === undefined ? Effect.succeed(false) : handleNextEvent({ inbox, engine, ...entry })
      })
    const follow = (slot: ReceiverSlot) =>
      Effect.suspend(() => {
        const version = inbox.latest()
        return Effect.zipRight(
          drain(handleDue(slot)),
          Effect.raceFirst(inbox.passed(version), Effect.sleep(pollInterval))
        )
      }).pipe(Effect.forever)

    const receiverOf = (source: string) =>
      Effect.suspend(() => {
        const entry = slots.find((slot) => slot.source === source)?.current()
        return entry === undefined ? new NoData({ what: `webhook of ${source}` }) : Effect.succeed(entry.receiver)
      })

    return {
      /**
       * Decides whether the body of a request is read, and answers how many bytes it may have. `NoData` if no such
       * source receives webhooks.
       */
      admit: (source: string, head: WebhookHead) =>
        Effect.flatMap(receiverOf(source), ({ admit, maxBytes = defaultWebhookBytes }) =>
          Effect.as(admit?.(head) ?? Effect.void, maxBytes)
        ),
      /** Stores the events of a request and returns the response. `NoData` if no such source receives webhooks. */
      receive: Effect.fn("Webhooks.receive")(function* (source: string, request: WebhookRequest) {
        const receiver = yield* receiverOf(source)
        const answer = Effect.tap(receiver.verify(request), ({ events }) => store(source, events))
        const { reply } = yield* Effect.timeoutFail(Effect.disconnect(answer), {
          duration: responseTimeout,
          onTimeout: () => timeoutFailure
        })
        return reply
      }),
      /** Handles the events of each source one after the other, while the scope lives. */
      start: Effect.gen(function* () {
        if (slots.length === 0) return
        yield* Effect.forEach(slots, (slot) => Effect.forkScoped(follow(slot)), { discard: true })
        const prune = Effect.flatMap(Clock.currentTimeMillis, inbox.prune)
        yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(prune), Schedule.spaced(pruneEvery)))
      }),
      statuses: inbox.statuses
    }
  })
}) {}

/** Handles due events until there are none. A database outage ends only this round. */
const drain = (one: Effect.Effect<boolean, StorageFailure>) =>
  Effect.repeat(one, { while: (more) => more }).pipe(
    Effect.catchAll((failure) => Effect.logWarning(failure.message)),
    Effect.catchAllDefect((defect) => Effect.logError("handling webhooks failed with a defect", defect))
  )

const timeoutFailure = new StorageFailure({
  operation: "Webhooks.receive",
  unavailable: true,
  cause: "no answer in time"
})
