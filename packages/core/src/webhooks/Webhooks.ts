import { Clock, Duration, Effect, Queue, Schedule } from "effect"
import { BadInput, NoData, StorageFailure } from "../shared/errors.js"
import { SyncEngine } from "../sync/SyncEngine.js"
import { attempt } from "./attempt.js"
import { Inbox } from "./Inbox.js"
import type { WebhookEvent } from "./Receiver.js"
import { type ReceiverEntry, Receivers } from "./Receivers.js"
import type { WebhookRequest } from "./WebhookRequest.js"

/** Providers give up after 2 s (contract §11). */
const answerWithin = Duration.millis(1_500)
/** Retries that come due, and events that another host received. */
const lookEvery = Duration.seconds(5)
const pruneEvery = Duration.hours(6)

const longestKey = 200
const longestPayload = 16_384

/** Takes what providers send, and looks into it afterwards: an event changes nothing until the record is read again. */
export class Webhooks extends Effect.Service<Webhooks>()("@daybook/core/Webhooks", {
  effect: Effect.gen(function*() {
    const entries = yield* Receivers
    const inbox = yield* Inbox
    const engine = yield* SyncEngine
    const bells = new Map<string, Queue.Queue<void>>()
    for (const { receiver } of entries) bells.set(receiver.source, yield* Queue.sliding<void>(1))

    const store = (source: string, events: ReadonlyArray<WebhookEvent>) =>
      Effect.gen(function*() {
        if (events.length === 0) return
        if (events.some(({ key, payload }) => key.length > longestKey || payload.length > longestPayload)) {
          return yield* new BadInput({ message: "the event is too large" })
        }
        if ((yield* inbox.receive(source, events, yield* Clock.currentTimeMillis)) > 0) yield* Queue.offer(bells.get(source)!, undefined)
      })
    const follow = ({ receiver, source }: ReceiverEntry) =>
      Effect.forever(Effect.zipRight(
        drain(attempt({ inbox, engine, receiver, source })),
        Effect.raceFirst(Queue.take(bells.get(receiver.source)!), Effect.sleep(lookEvery))
      ))

    return {
      /** What to answer a provider. Its events are stored by then. `NoData` where no such source takes webhooks. */
      receive: Effect.fn("Webhooks.receive")(function*(source: string, request: WebhookRequest) {
        const entry = entries.find(({ receiver }) => receiver.source === source)
        if (entry === undefined) return yield* new NoData({ what: `webhook of ${source}` })
        const answer = Effect.tap(entry.receiver.verify(request), ({ events }) => store(source, events))
        const { reply } = yield* Effect.timeoutFail(Effect.disconnect(answer), { duration: answerWithin, onTimeout: () => tooSlow })
        return reply
      }),
      /** Handles events, each source's one after the other, for as long as the scope lives. */
      start: Effect.gen(function*() {
        if (entries.length === 0) return
        yield* Effect.forEach(entries, (entry) => Effect.forkScoped(follow(entry)), { discard: true })
        const prune = Effect.flatMap(Clock.currentTimeMillis, inbox.prune)
        yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(prune), Schedule.spaced(pruneEvery)))
      }),
      standings: inbox.standings
    }
  })
}) {}

/** Handles what is due until nothing is. A database that is away ends only this round. */
const drain = (one: Effect.Effect<boolean, StorageFailure>) =>
  Effect.repeat(one, { while: (more) => more }).pipe(
    Effect.catchAll((failure) => Effect.logWarning(failure.message)),
    Effect.catchAllDefect((defect) => Effect.logError("handling webhooks broke", defect))
  )

const tooSlow = new StorageFailure({ operation: "Webhooks.receive", unavailable: true, cause: "no answer in time" })
