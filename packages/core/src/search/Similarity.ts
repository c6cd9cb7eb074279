import { Effect } from "effect"
import { DataVersions } from "../sync/SyncStore.js"
import { type EmbeddedType, embeddedArticles } from "./embeddedTypes.js"
import { Embedder, EmbeddingStore, type Revision, type Vector } from "./EmbeddingStore.js"
import { type Matrix, type ScoredId, nearest } from "./vectors.js"

/** The vectors of a type at a data version, ready for comparison. */
interface VectorSnapshot {
  readonly version: number
  readonly revisions: ReadonlyArray<Revision>
  readonly matrix: Matrix
}

const emptySnapshot: VectorSnapshot = {
  version: -1,
  revisions: [],
  matrix: { ids: [], dimensions: 0, values: new Float32Array() }
}

/** Vectors in one query: about two megabytes. */
const batchSize = 500

/** Finds similar records by exact comparison of all vectors, which are cached in memory by data version. */
export class Similarity extends Effect.Service<Similarity>()("@daybook/core/Similarity", {
  effect: Effect.gen(function* () {
    const model = yield* Embedder
    const store = yield* EmbeddingStore
    const versions = yield* DataVersions
    const snapshots = new Map<string, VectorSnapshot>()
    const lock = yield* Effect.makeSemaphore(1)

    /** Reads only new vectors: a few after a sync, all of them the first time. */
    const refresh = Effect.fn("Similarity.refresh")(function* (model: string, of: EmbeddedType) {
      const name = `${of.domain}/${of.type}`
      const before = snapshots.get(name) ?? emptySnapshot
      const version = versions.latest(of.domain)
      if (before.version === version) return before.matrix
      const revisions = yield* store.revisions(model, of)
      const knownRows = new Map(before.revisions.map(({ id, revision }, row) => [id, { revision, row }]))
      const missing = revisions
        .filter(({ id, revision }) => knownRows.get(id)?.revision !== revision)
        .map(({ id }) => id)
      const fetched = new Map<number, Vector>()
      for (let at = 0; at < missing.length; at += batchSize) {
        for (const { id, vector } of yield* store.vectors(model, of, missing.slice(at, at + batchSize)))
          fetched.set(id, vector)
      }
      const matrix = assemble(
        before.matrix,
        revisions,
        (id) => fetched.get(id),
        (id) => knownRows.get(id)?.row
      )
      snapshots.set(name, {
        version,
        revisions: revisions.filter(({ id }) => fetched.has(id) || knownRows.has(id)),
        matrix
      })
      return matrix
    })
    const matrixOf = (of: EmbeddedType) =>
      model === null ? Effect.succeed(emptySnapshot.matrix) : lock.withPermits(1)(refresh(model.name, of))

    return {
      /** The number of records near a vector, and the `count` nearest with their cosine as score. */
      near: Effect.fn("Similarity.near")((of: EmbeddedType, vector: Vector, count: number) =>
        Effect.map(matrixOf(of), (all) => nearest(all, vector, count))
      ),
      /**
       * Articles near an article, nearest first, without itself; none if it is not embedded. For `GET
       * /v1/reading/articles/{id}/related`.
       */
      related: Effect.fn("Similarity.related")((articleId: number, limit: number) =>
        Effect.map(matrixOf(embeddedArticles), (all): ReadonlyArray<ScoredId> => {
          const row = all.ids.indexOf(articleId)
          if (row < 0) return []
          const vector = all.values.slice(row * all.dimensions, (row + 1) * all.dimensions)
          return nearest(all, vector, limit + 1)
            .first.filter(({ id }) => id !== articleId)
            .slice(0, limit)
        })
      )
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
    return (
      fetched(id) ??
      (row === undefined ? undefined : before.values.subarray(row * before.dimensions, (row + 1) * before.dimensions))
    )
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
