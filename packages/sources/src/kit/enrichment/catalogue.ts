import { ListeningEnrichmentStore, type Kind, type EnrichmentTarget } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import { enrichDue, type Enrichment, type RetryDays, recordMatch, type SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"

const retryDays: RetryDays = { matched: 90, missed: 30, maxDoublings: 4 }

/** Fetches and stores the data of one target. Returns whether the provider had any. */
export type Enrich = (
  target: EnrichmentTarget
) => Effect.Effect<boolean, SourceFailure | StorageFailure, ListeningEnrichmentStore>

/** One run through the targets that are due. */
export interface EnrichmentRun {
  /** Sorts a batch into the most efficient order. */
  readonly arrange: (batch: ReadonlyArray<EnrichmentTarget>) => ReadonlyArray<EnrichmentTarget>
  readonly enrich: Enrich
}

/** Enriches the artists, albums or tracks that are due, most played first. */
export const catalogueEnrichment = (options: {
  /** Also the name of the task in the catalogue. */
  readonly id: string
  readonly kind: Kind
  /** Targets read from the catalogue at a time. */
  readonly batch: number
  /** Called once per run, so that a run can keep its own state. */
  readonly pass: () => EnrichmentRun
}): Enrichment<ListeningEnrichmentStore> => ({
  id: options.id,
  drain: Stream.suspend(() => {
    const { arrange, enrich } = options.pass()
    const task = { domain: "listening", task: options.id, kind: options.kind } as const
    return enrichDue({
      task,
      batch: options.batch,
      due: (limit) =>
        Effect.flatMap(ListeningEnrichmentStore, (catalogue) => catalogue.due(options.id, options.kind, limit)),
      left: Effect.flatMap(ListeningEnrichmentStore, (catalogue) => catalogue.dueCount(options.id, options.kind)),
      subject: ({ id }) => id,
      arrange,
      enrich: (target) =>
        Effect.flatMap(enrich(target), (isFound) => recordMatch(task, target.id, target, isFound, retryDays))
    })
  })
})
