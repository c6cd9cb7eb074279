import {
  CollectingRecords,
  type CollectingCommitServices,
  type EnrichmentTask,
  type EnrichmentTarget
} from "@daybook/core/collecting"
import type { StorageFailure } from "@daybook/core/shared"
import { enrichDue, type Enrichment, concernsOneItem, type SourceFailure } from "@daybook/core/sync"
import { Clock, Effect } from "effect"

const dayMs = 86_400_000
const missedDays = 30
const failedDays = 1 / 24
/** The wait after a miss doubles at most this many times. */
const mostDoublings = 4
const batch = 20

/**
 * Enriches the items of the collection that are due, newest first. `find` returns whether it isFound anything. An item
 * that fails waits for a while, and the run continues without it.
 */
export const listEnrichment = (options: {
  readonly id: string
  readonly task: EnrichmentTask
  /** Days until a successful enrichment is repeated. */
  readonly foundDays: number
  readonly find: (
    target: EnrichmentTarget
  ) => Effect.Effect<boolean, SourceFailure | StorageFailure, CollectingCommitServices>
}): Enrichment<CollectingCommitServices> => {
  const drain = enrichDue({
    batch,
    due: (limit) => Effect.flatMap(CollectingRecords, (records) => records.due(options.task, limit)),
    left: Effect.flatMap(CollectingRecords, (records) => records.dueCount(options.task)),
    key: ({ subject }) => subject,
    enrich: (target) => enrich(options, target),
    defer: (target) => recordOutcome(options.task, target, failedDays, false),
    isTolerable: concernsOneItem
  })
  return { id: options.id, drain }
}

const enrich = ({ find, foundDays, task }: Parameters<typeof listEnrichment>[0], target: EnrichmentTarget) =>
  Effect.gen(function* () {
    const isFound = yield* find(target)
    return yield* recordOutcome(
      task,
      target,
      isFound ? foundDays : missedDays * 2 ** Math.min(target.attempts, mostDoublings),
      isFound
    )
  })

const recordOutcome = (task: EnrichmentTask, { subject }: EnrichmentTarget, days: number, isFound: boolean) =>
  Effect.gen(function* () {
    const records = yield* CollectingRecords
    yield* records.recordOutcome(task, subject, (yield* Clock.currentTimeMillis) + days * dayMs, isFound)
    return isFound
  })
