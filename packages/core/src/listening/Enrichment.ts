import { Duration, Effect, Option, Ref, Schema } from "effect"
import { Conflict, type StorageFailure } from "../shared/errors.js"
import { type Followed, Followers, type FollowOptions } from "../sync/Followers.js"
import { Sources, wanting } from "../sync/Sources.js"

/** Whoever asks waits for it; what is not done by then goes on after the next sync. */
const patience = Duration.seconds(45)

/** `POST /v1/listening/admin/enrich-artists` and its like (contract §2). */
export const Enriched = Schema.Struct({
  success: Schema.Boolean,
  results: Schema.Struct({ total: Schema.Number, succeeded: Schema.Number, skipped: Schema.Number, failed: Schema.Number })
}).annotations({ identifier: "EnrichedListening" })
export type Enriched = typeof Enriched.Type

const nothing = { done: 0, found: 0, left: 0 }

/** Looks up what is due without waiting for the next sync. */
export class Enrichment extends Effect.Service<Enrichment>()("@daybook/core/Enrichment", {
  effect: Effect.gen(function*() {
    const entries = yield* Sources
    const followers = yield* Followers

    const counted = Effect.fn("Enrichment.counted")(function*(drain: (options: FollowOptions) => Effect.Effect<Followed, StorageFailure>) {
      const tallies = yield* Ref.make<ReadonlyMap<string, typeof nothing>>(new Map())
      const { failures } = yield* drain({
        budget: patience,
        onProgress: (follower, { done, found = 0, left }) =>
          Ref.update(tallies, (all) => {
            const before = all.get(follower) ?? nothing
            return new Map(all).set(follower, { done: before.done + done, found: before.found + found, left })
          })
      })
      const all = [...(yield* Ref.get(tallies)).values()]
      const sum = (of: keyof typeof nothing) => all.reduce((sum, one) => sum + one[of], 0)
      const [done, found, left] = [sum("done"), sum("found"), sum("left")]
      return { success: failures.length === 0, results: { total: done + left, succeeded: found, skipped: left, failed: done - found } } satisfies Enriched
    })

    return {
      /** What one source knows of artists, albums and tracks. Fails where it is not set up. */
      ofSource: Effect.fn("Enrichment.ofSource")(function*(id: string) {
        const entry = entries.find((entry) => entry.id === id)
        if (entry === undefined || Option.isNone(entry.source)) {
          return yield* new Conflict({ message: `${id} is not set up: set ${entry === undefined ? "it up" : wanting(entry).join(", ")}` })
        }
        return yield* counted((options) => followers.drainSource(id, options))
      }),
      /** Pictures that are due. */
      pictures: Effect.suspend(() => counted((options) => followers.drainHall("images", "listening", options)))
    }
  })
}) {}
