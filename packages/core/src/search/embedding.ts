import { Effect, Option, Stream } from "effect"
import { Crypto } from "../keys/Crypto.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/DataVersions.js"
import type { HallFollower } from "../sync/HallFollowers.js"
import { leased } from "../sync/leased.js"
import { chunksOf } from "./chunks.js"
import { Embedder, type Model, type Vector } from "./Embedder.js"
import { type Embedded, EmbeddingStore, type Pending } from "./EmbeddingStore.js"
import { pooled, unit } from "./vectors.js"

/** Articles of which something is embedded at a time: what is lost when the process ends. */
const batch = 16

/**
 * Embeds what is new in reading: first the beginning of every article, so that all can soon be found, then the rest of
 * the long ones. Nothing where embeddings are turned off.
 */
export const embedding = Effect.gen(function*() {
  const model = yield* Embedder
  const store = yield* EmbeddingStore
  const versions = yield* DataVersions
  const transaction = yield* Transaction
  const { sha256 } = yield* Crypto

  const step = (model: Model) =>
    leased(store.due(model.name, batch), (pending) => Effect.gen(function*() {
      if (pending.length === 0) return Option.none()
      const embedded = yield* embed(model, pending).pipe(Effect.tapError(() => store.putOff(model.name, pending.map(({ entity }) => entity))))
      yield* transaction.run(Effect.zipRight(store.keep(model.name, embedded), versions.bump("reading")))
      return Option.some([{ done: pending.length, left: yield* store.left(model.name) }, undefined] as const)
    }), (pending) => store.giveBack(model.name, pending))

  const embed = (model: Model, pending: ReadonlyArray<Pending>) =>
    Effect.gen(function*() {
      const texts = pending.map((article) => chunksOf(article, model.window).slice(0, article.begun ? undefined : 1))
      const hashes = new Map(texts.flat().map((text) => [sha256(text), text]))
      const known = yield* store.chunks(model.name, [...hashes.keys()])
      const missing = [...hashes].filter(([hash]) => !known.has(hash))
      const made = missing.length === 0 ? [] : yield* model.embed(missing.map(([, text]) => text), { urgent: false })
      const vectors = new Map([...known, ...missing.map(([hash], index) => [hash, unit(made[index]!)] as const)])
      return pending.map((article, index): Embedded => {
        const chunks = new Map(texts[index]!.map((text): [string, Vector] => [sha256(text), vectors.get(sha256(text))!]))
        const complete = article.begun || chunksOf(article, model.window).length <= 1
        return { entity: article.entity, content: article.content, vector: chunks.size === 0 ? null : pooled([...chunks.values()]), complete, chunks }
      })
    })

  return {
    id: "embeddings",
    domains: ["reading"],
    drain: () => model === null ? Stream.empty : Stream.unfoldEffect(undefined, () => step(model))
  } satisfies HallFollower
})
