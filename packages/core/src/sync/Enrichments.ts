import { Clock, Duration, Effect, FiberMap, Option, Context, Schedule, type Stream } from "effect"
import type { Domain } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"
import { DataVersions, EnrichmentLocks, SyncStore } from "./SyncStore.js"
import { EnrichmentTasks } from "./EnrichmentTasks.js"
import {
  type DrainTotals,
  type EnrichmentQueue,
  drainConcurrently,
  enrichmentQueue,
  watchQueue
} from "./EnrichmentQueue.js"
import { type EnrichmentProgress, type Source } from "./Source.js"
import { type SourceEntry, Sources } from "./Sources.js"
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
/** How often the queues of sources are compared with the ones that are watched: settings may have changed. */
const sourcesRecheck = Duration.seconds(1)

/** The enrichment queues: links and metadata of sources, pictures and embeddings of shared services. */
export class Enrichments extends Effect.Service<Enrichments>()("@daybook/core/Enrichments", {
  effect: Effect.gen(function* () {
    const entries = yield* Sources
    const shared = yield* SharedEnrichments
    const versions = yield* DataVersions
    const locks = yield* EnrichmentLocks
    const tasks = yield* EnrichmentTasks
    const store = yield* SyncStore
    /** A source that was made again after a change of its settings has new queues. */
    const queuesBySource = new WeakMap<Source<never>, ReadonlyArray<EnrichmentQueue>>()
    const queuesOf = (source: Source<never>, { domain, id }: Pick<SourceEntry, "domain" | "id">) => {
      const queues =
        queuesBySource.get(source) ??
        source.enrichments.map((enrichment) => enrichmentQueue(locks, tasks, store, { domain, source: id, enrichment }))
      queuesBySource.set(source, queues)
      return queues
    }
    const ofSources = () =>
      entries.flatMap((entry) =>
        Option.match(entry.source, { onNone: () => [], onSome: (source) => queuesOf(source, entry) })
      )
    const ofServices = shared.flatMap(({ domains, drain, id }) =>
      domains.map((domain) =>
        enrichmentQueue(locks, tasks, store, { domain, source: null, enrichment: { id, drain: drain(domain) } })
      )
    )
    const queues = () => [...ofSources(), ...ofServices]
    const drainMatching = (options: DrainOptions, isSelected: (queue: EnrichmentQueue) => boolean) =>
      drainReport(queues().filter(isSelected), options)
    return {
      /** The state of every queue as this process last saw it. */
      states: Effect.sync(() => queues().map(({ domain, id, source, state }) => ({ domain, id, source, ...state }))),
      /** Drains every queue of some domains, and of other domains the queues of these sources alone. */
      drain: Effect.fn("Enrichments.drain")(
        (domains: ReadonlyArray<Domain>, options: DrainOptions, sources: ReadonlyArray<string> = []) =>
          drainMatching(
            options,
            ({ domain, source }) => domains.includes(domain) || (source !== null && sources.includes(source))
          )
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
      watch: Effect.gen(function* () {
        const fibers = yield* FiberMap.make<EnrichmentQueue>()
        const watchAll = Effect.suspend(() => {
          const current = new Set<EnrichmentQueue>(queues())
          const former = Array.from(fibers, ([queue]) => queue).filter((queue) => !current.has(queue))
          return Effect.all(
            [
              Effect.forEach(former, (queue) => FiberMap.remove(fibers, queue), { discard: true }),
              Effect.forEach(
                current,
                (queue) =>
                  FiberMap.run(
                    fibers,
                    queue,
                    watchQueue(queue, () => versions.latest(queue.domain)),
                    { onlyIfMissing: true }
                  ),
                { discard: true }
              )
            ],
            { discard: true }
          )
        })
        yield* Effect.forkScoped(Effect.repeat(Effect.delay(watchAll, startDelay), Schedule.spaced(sourcesRecheck)))
      })
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
