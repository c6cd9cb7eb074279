import { Cause, Clock, Duration, Effect, Exit, Option } from "effect"
import type { Context } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { SourceFailure } from "../sync/SourceFailure.js"
import { Busy, type SyncEngine } from "../sync/SyncEngine.js"
import type { Inbox, Taken } from "./Inbox.js"
import type { ReceiverEntry } from "./Receivers.js"

interface Ground extends ReceiverEntry {
  readonly inbox: Context.Tag.Service<Inbox>
  readonly engine: SyncEngine
}

/** Tries come half a minute, one, two, four … apart: the last one about four hours after the event. */
const firstWait = Duration.toMillis("30 seconds")
const mostAttempts = 10
/** A sync of the same source is at work: that is no try. */
const busyWait = Duration.toMillis("5 seconds")

/** Handles the event that is due next. False where none is. */
export const attempt = (ground: Ground): Effect.Effect<boolean, StorageFailure> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const taken = yield* ground.inbox.take(ground.receiver.source, yield* Clock.currentTimeMillis)
      if (Option.isNone(taken)) return false
      const { engine, receiver, source } = ground
      const read = Effect.asVoid(engine.reread(source, receiver.handle(taken.value)))
      const concerns = receiver.concerns?.(taken.value) ?? Effect.succeed(true)
      const exit = yield* Effect.exit(restore(Effect.whenEffect(read, concerns)))
      yield* settle(ground, taken.value, exit)
      return true
    })
  )

const settle = ({ inbox, receiver }: Ground, event: Taken, exit: Exit.Exit<unknown, SourceFailure | StorageFailure | Busy>) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    if (Exit.isSuccess(exit)) return yield* inbox.done(event.id, now)
    if (Cause.isInterruptedOnly(exit.cause)) return yield* inbox.retry(event.id, now, event.attempts, "the host went down")
    const failure = Option.getOrUndefined(Cause.failureOption(exit.cause))
    if (failure instanceof Busy) return yield* inbox.retry(event.id, now + busyWait, event.attempts, "a sync is running")
    if (failure === undefined) yield* Effect.logError(`a webhook event of ${receiver.source} could not be handled`, exit.cause)
    const reason = failure instanceof SourceFailure ? `${failure.message}; ${failure.next}` : failure?.message ?? "it failed inside Daybook: see the log"
    const attempts = event.attempts + 1
    if (attempts < mostAttempts) return yield* inbox.retry(event.id, now + firstWait * 2 ** event.attempts, attempts, reason)
    yield* Effect.logWarning(`a webhook event of ${receiver.source} was given up after ${attempts} tries: ${reason}`)
    yield* inbox.giveUp(event.id, now, reason)
  })
