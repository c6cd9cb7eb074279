import { Chunk, Effect, Option, Stream } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/SyncStore.js"
import type { DeclaredDomain, RecordRef } from "./declaration.js"
import { DeclaredStore, type RecordRow } from "./DeclaredStore.js"
import { type DeclaredWriteServices, type RecordBatch, declaredWriter, recordPage } from "./writer.js"

const portion = 1_000

/** All stored records of a type, for a source that builds on what it stored before. */
export const storedRecords = (of: RecordRef): Effect.Effect<ReadonlyArray<RecordRow>, StorageFailure, DeclaredStore> =>
  Effect.flatMap(DeclaredStore, (store) => {
    const query = { days: {}, equals: {}, sort: "id", order: "asc" } as const
    const pages = Stream.paginateChunkEffect(1, (page) =>
      Effect.map(store.list(of, { ...query, page: { page, limit: portion } }), ({ rows }) => [
        Chunk.unsafeFromArray(rows),
        rows.length < portion ? Option.none() : Option.some(page + 1)
      ])
    )
    return Effect.map(Stream.runCollect(pages), Chunk.toReadonlyArray)
  })

/**
 * Stores records outside a sync, as an enrichment does, and raises the data version. All in the caller's transaction,
 * or in one of its own. Nothing is removed: `cover` and `complete` have no effect.
 */
export const writeRecords = (
  domain: DeclaredDomain,
  source: string,
  batches: ReadonlyArray<RecordBatch>
): Effect.Effect<void, StorageFailure, DeclaredWriteServices | Transaction | DataVersions> =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    const versions = yield* DataVersions
    const write = Effect.flatMap(declaredWriter(domain).apply(source, recordPage(batches)), ({ added, changed }) =>
      added + changed > 0 ? versions.bump(domain.name) : Effect.void
    )
    yield* transaction.run(write)
  })
