import { Clock, Effect, Option } from "effect"
import type { Domain } from "../rooms.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/DataVersions.js"
import type { JobProgress } from "../sync/SyncStore.js"
import { SearchStore } from "./SearchStore.js"

/** What a run of `SearchIndex.renew` did in one domain. */
export interface Renewed {
  readonly indexed: number
  readonly milliseconds: number
  readonly total: number
  /** Where to go on; none when this was the end. */
  readonly next: Option.Option<number>
}

/** Which documents of a domain, in a fixed order; to the end where no size is given. */
interface Chunk {
  readonly size: Option.Option<number>
  readonly offset: number
}

const portion = 500

/** The work on the index that an operator can ask for. Nobody has to: documents change with their records. */
export class SearchIndex extends Effect.Service<SearchIndex>()("@daybook/core/SearchIndex", {
  effect: Effect.gen(function*() {
    const store = yield* SearchStore
    const versions = yield* DataVersions
    const transaction = yield* Transaction
    return {
      /** Makes what documents are found by anew, in place and portion by portion: searches meanwhile find everything. */
      renew: Effect.fn("SearchIndex.renew")(function*(domain: Domain, chunk: Chunk, progress: (progress: JobProgress) => Effect.Effect<void> = () => Effect.void) {
        const start = yield* Clock.currentTimeMillis
        const end = Option.match(chunk.size, { onNone: () => Number.POSITIVE_INFINITY, onSome: (size) => chunk.offset + size })
        let at = chunk.offset
        let total = 0
        for (;;) {
          const step = yield* transaction.run(store.renew(domain, Math.min(portion, end - at), at))
          total = step.total
          at += step.renewed
          yield* progress({ done: at - chunk.offset, total: total - chunk.offset })
          if (step.renewed === 0 || at >= end || at >= total) break
        }
        if (at > chunk.offset) yield* transaction.run(versions.bump(domain))
        const milliseconds = (yield* Clock.currentTimeMillis) - start
        return { indexed: at - chunk.offset, milliseconds, total, next: at < total ? Option.some(at) : Option.none() } satisfies Renewed
      })
    }
  })
}) {}
