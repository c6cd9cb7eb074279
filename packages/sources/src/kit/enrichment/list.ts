import {
  CollectingRecords,
  type CollectingCommitServices,
  type EnrichedKind,
  type EnrichmentTarget
} from "@daybook/core/collecting"
import type { StorageFailure } from "@daybook/core/shared"
import { enrichDue, type Enrichment, concernsOneItem, recordMatch, type SourceFailure } from "@daybook/core/sync"
import { Effect } from "effect"

const missed = { missed: 30, maxDoublings: 4 }
const batch = 20

/**
 * Enriches the items of the collection that are due, newest first. `find` returns whether it isFound anything. An item
 * that fails waits for a while, and the run continues without it.
 */
export const listEnrichment = (options: {
  readonly id: string
  readonly kind: EnrichedKind
  /** Days until a successful enrichment is repeated. */
  readonly foundDays: number
  readonly find: (
    target: EnrichmentTarget
  ) => Effect.Effect<boolean, SourceFailure | StorageFailure, CollectingCommitServices>
}): Enrichment<CollectingCommitServices> => {
  const { find, foundDays, id, kind } = options
  const task = { domain: "collecting", task: id, kind } as const
  const drain = enrichDue({
    task,
    batch,
    due: (limit) => Effect.flatMap(CollectingRecords, (records) => records.due(id, kind, limit)),
    left: Effect.flatMap(CollectingRecords, (records) => records.dueCount(id, kind)),
    subject: ({ subject }) => subject,
    enrich: (target) =>
      Effect.flatMap(find(target), (isFound) =>
        recordMatch(task, target.subject, target, isFound, { matched: foundDays, ...missed })
      ),
    isTolerable: concernsOneItem
  })
  return { id, drain }
}
