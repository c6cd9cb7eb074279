import { Clock, Effect, Option, Stream } from "effect"
import type { Domain, EntityRef } from "../domains.js"
import { domainNames } from "../declared/DeclaredDomains.js"
import { Transaction } from "../shared/Transaction.js"
import type { SharedEnrichment } from "../sync/Enrichments.js"
import type { EnrichmentProgress } from "../sync/Source.js"
import { DataVersions, type JobProgress } from "../sync/SyncStore.js"
import { SearchStore } from "./SearchStore.js"

/** The result of `SearchIndex.reindex` for one domain. */
export interface ReindexReport {
  readonly indexed: number
  readonly milliseconds: number
  readonly total: number
  /** Where to continue; none at the end. */
  readonly next: Option.Option<number>
}

/** Which documents of a domain, in a fixed order; without a size all to the end. */
interface Chunk {
  readonly size: Option.Option<number>
  readonly offset: number
}

const batchSize = 500

/** Rebuilds the search index for the operator. Documents otherwise change with their records. */
export class SearchIndex extends Effect.Service<SearchIndex>()("@daybook/core/SearchIndex", {
  effect: Effect.gen(function* () {
    const store = yield* SearchStore
    const versions = yield* DataVersions
    const transaction = yield* Transaction
    return {
      /** Rebuilds the index in place and in batches; searches meanwhile find everything. */
      reindex: Effect.fn("SearchIndex.reindex")(function* (
        domain: Domain,
        chunk: Chunk,
        progress: (progress: JobProgress) => Effect.Effect<void> = () => Effect.void
      ) {
        const start = yield* Clock.currentTimeMillis
        const end = Option.match(chunk.size, {
          onNone: () => Number.POSITIVE_INFINITY,
          onSome: (size) => chunk.offset + size
        })
        let at = chunk.offset
        let total = 0
        for (;;) {
          const step = yield* transaction.run(store.reindex(domain, Math.min(batchSize, end - at), at))
          total = step.total
          at += step.renewed
          yield* progress({ done: at - chunk.offset, total: total - chunk.offset })
          if (step.renewed === 0 || at >= end || at >= total) break
        }
        if (at > chunk.offset) yield* transaction.run(versions.bump(domain))
        const milliseconds = (yield* Clock.currentTimeMillis) - start
        return {
          indexed: at - chunk.offset,
          milliseconds,
          total,
          next: at < total ? Option.some(at) : Option.none()
        } satisfies ReindexReport
      })
    }
  })
}) {}

/** Updates the search weights after the owner's plays, views and reads. */
export const weightEnrichment = Effect.gen(function* () {
  const store = yield* SearchStore
  const versions = yield* DataVersions
  const transaction = yield* Transaction
  const step = (domain: Domain, after: EntityRef | null) =>
    Effect.map(
      transaction.run(
        Effect.tap(store.weigh(domain, after), ({ changed }) => (changed > 0 ? versions.bump(domain) : Effect.void))
      ),
      ({ changed, next }) => [changed, Option.fromNullable(next)] as const
    )
  return {
    id: "search-weights",
    domains: yield* domainNames,
    drain: (domain) =>
      Stream.paginateEffect(null as EntityRef | null, (after) => step(domain, after)).pipe(
        Stream.filter((changed) => changed > 0),
        Stream.map((changed): EnrichmentProgress => ({ done: changed, left: 0 }))
      )
  } satisfies SharedEnrichment
})
