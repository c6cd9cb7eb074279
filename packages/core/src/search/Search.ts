import { Cache, Duration, Effect, Exit } from "effect"
import { Pictures } from "../images/Picture.js"
import type { Domain } from "../domains.js"
import { BadInput, StorageFailure, detached } from "../shared/errors.js"
import { type PageOf, offsetOf, paginationOf } from "../shared/fields.js"
import { Embedder, type Model } from "./EmbeddingStore.js"
import { type DocumentMatch, SearchStore } from "./SearchStore.js"
import { Similarity } from "./Similarity.js"
import { termsOf } from "./terms.js"
import { unit } from "./vectors.js"
import { type SearchPage, searchHit } from "./views.js"

export interface SearchRequest extends PageOf {
  readonly q: string
  readonly domain?: Domain | undefined
  readonly mode: "keyword" | "semantic" | "hybrid"
}

const maxQueryLength = 1_000
const cachedQueries = 200

interface Hits {
  readonly rows: ReadonlyArray<{ readonly document: DocumentMatch; readonly score?: number }>
  readonly total: number
}

const noHits: Hits = { rows: [], total: 0 }

/** Finds records of every domain by keyword, and articles by meaning. */
export class Search extends Effect.Service<Search>()("@daybook/core/Search", {
  effect: Effect.gen(function* () {
    const store = yield* SearchStore
    const similarity = yield* Similarity
    const model = yield* Embedder
    const pictures = yield* Pictures
    const vectorOf = yield* Cache.makeWith({
      capacity: cachedQueries,
      timeToLive: Exit.match({ onFailure: () => Duration.zero, onSuccess: () => Duration.infinity }),
      lookup: (query: string) => vectorBy(model, query)
    })

    const keyword = (terms: ReadonlyArray<string>, domain: Domain | null, page: PageOf) =>
      Effect.map(store.find({ terms, domain }, page), ({ rows, total }): Hits => ({
        rows: rows.map((document) => ({ document })),
        total
      }))

    const documentsOf = (scored: ReadonlyArray<{ readonly name: string; readonly score: number }>) =>
      Effect.map(
        store.documents(
          "reading",
          scored.map(({ name }) => refOf(name))
        ),
        (documents) => {
          const byName = new Map(documents.map((one) => [nameOf(one.entity), one]))
          return scored.flatMap(({ name, score }) => (byName.has(name) ? [{ document: byName.get(name)!, score }] : []))
        }
      )

    const near = (q: string, count: number) =>
      Effect.map(
        Effect.flatMap(detached(vectorOf.get(q)), (vector) => similarity.near(vector, count)),
        ({ first, total }) => ({
          total,
          first: first.map(({ id, score }) => ({ name: nameOf({ type: "article", id }), score }))
        })
      )

    const semantic = (q: string, page: PageOf) =>
      Effect.gen(function* () {
        const { first, total } = yield* near(q, offsetOf(page) + page.limit)
        return { rows: yield* documentsOf(first.slice(offsetOf(page))), total } satisfies Hits
      })

    const hybrid = (q: string, terms: ReadonlyArray<string>, page: PageOf) =>
      Effect.gen(function* () {
        const pool = poolOf(page.limit)
        const byWords = yield* store.leading({ terms, domain: "reading" }, pool)
        const byMeaning = yield* near(q, pool)
        const all = fused([byWords.map(nameOf), byMeaning.first.map(({ name }) => name)])
        return {
          rows: yield* documentsOf(all.slice(offsetOf(page), offsetOf(page) + page.limit)),
          total: all.length
        } satisfies Hits
      })

    return {
      /** A page of hits. Fails on an empty query, and on a semantic search without a model. */
      search: Effect.fn("Search.search")(function* ({ domain, limit, mode, page, q }: SearchRequest) {
        yield* check(model, { domain, mode, q })
        const terms = termsOf(q)
        const of = { page, limit }
        const hits =
          terms.length === 0
            ? noHits
            : yield* mode === "keyword"
                ? keyword(terms, domain ?? null, of)
                : mode === "semantic"
                  ? semantic(q, of)
                  : hybrid(q, terms, of)
        return {
          data: hits.rows.map(({ document, score }) => searchHit(document, pictures.image, score)),
          pagination: paginationOf(of, hits.total)
        } satisfies SearchPage
      })
    }
  })
}) {}

const check = (
  model: Model | null,
  { domain, mode, q }: Pick<SearchRequest, "domain" | "mode"> & { readonly q: string }
) => {
  if (q.trim() === "") return new BadInput({ message: "q is missing: give the words to look for" })
  if (q.length > maxQueryLength) return new BadInput({ message: `q must have at most ${maxQueryLength} characters` })
  if (mode === "keyword") return Effect.void
  if (domain !== undefined && domain !== "reading")
    return new BadInput({
      message: `${mode} search supports only the domain reading: leave domain out, or search by keyword`
    })
  return model === null ? new BadInput({ message: "semantic search is disabled: set DAYBOOK_EMBEDDINGS" }) : Effect.void
}

const nameOf = ({ id, type }: DocumentMatch["entity"]) => `${type}:${id}`

const refOf = (name: string): DocumentMatch["entity"] => {
  const [type, id] = name.split(":")
  return { type: type as DocumentMatch["entity"]["type"], id: Number(id) }
}

/** The vector of a query. A failure of the model is no fault of the client. */
const vectorBy = (model: Model | null, query: string) =>
  (model === null ? Effect.succeed([]) : model.embed([query], { urgent: true })).pipe(
    Effect.mapError((cause) => new StorageFailure({ operation: "Embedder.embed", unavailable: true, cause })),
    Effect.map(([vector]) => (vector === undefined ? new Float32Array() : unit(vector)))
  )

/** Rank constant (Cormack, Clarke, Büttcher: Reciprocal Rank Fusion, SIGIR 2009). */
const rankConstant = 60

/** How many results of each list are fused, for pages of `limit`. It is the same on every page, and so is the total. */
export const poolOf = (limit: number): number => Math.min(50, Math.max(2 * limit, 20))

/** Names of all lists by the sum of 1 / (60 + rank), best first; ties in the order of the lists. */
export const fused = (
  lists: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<{ readonly name: string; readonly score: number }> => {
  const scores = new Map<string, number>()
  for (const list of lists)
    list.forEach((name, index) => scores.set(name, (scores.get(name) ?? 0) + 1 / (rankConstant + index + 1)))
  return Array.from(scores, ([name, score]) => ({ name, score })).sort((a, b) => b.score - a.score)
}
