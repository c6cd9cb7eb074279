import { Clock, Duration, Effect, Schema, Stream } from "effect"
import { field } from "../shared/fields.js"
import { Enrichments } from "../sync/Enrichments.js"
import type { JobProgress } from "../sync/SyncStore.js"
import { ArticleBodies, PageReader, ReadingEnrichmentStore, type ReenrichMode } from "./enrichment.js"

/** The longest that one request may run. Remaining articles are done after the next sync. */
const budget = Duration.hours(6)

/** The result of `POST /v1/admin/reenrich-reading`. */
export const Reenriched = Schema.Struct({
  retried: field(Schema.Number, "Number of articles fetched again", 20),
  succeeded: field(Schema.Number, "Number of them that succeeded", 12),
  still_failed: field(Schema.Number, "Number of them that failed again", 8),
  took_ms: field(Schema.Number, "Duration in milliseconds", 840)
}).annotations({ identifier: "ReenrichedReading" })
export type Reenriched = typeof Reenriched.Type

/** Retries failed enrichment now, without waiting for the next scheduled attempt. */
export class Reenrichment extends Effect.Service<Reenrichment>()("@daybook/core/Reenrichment", {
  effect: Effect.gen(function* () {
    const enrichmentStore = yield* ReadingEnrichmentStore
    const bodies = yield* ArticleBodies
    const reader = yield* PageReader
    const enrichments = yield* Enrichments
    return {
      run: Effect.fn("Reenrichment.run")(function* (
        mode: ReenrichMode,
        limit: number,
        progress: (progress: JobProgress) => Effect.Effect<void>
      ) {
        const start = yield* Clock.currentTimeMillis
        const ids = yield* enrichmentStore.markDue(mode, limit)
        yield* progress({ done: 0, total: ids.length })
        const texts = enrichments.drainSources("reading", { budget, onProgress: () => Effect.void })
        const pages = Effect.timeoutOption(Effect.ignoreLogged(Stream.runDrain(bodies.pages(reader))), budget)
        if (ids.length > 0) yield* Effect.all([texts, pages], { concurrency: 2, discard: true })
        if (ids.length > 0 && mode === "missing-images")
          yield* enrichments.drainShared("images", "reading", { budget, onProgress: () => Effect.void })
        const succeeded = yield* enrichmentStore.succeeded(mode, ids)
        const end = yield* Clock.currentTimeMillis
        yield* progress({ done: ids.length, total: ids.length })
        return {
          retried: ids.length,
          succeeded,
          still_failed: ids.length - succeeded,
          took_ms: end - start
        } satisfies Reenriched
      })
    }
  })
}) {}
