import { Effect, Ref } from "effect"
import { DataVersions } from "../sync/DataVersions.js"
import { Embedder, type Vector } from "./Embedder.js"
import { EmbeddingStore, type Revision } from "./EmbeddingStore.js"
import { type Matrix, type Scored, nearest } from "./vectors.js"

/** The vectors of a data version, ready to be compared. */
interface Held {
  readonly version: number
  readonly revisions: ReadonlyArray<Revision>
  readonly matrix: Matrix
}

const none: Held = { version: -1, revisions: [], matrix: { ids: [], dimensions: 0, values: new Float32Array() } }

/** How many vectors come over at a time: two megabytes or so. */
const portion = 500

/** Which articles are near which: an exact comparison with every one, over vectors held in memory as long as they stand. */
export class Similarity extends Effect.Service<Similarity>()("@daybook/core/Similarity", {
  effect: Effect.gen(function*() {
    const model = yield* Embedder
    const store = yield* EmbeddingStore
    const versions = yield* DataVersions
    const held = yield* Ref.make(none)
    const one = yield* Effect.makeSemaphore(1)

    /** Only what is not held yet is read: a few vectors after a sync, all of them the first time. */
    const renew = Effect.fn("Similarity.renew")(function*(model: string) {
      const before = yield* Ref.get(held)
      const version = versions.known("reading")
      if (before.version === version) return before.matrix
      const revisions = yield* store.revisions(model)
      const known = new Map(before.revisions.map(({ id, revision }, row) => [id, { revision, row }]))
      const missing = revisions.filter(({ id, revision }) => known.get(id)?.revision !== revision).map(({ id }) => id)
      const fetched = new Map<number, Vector>()
      for (let at = 0; at < missing.length; at += portion) {
        for (const { id, vector } of yield* store.vectors(model, missing.slice(at, at + portion))) fetched.set(id, vector)
      }
      const matrix = assemble(before.matrix, revisions, (id) => fetched.get(id), (id) => known.get(id)?.row)
      yield* Ref.set(held, { version, revisions: revisions.filter(({ id }) => fetched.has(id) || known.has(id)), matrix })
      return matrix
    })
    const matrix = model === null ? Effect.succeed(none.matrix) : one.withPermits(1)(renew(model.name))

    return {
      /** How many articles are near a vector, and the first `count` of them, nearest first, with the cosine as score. */
      near: Effect.fn("Similarity.near")((vector: Vector, count: number) => Effect.map(matrix, (all) => nearest(all, vector, count))),
      /** Articles near an article, nearest first, without itself; none where it is not embedded. For `GET /v1/reading/articles/{id}/related`. */
      related: Effect.fn("Similarity.related")((articleId: number, limit: number) =>
        Effect.map(matrix, (all): ReadonlyArray<Scored> => {
          const row = all.ids.indexOf(articleId)
          if (row < 0) return []
          const vector = all.values.slice(row * all.dimensions, (row + 1) * all.dimensions)
          return nearest(all, vector, limit + 1).first.filter(({ id }) => id !== articleId).slice(0, limit)
        }))
    }
  })
}) {}

const assemble = (
  before: Matrix,
  revisions: ReadonlyArray<Revision>,
  fetched: (id: number) => Vector | undefined,
  rowOf: (id: number) => number | undefined
): Matrix => {
  const vectorOf = (id: number) => {
    const row = rowOf(id)
    return fetched(id) ?? (row === undefined ? undefined : before.values.subarray(row * before.dimensions, (row + 1) * before.dimensions))
  }
  const rows = revisions.flatMap(({ id }) => {
    const vector = vectorOf(id)
    return vector === undefined ? [] : [{ id, vector }]
  })
  const dimensions = rows.at(-1)?.vector.length ?? 0
  const alike = rows.filter(({ vector }) => vector.length === dimensions)
  const values = new Float32Array(alike.length * dimensions)
  alike.forEach(({ vector }, index) => values.set(vector, index * dimensions))
  return { ids: alike.map(({ id }) => id), dimensions, values }
}
