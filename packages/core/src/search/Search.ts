import { Array as Arrays, Cache, Duration, Effect, Exit, Number as Numbers } from "effect"
import { Pictures } from "../images/Picture.js"
import { CurrentLens, type LensScope } from "../lenses/scope.js"
import type { Domain } from "../domains.js"
import { BadInput, StorageFailure, detached } from "../shared/errors.js"
import { type PageOf, offsetOf, paginationOf } from "../shared/fields.js"
import { type EmbeddedType, embeddedTypes } from "./embeddedTypes.js"
import { Embedder, type Model } from "./EmbeddingStore.js"
import { type DocumentMatch, SearchStore, type TermQuery } from "./SearchStore.js"
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

/** Finds records of every domain by keyword; articles, and declared records that say so, also by meaning. */
export class Search extends Effect.Service<Search>()("@daybook/core/Search", {
  effect: Effect.gen(function* () {
    const store = yield* SearchStore
    const similarity = yield* Similarity
    const model = yield* Embedder
    const types = yield* embeddedTypes
    const pictures = yield* Pictures
    const vectorOf = yield* Cache.makeWith({
      capacity: cachedQueries,
      timeToLive: Exit.match({ onFailure: () => Duration.zero, onSuccess: () => Duration.infinity }),
      lookup: (query: string) => vectorBy(model, query)
    })

    const keyword = (sought: TermQuery, page: PageOf) =>
      Effect.map(store.find(sought, page), ({ rows, total }): Hits => ({
        rows: rows.map((document) => ({ document })),
        total
      }))

    const documentsOf = (scored: ReadonlyArray<ScoredName>) =>
      Effect.gen(function* () {
        const refs = Arrays.groupBy(
          scored.map(({ name }) => refOf(name)),
          ({ domain }) => domain
        )
        const documents = yield* Effect.forEach(Object.entries(refs), ([domain, all]) =>
          store.documents(
            domain,
            all.map(({ entity }) => entity)
          )
        )
        const byName = new Map(documents.flat().map((one) => [nameOf(one.domain, one.entity), one]))
        return scored.flatMap(({ name, score }) => (byName.has(name) ? [{ document: byName.get(name)!, score }] : []))
      })

    /** The nearest records of these types together. */
    const near = (of: ReadonlyArray<EmbeddedType>, q: string, count: number) =>
      Effect.gen(function* () {
        const vector = yield* detached(vectorOf.get(q))
        const all = yield* Effect.forEach(of, ({ domain, type }) =>
          Effect.map(similarity.near({ domain, type }, vector, count), ({ first, total }) => ({
            total,
            first: first.map(({ id, score }): ScoredName => ({ name: nameOf(domain, { type, id }), score }))
          }))
        )
        return {
          total: Numbers.sumAll(all.map(({ total }) => total)),
          first: all
            .flatMap(({ first }) => first)
            .sort((one, other) => other.score - one.score)
            .slice(0, count)
        }
      })

    const semantic = (of: ReadonlyArray<EmbeddedType>, q: string, page: PageOf) =>
      Effect.gen(function* () {
        const { first, total } = yield* near(of, q, offsetOf(page) + page.limit)
        return { rows: yield* documentsOf(first.slice(offsetOf(page))), total } satisfies Hits
      })

    /** All records of the domain by words, and those that have a meaning by that. */
    const hybrid = (of: ReadonlyArray<EmbeddedType>, q: string, sought: TermQuery, page: PageOf) =>
      Effect.gen(function* () {
        const pool = poolOf(page.limit)
        const byWords = yield* store.leading(sought, pool)
        const byMeaning = yield* near(of, q, pool)
        const all = fused([
          byWords.map(({ domain, entity }) => nameOf(domain, entity)),
          byMeaning.first.map(({ name }) => name)
        ])
        return {
          rows: yield* documentsOf(all.slice(offsetOf(page), offsetOf(page) + page.limit)),
          total: all.length
        } satisfies Hits
      })

    return {
      /** A page of hits. Fails on an empty query, and on a semantic search without a model. */
      search: Effect.fn("Search.search")(function* ({ domain, limit, mode, page, q }: SearchRequest) {
        const chosen = types.filter((one) => domain === undefined || one.domain === domain)
        yield* check(model, { chosen, mode, q, types })
        const terms = termsOf(q)
        const lens = yield* CurrentLens
        const lensed = lens === null ? {} : yield* shownBy(lens, { domain, mode })
        const of = { page, limit }
        const hits =
          terms.length === 0
            ? noHits
            : yield* mode === "keyword"
                ? keyword({ ...lensed, terms, domain: domain ?? null }, of)
                : mode === "semantic"
                  ? semantic(chosen, q, of)
                  : hybrid(chosen, q, { terms, domain: domain ?? null }, of)
        return {
          data: hits.rows.map(({ document, score }) => searchHit(document, pictures.image, score)),
          pagination: paginationOf(of, hits.total)
        } satisfies SearchPage
      })
    }
  })
}) {}

/** Under a lens, search looks in what its hits show: titles and subtitles of records of one domain. */
const shownBy = ({ types }: LensScope, { domain, mode }: Pick<SearchRequest, "domain" | "mode">) => {
  const names = Array.from(types.keys()).join(", ")
  const ofDomain = domain === undefined ? undefined : types.get(domain)
  if (ofDomain === undefined) return new BadInput({ message: `with this key, domain must be one of ${names}` })
  if (mode !== "keyword") return new BadInput({ message: "with this key, mode must be keyword" })
  return Effect.succeed({ types: ofDomain, headOnly: true } as const)
}

const check = (
  model: Model | null,
  {
    chosen,
    mode,
    q,
    types
  }: Pick<SearchRequest, "mode" | "q"> & {
    readonly chosen: ReadonlyArray<EmbeddedType>
    readonly types: ReadonlyArray<EmbeddedType>
  }
) => {
  if (q.trim() === "") return new BadInput({ message: "q is missing: give the words to look for" })
  if (q.length > maxQueryLength) return new BadInput({ message: `q must have at most ${maxQueryLength} characters` })
  if (mode === "keyword") return Effect.void
  if (chosen.length === 0) {
    const names = Array.from(new Set(types.map(({ domain }) => domain)))
    const supported = `${names.length > 1 ? "domains" : "domain"} ${names.join(", ")}`
    return new BadInput({
      message: `${mode} search supports only the ${supported}: leave domain out, or search by keyword`
    })
  }
  return model === null ? new BadInput({ message: "semantic search is disabled: set DAYBOOK_EMBEDDINGS" }) : Effect.void
}

/** A record by its name among all records, with how near it is. */
interface ScoredName {
  readonly name: string
  readonly score: number
}

const nameOf = (domain: Domain, { id, type }: DocumentMatch["entity"]) => `${domain}:${type}:${id}`

const refOf = (name: string): Pick<DocumentMatch, "domain" | "entity"> => {
  const [domain = "", type = "", id] = name.split(":")
  return { domain, entity: { type, id: Number(id) } }
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
