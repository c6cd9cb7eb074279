import { Clock, Duration, Effect, Schema, Stream } from "effect"
import { Followers } from "../sync/Followers.js"
import type { JobProgress } from "../sync/SyncStore.js"
import { ArticleBodies } from "./ArticleBodies.js"
import { PageReader } from "./PageReader.js"
import { ReadingLookups, type ReenrichMode } from "./ReadingLookups.js"

/** What is left then is looked up after the next sync. */
const patience = Duration.hours(6)

/** What `POST /v1/admin/reenrich-reading` comes to (contract §6). */
export const Reenriched = Schema.Struct({
  retried: Schema.Number,
  succeeded: Schema.Number,
  still_failed: Schema.Number,
  took_ms: Schema.Number
}).annotations({ identifier: "ReenrichedReading" })
export type Reenriched = typeof Reenriched.Type

/** Looks up again what was not to be had, without waiting for its time. */
export class Reenrichment extends Effect.Service<Reenrichment>()("@daybook/core/Reenrichment", {
  effect: Effect.gen(function*() {
    const lookups = yield* ReadingLookups
    const bodies = yield* ArticleBodies
    const reader = yield* PageReader
    const followers = yield* Followers
    return {
      run: Effect.fn("Reenrichment.run")(function*(mode: ReenrichMode, limit: number, progress: (progress: JobProgress) => Effect.Effect<void>) {
        const start = yield* Clock.currentTimeMillis
        const ids = yield* lookups.reopen(mode, limit)
        yield* progress({ done: 0, total: ids.length })
        const texts = followers.drainSources("reading", { budget: patience, onProgress: () => Effect.void })
        const pages = Effect.timeoutOption(Effect.ignoreLogged(Stream.runDrain(bodies.pages(reader))), patience)
        if (ids.length > 0) yield* Effect.all([texts, pages], { concurrency: 2, discard: true })
        if (ids.length > 0 && mode === "missing-images") yield* followers.drainHall("images", "reading", { budget: patience, onProgress: () => Effect.void })
        const succeeded = yield* lookups.succeeded(mode, ids)
        const end = yield* Clock.currentTimeMillis
        yield* progress({ done: ids.length, total: ids.length })
        return { retried: ids.length, succeeded, still_failed: ids.length - succeeded, took_ms: end - start } satisfies Reenriched
      })
    }
  })
}) {}
