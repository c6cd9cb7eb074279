import { Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { type EnrichmentQueue, restAfter, timed } from "./EnrichmentQueue.js"
import type { FollowUp } from "./Source.js"
import { SourceFailure } from "./SourceFailure.js"

const leastRestMs = 200
const mostRestMs = 5_000

/** What drains that work side by side have done so far. */
export interface Drained {
  done: number
  readonly failures: Array<SourceFailure>
}

/**
 * Drains queues side by side until nothing is due in any: what one brings to light, such as the players of a game, is
 * work for another, which therefore looks again. A queue whose provider fails is left for later; the others go on.
 */
export const drainTogether = (
  queues: ReadonlyArray<EnrichmentQueue>,
  onProgress: (queue: string, progress: FollowUp) => Effect.Effect<void>,
  into: Drained
): Effect.Effect<void, StorageFailure> =>
  Effect.suspend(() => {
    const own = new Map<EnrichmentQueue, number>()
    const byOthers = (queue: EnrichmentQueue) => into.done - (own.get(queue) ?? 0)
    // What the others had done when a queue was last begun, once nothing more was due in it; null while it is worked at.
    const emptyAt = new Map<EnrichmentQueue, number | null>(queues.map((queue) => [queue, null]))
    const isOver = () => [...emptyAt].every(([queue, at]) => at === byOthers(queue))
    const drainOne = (queue: EnrichmentQueue) =>
      queue.drain((step) => Effect.suspend(() => {
        into.done += step.done
        own.set(queue, (own.get(queue) ?? 0) + step.done)
        return onProgress(queue.id, step)
      }))
    const othersWorked = (queue: EnrichmentQueue, since: number): Effect.Effect<boolean> =>
      Effect.suspend(() =>
        byOthers(queue) !== since
          ? Effect.succeed(true)
          : isOver()
          ? Effect.succeed(false)
          : Effect.zipRight(Effect.sleep(leastRestMs), othersWorked(queue, since)))
    /** One look at a queue, and whether it is worth another. */
    const look = (queue: EnrichmentQueue): Effect.Effect<boolean, SourceFailure | StorageFailure> =>
      Effect.gen(function*() {
        const before = byOthers(queue)
        emptyAt.set(queue, null)
        const doneBefore = own.get(queue)
        const { tookMs } = yield* timed(drainOne(queue))
        emptyAt.set(queue, before)
        const rest = doneBefore === own.get(queue) ? Math.min(restAfter(tookMs, leastRestMs), mostRestMs) : leastRestMs
        if (!isOver()) yield* Effect.sleep(rest)
        return yield* othersWorked(queue, before)
      })
    const leaving = (queue: EnrichmentQueue) =>
      Effect.repeat(look(queue), { while: (again) => again }).pipe(
        Effect.asVoid,
        Effect.catchAll((failure) => failure instanceof SourceFailure ? Effect.sync(() => void into.failures.push(failure)) : Effect.fail(failure)),
        Effect.ensuring(Effect.sync(() => emptyAt.delete(queue)))
      )
    return Effect.forEach(queues, leaving, { concurrency: "unbounded", discard: true })
  })
