import { Clock, Duration, Effect, Schema } from "effect"
import { Followers } from "../sync/Followers.js"
import type { JobProgress } from "../sync/SyncStore.js"
import { Embedder } from "./Embedder.js"
import { EmbeddingStore } from "./EmbeddingStore.js"

/** What is left then is done in the background. */
const patience = Duration.hours(6)

/** What those who bill by the token count as one, of English, on average. */
const charactersOfToken = 4

/** What `POST /v1/admin/reembed-reading` comes to (contract §6). */
export const Reembedded = Schema.Struct({
  scanned: Schema.Number.annotations({ description: "Articles that were to be embedded" }),
  embedded: Schema.Number.annotations({ description: "Those that are by now" }),
  skipped: Schema.Number.annotations({ description: "Those that are still waiting; the background goes on with them" }),
  tokens: Schema.Number.annotations({ description: "About how many tokens they have, four characters each" }),
  took_ms: Schema.Number
}).annotations({ identifier: "ReembeddedReading" })
export type Reembedded = typeof Reembedded.Type

export interface Reembed {
  /** Only what the model has not taken in. */
  readonly onlyMissing: boolean
  readonly limit: number
  readonly offset: number
}

/** Has articles embedded now: what is missing, or anew what is there. */
export class Reembedding extends Effect.Service<Reembedding>()("@daybook/core/Reembedding", {
  effect: Effect.gen(function*() {
    const model = yield* Embedder
    const store = yield* EmbeddingStore
    const followers = yield* Followers
    return {
      run: Effect.fn("Reembedding.run")(function*({ limit, offset, onlyMissing }: Reembed, progress: (progress: JobProgress) => Effect.Effect<void>) {
        const start = yield* Clock.currentTimeMillis
        const ids = model === null ? [] : yield* store.reopen(model.name, { again: !onlyMissing, limit, offset })
        yield* progress({ done: 0, total: ids.length })
        const onProgress = (_: string, { left }: { readonly left: number }) => progress({ done: Math.max(0, ids.length - left), total: ids.length })
        if (ids.length > 0) yield* followers.drainHall("embeddings", "reading", { budget: patience, onProgress })
        const taken = model === null ? { articles: 0, characters: 0 } : yield* store.taken(model.name, ids)
        return {
          scanned: ids.length,
          embedded: taken.articles,
          skipped: ids.length - taken.articles,
          tokens: Math.ceil(taken.characters / charactersOfToken),
          took_ms: (yield* Clock.currentTimeMillis) - start
        } satisfies Reembedded
      })
    }
  })
}) {}
