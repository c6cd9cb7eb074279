import { Pictures } from "@daybook/core/images"
import {
  type EntityDocument,
  Embedder,
  embeddedArticles,
  embeddingEnrichment,
  EmbeddingStore,
  type Model,
  Search,
  SearchStore,
  Similarity,
  type Vector
} from "@daybook/core/search"
import { Transaction } from "@daybook/core/shared"
import { DataVersions, SourceFailure } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { hash } from "node:crypto"
import * as Crypto from "../../src/nodeCrypto.js"
import * as Embeddings from "../../src/postgres/EmbeddingStore.js"
import * as Documents from "../../src/postgres/SearchStore.js"
import * as Transactions from "../../src/postgres/Transaction.js"

const dimensions = 16

/** A deterministic vector of a text, near those of texts that share words with it. */
const vectorOf = (text: string): Vector => {
  const sum = new Float32Array(dimensions)
  for (const word of text.toLowerCase().split(/\W+/)) {
    const bytes = hash("sha256", word, "buffer")
    for (let at = 0; at < dimensions; at++) sum[at]! += bytes[at]! / 255 - 0.4
  }
  const length = Math.hypot(...sum)
  return sum.map((value) => value / length)
}

/** A model that counts its calls, and fails on demand. */
const fake = () => {
  const state = { texts: [] as Array<string>, broken: false }
  const model: Model = {
    name: "fake",
    window: { characters: 60, chunks: 3 },
    embed: (texts) =>
      state.broken
        ? Effect.fail(
            new SourceFailure({ source: "embeddings", state: "unavailable", message: "broken", next: "mend it" })
          )
        : Effect.sync(() => (state.texts.push(...texts), texts.map(vectorOf)))
  }
  return { state, model }
}

const versions = Layer.sync(DataVersions, () => {
  let version = 0
  return { latest: () => version, bump: () => Effect.sync(() => void version++) }
})
const stores = Layer.mergeAll(Documents.layer, Embeddings.layer, Transactions.layer, Crypto.layer, versions)
const pictures = Layer.succeed(Pictures, { image: () => null, servedAt: () => Effect.void })
const over = (model: Model | null) =>
  Search.Default.pipe(
    Layer.provideMerge(Similarity.Default),
    Layer.provideMerge(Layer.mergeAll(stores, pictures, Layer.succeed(Embedder, model)))
  )

const words =
  "ferry harbour bread yeast oven market shares bank guitar drums song river mountain snow train ticket".split(" ")
const article = (id: number, more: Partial<EntityDocument> = {}): EntityDocument => ({
  entity: { type: "article", id },
  title: `${words[id % 16]} ${words[(id * 7) % 16]} ${id}`,
  subtitle: null,
  body: Array.from({ length: (id % 5) * 12 }, (_, index) => words[(id * 3 + index * index) % 16]).join(" "),
  details: {},
  ...more
})
const articles = Array.from({ length: 60 }, (_, index) => article(index + 1))

const drain = Effect.flatMap(embeddingEnrichment, (enrichment) => Stream.runCollect(enrichment.drain("reading")))
const put = (documents: ReadonlyArray<EntityDocument>) =>
  Effect.flatMap(SearchStore, (store) => store.put("reading", documents)).pipe(
    Effect.zipRight(Effect.flatMap(DataVersions, ({ bump }) => bump("reading")))
  )
