import { Cache, Duration, Effect, Exit } from "effect"
import { Pictures } from "../images/Picture.js"
import type { Domain } from "../rooms.js"
import { detached } from "../shared/detached.js"
import { BadInput, StorageFailure } from "../shared/errors.js"
import { type PageOf, offsetOf, paginationOf } from "../shared/Pagination.js"
import { Embedder, type Model } from "./Embedder.js"
import { fused, poolOf } from "./fusion.js"
import { type Found, SearchStore } from "./SearchStore.js"
import { Similarity } from "./Similarity.js"
import { termsOf } from "./terms.js"
import { unit } from "./vectors.js"
import { type SearchPage, searchHit } from "./views.js"

export interface SearchRequest extends PageOf {
  readonly q: string
  readonly domain?: Domain | undefined
  readonly mode: "keyword" | "semantic" | "hybrid"
}

/** Longer searches are no searches. */
const longestQuery = 1_000
const rememberedQueries = 200

interface Hits {
  readonly rows: ReadonlyArray<{ readonly found: Found; readonly score?: number }>
  readonly total: number
}

const nothing: Hits = { rows: [], total: 0 }

/** Finds records of every domain by their words, and articles by what they mean (contract §9). */
export class Search extends Effect.Service<Search>()("@daybook/core/Search", {
  effect: Effect.gen(function*() {
    const store = yield* SearchStore
    const similarity = yield* Similarity
    const model = yield* Embedder
    const pictures = yield* Pictures
    const vectorOf = yield* Cache.makeWith({
      capacity: rememberedQueries,
      timeToLive: Exit.match({ onFailure: () => Duration.zero, onSuccess: () => Duration.infinity }),
      lookup: (query: string) => vectorBy(model, query)
    })

    const keyword = (terms: ReadonlyArray<string>, domain: Domain | null, page: PageOf) =>
      Effect.map(store.find({ terms, domain }, page), ({ rows, total }): Hits => ({ rows: rows.map((found) => ({ found })), total }))

    const documentsOf = (scored: ReadonlyArray<{ readonly name: string; readonly score: number }>) =>
      Effect.map(store.documents("reading", scored.map(({ name }) => refOf(name))), (found) => {
        const byName = new Map(found.map((one) => [nameOf(one.entity), one]))
        return scored.flatMap(({ name, score }) => byName.has(name) ? [{ found: byName.get(name)!, score }] : [])
      })

    const near = (q: string, count: number) =>
      Effect.map(Effect.flatMap(detached(vectorOf.get(q)), (vector) => similarity.near(vector, count)), ({ first, total }) => ({
        total,
        first: first.map(({ id, score }) => ({ name: nameOf({ type: "article", id }), score }))
      }))

    const semantic = (q: string, page: PageOf) =>
      Effect.gen(function*() {
        const { first, total } = yield* near(q, offsetOf(page) + page.limit)
        return { rows: yield* documentsOf(first.slice(offsetOf(page))), total } satisfies Hits
      })

    const hybrid = (q: string, terms: ReadonlyArray<string>, page: PageOf) =>
      Effect.gen(function*() {
        const pool = poolOf(page.limit)
        const byWords = yield* store.leading({ terms, domain: "reading" }, pool)
        const byMeaning = yield* near(q, pool)
        const all = fused([byWords.map(nameOf), byMeaning.first.map(({ name }) => name)])
        return { rows: yield* documentsOf(all.slice(offsetOf(page), offsetOf(page) + page.limit)), total: all.length } satisfies Hits
      })

    return {
      /** A page of hits. Fails on a search without text, and on one by meaning where there is none. */
      search: Effect.fn("Search.search")(function*({ domain, limit, mode, page, q }: SearchRequest) {
        yield* check(model, { domain, mode, q })
        const terms = termsOf(q)
        const of = { page, limit }
        const hits = terms.length === 0
          ? nothing
          : yield* mode === "keyword" ? keyword(terms, domain ?? null, of) : mode === "semantic" ? semantic(q, of) : hybrid(q, terms, of)
        return {
          data: hits.rows.map(({ found, score }) => searchHit(found, pictures.image, score)),
          pagination: paginationOf(of, hits.total)
        } satisfies SearchPage
      })
    }
  })
}) {}

const check = (model: Model | null, { domain, mode, q }: Pick<SearchRequest, "domain" | "mode"> & { readonly q: string }) => {
  if (q.trim() === "") return new BadInput({ message: "q is missing: give the words to look for" })
  if (q.length > longestQuery) return new BadInput({ message: `q must have at most ${longestQuery} characters` })
  if (mode === "keyword") return Effect.void
  if (domain !== undefined && domain !== "reading") return new BadInput({ message: `${mode} search knows the domain reading only: leave domain out, or search by keyword` })
  return model === null ? new BadInput({ message: "semantic search is turned off: set DAYBOOK_EMBEDDINGS" }) : Effect.void
}

const nameOf = ({ id, type }: Found["entity"]) => `${type}:${id}`

const refOf = (name: string): Found["entity"] => {
  const [type, id] = name.split(":")
  return { type: type as Found["entity"]["type"], id: Number(id) }
}

/** A search waits for its vector; that there is none to be had is nothing the asker did wrong. */
const vectorBy = (model: Model | null, query: string) =>
  (model === null ? Effect.succeed([]) : model.embed([query], { urgent: true })).pipe(
    Effect.mapError((cause) => new StorageFailure({ operation: "Embedder.embed", unavailable: true, cause })),
    Effect.map(([vector]) => vector === undefined ? new Float32Array() : unit(vector))
  )
