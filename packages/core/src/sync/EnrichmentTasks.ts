import { Clock, Context, Effect } from "effect"
import type { Domain } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"

/** One kind of enrichment for one kind of record. */
export interface EnrichmentTask {
  readonly domain: Domain
  /** The provider and the data: `lastfm-tags`. */
  readonly task: string
  /** The kind of record: `artist`. */
  readonly kind: string
}

/** The id of a record, as its domain stores it or as the provider names it. */
export type Subject = string | number

/**
 * When each record is enriched next, and after how many failed attempts. Most domains enrich every record: a record is
 * due until an outcome says otherwise. Others enrich only the records that they queue. Which records are due, and in
 * which order, is known to the domain.
 */
export class EnrichmentTasks extends Context.Tag("@daybook/core/EnrichmentTasks")<
  EnrichmentTasks,
  {
    /** Makes records due now, whatever their former outcome, and resets their failed attempts. */
    readonly queue: (task: EnrichmentTask, subjects: ReadonlyArray<Subject>) => Effect.Effect<void, StorageFailure>
    /** Number of queued records that are due. */
    readonly queuedCount: (task: EnrichmentTask) => Effect.Effect<number, StorageFailure>
    /**
     * Schedules the next attempt at `until` (epoch milliseconds; Infinity for never). If `succeeded` is false, counts a
     * failed attempt; otherwise resets their number.
     */
    readonly recordOutcome: (
      task: EnrichmentTask,
      subjects: ReadonlyArray<Subject>,
      until: number,
      succeeded: boolean
    ) => Effect.Effect<void, StorageFailure>
    /**
     * Schedules the next attempt at `until` (epoch milliseconds) after an attempt that says nothing about the records:
     * it neither counts nor resets failed attempts.
     */
    readonly postpone: (
      task: EnrichmentTask,
      subjects: ReadonlyArray<Subject>,
      until: number
    ) => Effect.Effect<void, StorageFailure>
    /** Removes queued records whose data is complete. */
    readonly complete: (task: EnrichmentTask, subjects: ReadonlyArray<Subject>) => Effect.Effect<void, StorageFailure>
  }
>() {}

const dayMs = 86_400_000
/** How long a record waits after a refusal that may concern it alone. */
const refusedWaitMs = 3_600_000

/** Days until the next attempt. Every further miss doubles the wait after it, at most `maxDoublings` times. */
export interface RetryDays {
  readonly matched: number
  readonly missed: number
  readonly maxDoublings: number
}

/** A record with its failed attempts so far. */
export interface Attempted {
  readonly attempts: number
}

/** Records whether the provider had data on a record, and when it is asked again. Returns `isFound`. */
export const recordMatch = (
  task: EnrichmentTask,
  subject: Subject,
  { attempts }: Attempted,
  isFound: boolean,
  days: RetryDays
): Effect.Effect<boolean, StorageFailure, EnrichmentTasks> =>
  recordAfter(
    task,
    subject,
    (isFound ? days.matched : days.missed * 2 ** Math.min(attempts, days.maxDoublings)) * dayMs,
    isFound
  )

/** Delays a record whose own request was refused, by an hour: a refusal says nothing about the record. */
export const deferRefused = (
  task: EnrichmentTask,
  subject: Subject
): Effect.Effect<boolean, StorageFailure, EnrichmentTasks> =>
  Effect.gen(function* () {
    const tasks = yield* EnrichmentTasks
    yield* tasks.postpone(task, [subject], (yield* Clock.currentTimeMillis) + refusedWaitMs)
    return false
  })

const recordAfter = (task: EnrichmentTask, subject: Subject, waitMs: number, isFound: boolean) =>
  Effect.gen(function* () {
    const tasks = yield* EnrichmentTasks
    yield* tasks.recordOutcome(task, [subject], (yield* Clock.currentTimeMillis) + waitMs, isFound)
    return isFound
  })
