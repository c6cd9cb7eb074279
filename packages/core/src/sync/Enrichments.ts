import { Clock, Duration, Effect, Option, Context, type Stream } from "effect"
import type { Domain } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"
import { DataVersions, EnrichmentLocks } from "./SyncStore.js"
import { EnrichmentTasks } from "./EnrichmentTasks.js"
import {
  type DrainTotals,
  type EnrichmentQueue,
  drainConcurrently,
  enrichmentQueue,
  watchQueue
} from "./EnrichmentQueue.js"
import { type EnrichmentProgress, Sources } from "./Source.js"
import type { SourceFailure } from "./SourceFailure.js"

export interface DrainOptions {
  /** The time limit; remaining items are processed next time. */
  readonly budget: Duration.DurationInput
  readonly onProgress: (queue: string, progress: EnrichmentProgress) => Effect.Effect<void>
}

/** The outcome of a drain. `failures` are of providers; their items stay due. */
export interface DrainReport {
  readonly done: number
  readonly seconds: number
  /** True if the budget ended before the work did. */
  readonly isCut: boolean
  readonly failures: ReadonlyArray<SourceFailure>
}

/** Delay of the queues after start, so that a new host can answer its first requests. */
const startDelay = Duration.seconds(1)

/** The enrichment queues: links and metadata of sources, pictures and embeddings of shared services. */
export class Enrichments extends Effect.Service<Enrichments>()("@daybook/core/Enrichments", {
  effect: Effect.gen(function* () {
    const entries = yield* Sources
    const shared = yield* SharedEnrichments
    const versions = yield* DataVersions
    const locks = yield* EnrichmentLocks
    const tasks = yield* EnrichmentTasks
    const ofSources = entries.flatMap(({ domain, id, source }) =>
      Option.match(source, { onNone: () => [], onSome: ({ enrichments }) => enrichments }).map((enrichment) =>
        enrichmentQueue(locks, tasks, { domain, source: id, enrichment })
      )
    )
    const ofServices = shared.flatMap(({ domains, drain, id }) =>
      domains.map((domain) =>
        enrichmentQueue(locks, tasks, { domain, source: null, enrichment: { id, drain: drain(domain) } })
      )
    )
    const queues = [...ofSources, ...ofServices]
    const drainMatching = (options: DrainOptions, isSelected: (queue: EnrichmentQueue) => boolean) =>
      drainReport(queues.filter(isSelected), options)
    return {
      /** Drains every queue of some domains. */
      drain: Effect.fn("Enrichments.drain")((domains: ReadonlyArray<Domain>, options: DrainOptions) =>
        drainMatching(options, ({ domain }) => domains.includes(domain))
      ),
      /** Drains the queue of one shared service. */
      drainShared: Effect.fn("Enrichments.drainShared")((id: string, domain: Domain, options: DrainOptions) =>
        drainMatching(options, (queue) => queue.source === null && queue.id === id && queue.domain === domain)
      ),
      /** Drains the queues of one source. */
      drainSource: Effect.fn("Enrichments.drainSource")((id: string, options: DrainOptions) =>
        drainMatching(options, ({ source }) => source === id)
      ),
      /** Drains the queues of all sources of a domain, without those of the shared services. */
      drainSources: Effect.fn("Enrichments.drainSources")((domain: Domain, options: DrainOptions) =>
        drainMatching(options, (queue) => queue.source !== null && queue.domain === domain)
      ),
      /**
       * Watches every queue for as long as the scope lives. Each queue has its own fiber, so a slow provider or a long
       * queue delays no other.
       */
      watch: Effect.forEach(
        queues,
        (queue) =>
          Effect.forkScoped(
            Effect.delay(
              watchQueue(queue, () => versions.latest(queue.domain)),
              startDelay
            )
          ),
        { discard: true }
      )
    }
  })
}) {}

const drainReport = (
  queues: ReadonlyArray<EnrichmentQueue>,
  { budget, onProgress }: DrainOptions
): Effect.Effect<DrainReport, StorageFailure> =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const totals: DrainTotals = { done: 0, failures: [] }
    const completed = yield* Effect.timeoutOption(drainConcurrently(queues, onProgress, totals), budget)
    const end = yield* Clock.currentTimeMillis
    return { ...totals, seconds: (end - start) / 1000, isCut: Option.isNone(completed) }
  })

/** The work of a shared service for the records of a domain, item by item: fetching pictures, embedding texts. */
export interface SharedEnrichment {
  readonly id: string
  readonly domains: ReadonlyArray<Domain>
  /** Processes the due items of a domain; ends when none are due. Idempotent, and safe to run in several processes. */
  readonly drain: (domain: Domain) => Stream.Stream<EnrichmentProgress, SourceFailure | StorageFailure>
}

/** The enrichments of all shared services, in the order of the adapters' list. */
export class SharedEnrichments extends Context.Tag("@daybook/core/SharedEnrichments")<
  SharedEnrichments,
  ReadonlyArray<SharedEnrichment>
>() {}
