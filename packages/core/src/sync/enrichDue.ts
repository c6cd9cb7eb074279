import { Effect, Option, Stream } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { type EnrichmentTask, type EnrichmentTasks, type Subject, deferRefused } from "./EnrichmentTasks.js"
import type { EnrichmentProgress } from "./Source.js"
import { type SourceFailure, isBadAnswer, isRefusal, tolerateFailures } from "./SourceFailure.js"

/**
 * The items that are due, batch by batch. Each item comes once, so the stream ends even when some items stay due.
 */
export const dueBatches = <A, E, R>(
  due: Effect.Effect<ReadonlyArray<A>, E, R>,
  key: (item: A) => string | number
): Stream.Stream<ReadonlyArray<A>, E, R> =>
  Stream.suspend(() => {
    const seen = new Set<string | number>()
    return Stream.repeatEffectOption(
      Effect.gen(function* () {
        const batch = (yield* Effect.mapError(due, Option.some)).filter((item) => !seen.has(key(item)))
        if (batch.length === 0) return yield* Effect.fail(Option.none<E>())
        for (const item of batch) seen.add(key(item))
        return batch
      })
    )
  })

/** Reports pending work before it begins, so that the queue takes its lock before the first request. */
export const announceWork = <E, R, E2, R2>(
  left: Effect.Effect<number, E, R>,
  work: Stream.Stream<EnrichmentProgress, E2, R2>
): Stream.Stream<EnrichmentProgress, E | E2, R | R2> =>
  Stream.unwrap(
    Effect.map(left, (left) => (left === 0 ? Stream.empty : Stream.concat(Stream.succeed({ done: 0, left }), work)))
  )

/** The items of one enrichment queue and how to process each. */
export interface DueItems<A, E, R, R2> {
  readonly task: EnrichmentTask
  /** At most `batch` due items, the most urgent first. */
  readonly due: (batch: number) => Effect.Effect<ReadonlyArray<A>, E, R>
  readonly batch: number
  /** Number of due items. */
  readonly left: Effect.Effect<number, E, R | EnrichmentTasks>
  readonly subject: (item: A) => Subject
  /** The best order of requests within a batch. */
  readonly arrange?: (batch: ReadonlyArray<A>) => ReadonlyArray<A>
  /** Processes an item, records when it is due again, and answers whether there was a match. */
  readonly enrich: (item: A) => Effect.Effect<boolean, E | SourceFailure, R2>
  /** Failures that may concern one item only; by default an unreadable answer. The item waits an hour. */
  readonly isTolerable?: (failure: SourceFailure) => boolean
}

/**
 * Processes the due items one by one and reports after each how many are left. An item that is refused does not end the
 * pass, but the pass fails at its end, so that the queue says so.
 */
export const enrichDue = <A, E, R, R2>(
  items: DueItems<A, E, R, R2>
): Stream.Stream<EnrichmentProgress, E | SourceFailure | StorageFailure, R | R2 | EnrichmentTasks> =>
  announceWork(
    items.left,
    Stream.suspend(() => {
      const tolerate = tolerateFailures(items.isTolerable ?? isBadAnswer)
      const refusals: Array<SourceFailure> = []
      const noteRefusal = (failure: unknown) =>
        Effect.sync(() => void (isRefusal(failure) ? refusals.push(failure) : undefined))
      const enrichItem = (item: A) =>
        tolerate(Effect.tapError(items.enrich(item), noteRefusal), deferRefused(items.task, items.subject(item)))
      return dueBatches(items.due(items.batch), items.subject).pipe(
        Stream.mapEffect((batch) =>
          Effect.map(batch.length < items.batch ? Effect.succeed(batch.length) : items.left, (left) => ({
            batch,
            left
          }))
        ),
        Stream.flatMap(({ batch, left }) =>
          Stream.mapAccumEffect(Stream.fromIterable(items.arrange?.(batch) ?? batch), left, (left, item) =>
            Effect.map(enrichItem(item), (isMatch) => {
              const remaining = left - 1
              const progress: EnrichmentProgress = { done: 1, found: isMatch ? 1 : 0, left: Math.max(0, remaining) }
              return [remaining, progress] as const
            })
          )
        ),
        Stream.concat(Stream.suspend(() => (refusals[0] === undefined ? Stream.empty : Stream.fail(refusals[0]))))
      )
    })
  )
