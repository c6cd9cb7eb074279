import { Clock, type Context, Duration, Effect, Exit, Option, Schedule, type Scope, Stream } from "effect"
import type { Domain } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Enrichment, EnrichmentProgress } from "./Source.js"
import { isSourceFailure, type SourceFailure, withAnswer } from "./SourceFailure.js"
import { EnrichmentTasks } from "./EnrichmentTasks.js"
import { failureOf } from "./runLifecycle.js"
import type { EnrichmentLocks, SyncStore } from "./SyncStore.js"

type OnProgress = (progress: EnrichmentProgress) => Effect.Effect<void>

/** Enrichment work, item by item: links, tags, pictures, box scores. Only one drain is active at a time. */
export interface EnrichmentQueue {
  readonly id: string
  readonly domain: Domain
  /** The source that the work belongs to; null for work of a shared service. */
  readonly source: string | null
  /**
   * Processes the due items and ends when none are due. If another drain is active, waits for it and reports its
   * progress.
   */
  readonly drain: (onProgress: OnProgress) => Effect.Effect<void, SourceFailure | StorageFailure>
  /** The state of the queue as this process last saw it. */
  readonly state: QueueState
}

/** How many items a queue has left, and why it waits. */
export interface QueueState {
  /** Null until it was drained once. */
  left: number | null
  /** Why it failed last and when it is drained again, epoch milliseconds; null once a drain of due items succeeded. */
  failure: { readonly message: string; readonly retryAt: number } | null
}

export const enrichmentQueue = (
  locks: Context.Tag.Service<EnrichmentLocks>,
  tasks: Context.Tag.Service<EnrichmentTasks>,
  store: Pick<Context.Tag.Service<SyncStore>, "recordDrain">,
  of: Pick<EnrichmentQueue, "domain" | "source"> & { readonly enrichment: Enrichment<never> }
): EnrichmentQueue => {
  const { domain, enrichment, source } = of
  const work = Stream.provideService(enrichment.drain, EnrichmentTasks, tasks)
  const semaphore = Effect.unsafeMakeSemaphore(1)
  const listeners = new Set<OnProgress>()
  const state: QueueState = { left: null, failure: null }
  const publish = (progress: EnrichmentProgress) => {
    state.left = progress.left
    return Effect.forEach([...listeners], (listener) => listener(progress), { discard: true })
  }
  /** Whether a failure of the queue may be recorded: another process may have recorded one before this one started. */
  let mayBeFailing = true
  const emptied = (isLocked: boolean) =>
    Effect.gen(function* () {
      state.left = 0
      if (!isLocked && (state.failure?.retryAt ?? 0) + failureShownMs >= (yield* Clock.currentTimeMillis)) return
      state.failure = null
      if (!isLocked || !mayBeFailing) return
      yield* store.recordDrain({ id: enrichment.id, domain, source }, Option.none())
      mayBeFailing = false
    })
  const recordFailure = (failure: SourceFailure | StorageFailure) => {
    if (!isSourceFailure(failure)) return Effect.void
    mayBeFailing = true
    const recorded = failureOf(enrichment.id, Exit.fail(failure))
    return Effect.ignoreLogged(store.recordDrain({ id: enrichment.id, domain, source }, recorded))
  }
  const listening = (onProgress: OnProgress) =>
    Effect.acquireRelease(
      Effect.sync(() => listeners.add(onProgress)),
      () => Effect.sync(() => listeners.delete(onProgress))
    )
  return {
    id: enrichment.id,
    domain,
    source,
    drain: (onProgress) =>
      Effect.scoped(
        Effect.zipRight(
          listening(onProgress),
          semaphore.withPermits(1)(
            Effect.flatMap(underLock(work, locks.acquire(`${domain}/${enrichment.id}`), publish), emptied).pipe(
              Effect.tapError(recordFailure)
            )
          )
        )
      ),
    state
  }
}

/** A queue without due items asks nobody, so it does not end a failure. Waiting items are due again by then. */
const failureShownMs = Duration.toMillis("2 hours")

/**
 * Takes the lock at the first progress report, so that checking an empty queue writes nothing. Returns whether it took
 * it: whether anything was due.
 */
const underLock = (
  drain: Stream.Stream<EnrichmentProgress, SourceFailure | StorageFailure>,
  begin: Effect.Effect<void, StorageFailure, Scope.Scope>,
  publish: OnProgress
) =>
  Effect.scoped(
    Effect.suspend(() => {
      let isLocked = false
      const lockOnce = Effect.suspend(() => (isLocked ? Effect.void : Effect.map(begin, () => void (isLocked = true))))
      return Effect.map(
        Stream.runForEach(drain, (step) => Effect.zipRight(lockOnce, publish(step))),
        () => isLocked
      )
    })
  )

/** The pause after a drain that took `tookMs`: an idle queue may use a tenth of the time. */
const idlePause = (tookMs: number, minMs: number): number => Math.max(minMs, tookMs * 10)

/** Measures the duration of an effect, milliseconds. */
const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const result = yield* work
    return { result, tookMs: (yield* Clock.currentTimeMillis) - start }
  })

const minRestMs = 200
const maxRestMs = 5_000

/** Progress and failures of concurrent drains so far. */
export interface DrainTotals {
  done: number
  readonly failures: Array<SourceFailure>
}

/**
 * Drains queues concurrently until all are empty. Items of one queue may create work for another, such as the players
 * of a game, so each queue is checked again after the others made progress. A queue whose provider fails is left for
 * later.
 */
