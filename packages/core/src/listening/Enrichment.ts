import { Duration, Effect, Option, Ref, Schema } from "effect"
import { Conflict, type StorageFailure } from "../shared/errors.js"
import { type Followed, Followers, type FollowOptions } from "../sync/Followers.js"
import type { JobReport } from "../sync/Jobs.js"
import { Sources, wanting } from "../sync/Sources.js"
import type { JobProgress } from "../sync/SyncStore.js"

/** No provider owes more work than this; what is left then is done after the next sync. */
const budget = Duration.hours(6)

/** What `POST /v1/listening/admin/enrich-artists` and its like come to (contract §2). */
export const Enriched = Schema.Struct({
  success: Schema.Boolean,
  results: Schema.Struct({ total: Schema.Number, succeeded: Schema.Number, skipped: Schema.Number, failed: Schema.Number })
}).annotations({ identifier: "EnrichedListening" })
export type Enriched = typeof Enriched.Type

const nothing = { done: 0, found: 0, left: 0 }
type Tallies = ReadonlyMap<string, typeof nothing>
type OnProgress = (progress: JobProgress) => Effect.Effect<void>

const sumOf = (tallies: Tallies, of: keyof typeof nothing) => [...tallies.values()].reduce((sum, one) => sum + one[of], 0)

/** Looks up what is due without waiting for the next sync. */
export class Enrichment extends Effect.Service<Enrichment>()("@daybook/core/Enrichment", {
  effect: Effect.gen(function*() {
    const entries = yield* Sources
    const followers = yield* Followers

    const counted = Effect.fn("Enrichment.counted")(function*(progress: OnProgress, drain: (options: FollowOptions) => Effect.Effect<Followed, StorageFailure>) {
      const tallies = yield* Ref.make<Tallies>(new Map())
      const { failures } = yield* drain({
        budget,
        onProgress: (follower, { done, found = 0, left }) =>
          Effect.flatMap(Ref.updateAndGet(tallies, (all) => {
            const before = all.get(follower) ?? nothing
            return new Map(all).set(follower, { done: before.done + done, found: before.found + found, left })
          }), (all) => progress({ done: sumOf(all, "done"), total: sumOf(all, "done") + sumOf(all, "left") }))
      })
      const all = yield* Ref.get(tallies)
      const [done, found, left] = [sumOf(all, "done"), sumOf(all, "found"), sumOf(all, "left")]
      const enriched: Enriched = { success: failures.length === 0, results: { total: done + left, succeeded: found, skipped: left, failed: done - found } }
      return { changed: found, result: { ...enriched }, failures } satisfies JobReport
    })

    return {
      /** Fails where a source is not set up. */
      ready: (id: string): Effect.Effect<void, Conflict> => {
        const entry = entries.find((entry) => entry.id === id)
        if (entry !== undefined && Option.isSome(entry.source)) return Effect.void
        return new Conflict({ message: `${id} is not set up: set ${entry === undefined ? "it up" : wanting(entry).join(", ")}` })
      },
      /** What one source knows of artists, albums and tracks. */
      ofSource: (id: string, progress: OnProgress) => counted(progress, (options) => followers.drainSource(id, options)),
      /** Pictures that are due. */
      pictures: (progress: OnProgress) => counted(progress, (options) => followers.drainHall("images", "listening", options))
    }
  })
}) {}
