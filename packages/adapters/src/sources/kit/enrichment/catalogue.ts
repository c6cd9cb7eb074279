import { ListeningEnrichmentStore, type Kind, type EnrichmentTarget } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import { enrichDue, type Enrichment, type SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"

const dayMs = 86_400_000
const foundDays = 90
const missedDays = 30
const failedDays = 1 / 24
/** The wait after a miss doubles at most this many times. */
const mostDoublings = 4

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
    const { arrange, enrich: lookUp } = options.pass()
    return enrichDue({
      batch: options.batch,
      due: (limit) =>
        Effect.flatMap(ListeningEnrichmentStore, (catalogue) => catalogue.due(options.id, options.kind, limit)),
      left: Effect.flatMap(ListeningEnrichmentStore, (catalogue) => catalogue.dueCount(options.id, options.kind)),
      key: ({ id }) => id,
      arrange,
      enrich: (target) => enrichTarget(options.id, options.kind, target, lookUp),
      defer: (target) => recordOutcome(options.id, options.kind, target, failedDays, false)
    })
  })
})

/** Schedules the next attempt: 90 days after a hit; 30, 60, 120, … days after a miss. */
const enrichTarget = (task: string, kind: Kind, target: EnrichmentTarget, lookUp: Enrich) =>
  Effect.gen(function* () {
    const isFound = yield* lookUp(target)
    return yield* recordOutcome(
      task,
      kind,
      target,
      isFound ? foundDays : missedDays * 2 ** Math.min(target.attempts, mostDoublings),
      isFound
    )
  })

const recordOutcome = (task: string, kind: Kind, { id }: EnrichmentTarget, days: number, isFound: boolean) =>
  Effect.gen(function* () {
    yield* (yield* ListeningEnrichmentStore).recordOutcome(
      task,
      kind,
      [id],
      (yield* Clock.currentTimeMillis) + days * dayMs,
      isFound
    )
    return isFound
  })