const wipe = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM search_documents`)
const count = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ total: number }>`SELECT count(*) AS total FROM ${sql(table)}`, ([row]) => row!.total)
  )
const semantic = (q: string, limit: number, page = 1) =>
  Effect.flatMap(Search, (search) => search.search({ q, mode: "semantic", limit, page }))

/** The expected result, computed from every stored vector. */
const bruteForce = (q: string) =>
  Effect.gen(function* () {
    const store = yield* EmbeddingStore
    const all = yield* store.vectors(
      "fake",
      embeddedArticles,
      Array.from({ length: 200 }, (_, id) => id)
    )
    const queryVector = vectorOf(q)
    return all
      .map(({ id, vector }) => ({ id, score: vector.reduce((sum, value, at) => sum + value * queryVector[at]!, 0) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || b.id - a.id)
      .map(({ id }) => String(id))
  })

const idsOf = (page: { readonly data: ReadonlyArray<{ readonly entity_id: string }> }) =>
  page.data.map(({ entity_id }) => entity_id)

/** Contract for embedded texts. */
export const embeddingStoreContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("EmbeddingStore", (it) => {
    it.effect("finds the same articles by meaning as a comparison with all of them", () => {
      const { model } = fake()
      return Effect.gen(function* () {
        yield* wipe
        yield* put([...articles, { ...article(1), entity: { type: "highlight", id: 1 } }])
        yield* drain
        for (const q of ["bread and yeast", "ferry", "a train over the mountain", "bank shares"]) {
          const expected = yield* bruteForce(q)
          const first = yield* semantic(q, 10)
          expect(idsOf(first)).toStrictEqual(expected.slice(0, 10))
          expect(first.pagination.total).toBe(expected.length)
          expect(idsOf(yield* semantic(q, 7, 3))).toStrictEqual(expected.slice(14, 21))
          const fused = yield* Effect.flatMap(Search, (search) =>
            search.search({ q, mode: "hybrid", domain: "reading", limit: 10, page: 1 })
          )
          const again = yield* Effect.flatMap(Search, (search) =>
            search.search({ q, mode: "hybrid", limit: 10, page: 2 })
          )
          expect(fused.pagination.total).toBe(again.pagination.total)
          expect(idsOf(fused).every((id) => !idsOf(again).includes(id))).toBe(true)
          expect(fused.data.every(({ score }) => (score ?? 0) > 0)).toBe(true)
        }
        const related = yield* Effect.flatMap(Similarity, (similarity) => similarity.related(7, 5))
        expect(related).toHaveLength(5)
        expect(
          related.every(
            ({ id }, place) => id !== 7 && (place === 0 || related[place - 1]!.score >= related[place]!.score)
          )
        ).toBe(true)
        expect(yield* Effect.flatMap(Similarity, (similarity) => similarity.related(999, 5))).toStrictEqual([])
      }).pipe(Effect.provide(over(model)))
    })

    it.effect("embeds the beginning of every text, then the rest, and nothing twice", () => {
      const { model, state } = fake()
      return Effect.gen(function* () {
        yield* wipe
        yield* put(articles)
        const steps = yield* drain
        expect([...steps].at(-1)?.left).toBe(0)
        expect(
          state.texts.slice(0, 60).every((text, index, all) => all.indexOf(text) === index && /\d/.test(text)),
          "beginnings first"
        ).toBe(true)
        expect(new Set(state.texts).size).toBe(state.texts.length)
        const before = state.texts.length
        yield* drain
        yield* put(articles)
        yield* put([article(3, { details: { url: "https://example.org" } })])
        yield* drain
        expect(state.texts).toHaveLength(before)
        yield* put([article(9, { title: "Something else" })])
        yield* drain
        expect(
          state.texts.length > before &&
            state.texts
              .slice(before)
              .every((text) => text.includes("Something else") || !articles.some(({ title }) => text.startsWith(title)))
        ).toBe(true)
        expect(idsOf(yield* semantic("something else", 100))).toContain("9")
        yield* Effect.flatMap(SearchStore, (store) =>
          store.withdraw(
            "reading",
            articles.map(({ entity }) => entity)
          )
        )
        yield* Effect.flatMap(DataVersions, ({ bump }) => bump("reading"))
        expect([yield* count("search_vectors"), yield* count("search_chunks")]).toStrictEqual([0, 0])
        expect((yield* semantic("ferry", 10)).pagination.total).toBe(0)
      }).pipe(Effect.provide(over(model)))
    })

    it.effect("finds records without a meaning by words in a hybrid search of all domains", () => {
      const { model } = fake()
      return Effect.gen(function* () {
        yield* wipe
        yield* put(articles)
        const artist = { title: "Ferry Lights", subtitle: null, body: null, details: {} }
        yield* Effect.flatMap(SearchStore, (documents) =>
          documents.put("listening", [{ ...artist, entity: { type: "artist", id: 7 } }])
        )
        yield* drain
        const hits = (domain?: "reading") =>
          Effect.flatMap(Search, (search) =>
            Effect.map(
              search.search({
                q: "ferry",
                mode: "hybrid",
                limit: 50,
                page: 1,
                ...(domain === undefined ? {} : { domain })
              }),
              ({ data }) => data.map(({ domain, entity_id }) => `${domain} ${entity_id}`)
            )
          )
        const [all, articlesAlone] = [yield* hits(), yield* hits("reading")]
        expect(all).toContain("listening 7")
        expect(articlesAlone).not.toContain("listening 7")
        expect(articlesAlone.length).toBeGreaterThan(0)
        expect(all.filter((one) => one.startsWith("reading")).toSorted()).toStrictEqual(articlesAlone.toSorted())
      }).pipe(Effect.provide(over(model)))
    })

    it.effect("hands each article to one of two concurrent callers, and delays the retry of failed ones", () => {
      const { model, state } = fake()
      return Effect.gen(function* () {
        yield* wipe
        yield* put(articles)
        const store = yield* EmbeddingStore
        const batches = yield* Effect.all(
          Array.from({ length: 4 }, () => store.claim("fake", embeddedArticles, 20, { begun: false, before: null })),
          { concurrency: "unbounded" }
        )
        const ids = batches.flat().map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE search_vectors SET due_at = now()`
        state.broken = true
        expect((yield* Effect.either(drain))._tag).toBe("Left")
        state.broken = false
        yield* drain
        expect(yield* store.revisions("fake", embeddedArticles)).toHaveLength(60 - 16)
        yield* sql`UPDATE search_vectors SET due_at = now()`
        yield* drain
        expect(yield* store.revisions("fake", embeddedArticles)).toHaveLength(60)
      }).pipe(Effect.provide(over(model)))
    })

    it.effect("releases unfinished articles immediately when it is interrupted", () => {
      const { model, state } = fake()
      return Effect.gen(function* () {
        yield* wipe
        yield* put(articles)
        const slow = { ...model, embed: () => Effect.never }
        yield* Effect.timeoutOption(Effect.provideService(drain, Embedder, slow), "200 millis")
        yield* drain
        expect(
          yield* Effect.flatMap(EmbeddingStore, (store) => store.revisions("fake", embeddedArticles))
        ).toHaveLength(60)
        expect(state.texts.length).toBeGreaterThanOrEqual(60)
      }).pipe(Effect.provide(over(model)))
    })

    it.effect("embeds the requested articles again, and nothing else", () => {
      const { model, state } = fake()
      return Effect.gen(function* () {
        yield* wipe
        yield* put(articles)
        yield* drain
        const store = yield* EmbeddingStore
        const before = new Map(
          (yield* store.revisions("fake", embeddedArticles)).map(({ id, revision }) => [id, revision])
        )
        state.texts.length = 0
        expect(yield* store.markDue("fake", embeddedArticles, { again: false, limit: 10, offset: 0 })).toStrictEqual([])
        const again = yield* store.markDue("fake", embeddedArticles, { again: true, limit: 3, offset: 2 })
        expect(again).toStrictEqual([58, 57, 56])
        expect((yield* store.totals("fake", embeddedArticles, again)).records).toBe(0)
        expect(yield* store.markDue("fake", embeddedArticles, { again: false, limit: 10, offset: 0 })).toStrictEqual(
          again
        )
        yield* drain
        const after = yield* store.revisions("fake", embeddedArticles)
        expect(after.filter(({ id, revision }) => before.get(id) !== revision).map(({ id }) => id)).toStrictEqual(
          again.toReversed()
        )
        expect(state.texts.length).toBeGreaterThanOrEqual(3)
        const characters = articles.slice(55, 58).reduce((sum, { body, title }) => sum + title.length + body!.length, 0)
        expect(yield* store.totals("fake", embeddedArticles, again)).toStrictEqual({ records: 3, characters })
      }).pipe(Effect.provide(over(model)))
    })

    it.effect("drops vectors of texts that changed or articles that were deleted meanwhile", () =>
      Effect.gen(function* () {
        yield* wipe
        yield* put([article(1), article(2)])
        const store = yield* EmbeddingStore
        const pending = yield* store.claim("fake", embeddedArticles, 10, { begun: false, before: null })
        yield* put([article(1, { title: "Another" })])
        yield* Effect.flatMap(SearchStore, (documents) => documents.withdraw("reading", [{ type: "article", id: 2 }]))
        yield* store.store(
          "fake",
          embeddedArticles,
          pending.map(({ content, id }) => ({
            id,
            content,
            vector: vectorOf("x"),
            complete: true,
            chunks: new Map([["h", vectorOf("x")]])
          }))
        )
        expect(yield* store.revisions("fake", embeddedArticles)).toStrictEqual([])
        expect(yield* store.dueCount("fake", embeddedArticles)).toBe(1)
      }).pipe(Effect.provide(over(null)))
    )

    it.effect("refuses an impossible semantic search with the reason", () =>
      Effect.gen(function* () {
        const search = yield* Search
        const refused = (request: Parameters<typeof search.search>[0]) => Effect.flip(search.search(request))
        const of = { limit: 10, page: 1 }
        expect((yield* refused({ q: "x", mode: "semantic", ...of })).message).toMatch(
          /disabled: set DAYBOOK_EMBEDDINGS/
        )
        expect((yield* refused({ q: "x", mode: "hybrid", domain: "running", ...of })).message).toMatch(
          /only the domain reading/
        )
        expect((yield* refused({ q: "  ", mode: "keyword", ...of })).message).toMatch(/q is missing/)
        expect(yield* drain.pipe(Effect.map((steps) => steps.length))).toBe(0)
        yield* Effect.flatMap(Transaction, ({ run }) => run(put([article(1)])))
        expect((yield* search.search({ q: '"( -:*', mode: "keyword", ...of })).pagination).toStrictEqual({
          page: 1,
          limit: 10,
          total: 0,
          total_pages: 0
        })
      }).pipe(Effect.provide(over(null)))
    )
  })