export const drainConcurrently = (
  queues: ReadonlyArray<EnrichmentQueue>,
  onProgress: (queue: string, progress: EnrichmentProgress) => Effect.Effect<void>,
  totals: DrainTotals
): Effect.Effect<void, StorageFailure> =>
  Effect.suspend(() => {
    const doneBy = new Map<EnrichmentQueue, number>()
    const doneByOthers = (queue: EnrichmentQueue) => totals.done - (doneBy.get(queue) ?? 0)
    // For an empty queue, the progress of the others when its last drain began; null while it is being drained.
    const emptyAt = new Map<EnrichmentQueue, number | null>(queues.map((queue) => [queue, null]))
    const isOver = () => [...emptyAt].every(([queue, at]) => at === doneByOthers(queue))
    const drainOne = (queue: EnrichmentQueue) =>
      queue.drain((step) =>
        Effect.suspend(() => {
          totals.done += step.done
          doneBy.set(queue, (doneBy.get(queue) ?? 0) + step.done)
          return onProgress(queue.id, step)
        })
      )
    const waitForOthers = (queue: EnrichmentQueue, since: number): Effect.Effect<boolean> =>
      Effect.suspend(() =>
        doneByOthers(queue) !== since
          ? Effect.succeed(true)
          : isOver()
            ? Effect.succeed(false)
            : Effect.zipRight(Effect.sleep(minRestMs), waitForOthers(queue, since))
      )
    /** Drains a queue once. True if it should be drained again. */
    const drainOnce = (queue: EnrichmentQueue): Effect.Effect<boolean, SourceFailure | StorageFailure> =>
      Effect.gen(function* () {
        const before = doneByOthers(queue)
        emptyAt.set(queue, null)
        const doneBefore = doneBy.get(queue)
        const { tookMs } = yield* timed(drainOne(queue))
        emptyAt.set(queue, before)
        const rest = doneBefore === doneBy.get(queue) ? Math.min(idlePause(tookMs, minRestMs), maxRestMs) : minRestMs
        if (!isOver()) yield* Effect.sleep(rest)
        return yield* waitForOthers(queue, before)
      })
    const drainUntilEmpty = (queue: EnrichmentQueue) =>
      Effect.repeat(drainOnce(queue), { while: (again) => again }).pipe(
        Effect.asVoid,
        Effect.catchAll((failure) =>
          isSourceFailure(failure) ? Effect.sync(() => void totals.failures.push(failure)) : Effect.fail(failure)
        ),
        Effect.ensuring(Effect.sync(() => emptyAt.delete(queue)))
      )
    return Effect.forEach(queues, drainUntilEmpty, { concurrency: "unbounded", discard: true })
  })

/** Interval of checks for a new data version. */
const pollIntervalMs = 2_000
/** Upper limit of the pause: on a busy machine every drain is slow, but new work must not wait long. */
const maxPauseMs = 10_000
/** Deferred items come due without a data change, so the queue is drained at least this often. */
const maxWait = Duration.minutes(1)
const firstBackoffMs = Duration.toMillis("1 minute")
const maxBackoffMs = Duration.toMillis("1 hour")

/** The pause after consecutive failures, with exponential back-off. */
const backoffAfter = (failures: number): Duration.Duration =>
  Duration.millis(Math.min(firstBackoffMs * 2 ** (failures - 1), maxBackoffMs))

/**
 * Drains a queue immediately, then after every data change, and at least every minute. Failures are logged and retried
 * with back-off.
 */
export const watchQueue = (queue: EnrichmentQueue, version: () => number): Effect.Effect<never> => {
  let failures = 0
  const untilChanged = (seen: number) =>
    Effect.timeoutOption(
      Effect.repeat(Effect.sync(version), { until: (now) => now !== seen, schedule: Schedule.spaced(pollIntervalMs) }),
      maxWait
    )
  const backOff = (message: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      failures += 1
      const pause = backoffAfter(failures)
      queue.state.failure = { message, retryAt: now + Duration.toMillis(pause) }
      const when = `the queue ${queue.id} is retried in ${Duration.toMinutes(pause)} minutes`
      return Effect.zipRight(Effect.logWarning(`${message}: ${when}`), Effect.sleep(pause))
    })
  const round = Effect.gen(function* () {
    // Read the version before the drain, so that a change meanwhile leads to another drain.
    const seen = version()
    let isEmpty = true
    const onProgress = ({ done }: EnrichmentProgress) =>
      Effect.sync(() => {
        if (done === 0) return
        isEmpty = false
        failures = 0
      })
    const { result, tookMs } = yield* timed(Effect.either(queue.drain(onProgress)))
    if (result._tag === "Left")
      return yield* backOff(isSourceFailure(result.left) ? withAnswer(result.left) : result.left.message)
    failures = 0
    yield* Effect.sleep(isEmpty ? Math.min(idlePause(tookMs, pollIntervalMs), maxPauseMs) : pollIntervalMs)
    yield* untilChanged(seen)
  })
  const broken = (defect: unknown) =>
    Effect.zipRight(
      Effect.logError(`the queue ${queue.id} failed with a defect`, defect),
      Effect.sleep(backoffAfter(1))
    )
  return Effect.forever(Effect.catchAllDefect(round, broken))
}

/**
 * Runs work on leased items. If the work is interrupted, for example by a time budget, the lease is released at once
 * instead of expiring.
 */
export const withLease = <A, E, R, B, E2, R2>(
  acquire: Effect.Effect<A, E, R>,
  use: (items: A) => Effect.Effect<B, E2, R2>,
  release: (items: A) => Effect.Effect<void, StorageFailure>
): Effect.Effect<B, E | E2, R | R2> =>
  Effect.acquireUseRelease(acquire, use, (items, exit) =>
    Exit.isInterrupted(exit) ? Effect.ignoreLogged(release(items)) : Effect.void
  )
