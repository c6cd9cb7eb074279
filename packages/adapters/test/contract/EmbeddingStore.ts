import { Pictures } from "@daybook/core/images"
import { type EntityDocument, Embedder, embedding, EmbeddingStore, type Model, Search, SearchStore, Similarity, type Vector } from "@daybook/core/search"
import { Transaction } from "@daybook/core/shared"
import { DataVersions, SourceFailure } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import assert from "node:assert/strict"
import { hash } from "node:crypto"
import * as Crypto from "../../src/nodeCrypto.js"
import * as Embeddings from "../../src/postgres/EmbeddingStore.js"
import * as Documents from "../../src/postgres/SearchStore.js"
import * as Transactions from "../../src/postgres/Transaction.js"

const dimensions = 16

/** A vector that a text always has, near that of texts which share words with it. */
const vectorOf = (text: string): Vector => {
  const sum = new Float32Array(dimensions)
  for (const word of text.toLowerCase().split(/\W+/)) {
    const bytes = hash("sha256", word, "buffer")
    for (let at = 0; at < dimensions; at++) sum[at]! += bytes[at]! / 255 - 0.4
  }
  const length = Math.hypot(...sum)
  return sum.map((value) => value / length)
}

/** A model that counts what it is asked, and fails when told to. */
const fake = () => {
  const state = { texts: [] as Array<string>, broken: false }
  const model: Model = {
    name: "fake",
    window: { characters: 60, chunks: 3 },
    embed: (texts) => state.broken
      ? Effect.fail(new SourceFailure({ source: "embeddings", state: "unavailable", message: "broken", next: "mend it" }))
      : Effect.sync(() => (state.texts.push(...texts), texts.map(vectorOf)))
  }
  return { state, model }
}

const versions = Layer.sync(DataVersions, () => {
  let version = 0
  return { known: () => version, bump: () => Effect.sync(() => void version++) }
})
const stores = Layer.mergeAll(Documents.layer, Embeddings.layer, Transactions.layer, Crypto.layer, versions)
const pictures = Layer.succeed(Pictures, { image: () => null, servedAt: () => Effect.void })
const over = (model: Model | null) =>
  Search.Default.pipe(Layer.provideMerge(Similarity.Default), Layer.provideMerge(Layer.mergeAll(stores, pictures, Layer.succeed(Embedder, model))))

const words = "ferry harbour bread yeast oven market shares bank guitar drums song river mountain snow train ticket".split(" ")
const article = (id: number, more: Partial<EntityDocument> = {}): EntityDocument => ({
  entity: { type: "article", id },
  title: `${words[id % 16]} ${words[(id * 7) % 16]} ${id}`,
  subtitle: null,
  body: Array.from({ length: (id % 5) * 12 }, (_, index) => words[(id * 3 + index * index) % 16]).join(" "),
  details: {},
  ...more
})
const articles = Array.from({ length: 60 }, (_, index) => article(index + 1))

const drain = Effect.flatMap(embedding, (follower) => Stream.runCollect(follower.drain()))
const put = (documents: ReadonlyArray<EntityDocument>) => Effect.flatMap(SearchStore, (store) => store.put("reading", documents)).pipe(Effect.zipRight(Effect.flatMap(DataVersions, ({ bump }) => bump("reading"))))
const wipe = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM search_documents`)
const count = (table: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.map(sql<{ total: number }>`SELECT count(*) AS total FROM ${sql(table)}`, ([row]) => row!.total))
const semantic = (q: string, limit: number, page = 1) => Effect.flatMap(Search, (search) => search.search({ q, mode: "semantic", limit, page }))

/** What a look at every stored vector finds. */
const bruteForce = (q: string) =>
  Effect.gen(function*() {
    const store = yield* EmbeddingStore
    const all = yield* store.vectors("fake", Array.from({ length: 200 }, (_, id) => id))
    const asked = vectorOf(q)
    return all.map(({ id, vector }) => ({ id, score: vector.reduce((sum, value, at) => sum + value * asked[at]!, 0) }))
      .filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || b.id - a.id).map(({ id }) => String(id))
  })

const idsOf = (page: { readonly data: ReadonlyArray<{ readonly entity_id: string }> }) => page.data.map(({ entity_id }) => entity_id)

/** What every engine must keep of texts that are embedded. */
export const embeddingStoreContract = (name: string, database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })(`EmbeddingStore: ${name}`, (it) => {
    it.effect("finds by meaning what a comparison with every article would", () => {
      const { model } = fake()
      return Effect.gen(function*() {
        yield* wipe
        yield* put([...articles, { ...article(1), entity: { type: "highlight", id: 1 } }])
        yield* drain
        for (const q of ["bread and yeast", "ferry", "a train over the mountain", "bank shares"]) {
          const expected = yield* bruteForce(q)
          const first = yield* semantic(q, 10)
          assert.deepEqual(idsOf(first), expected.slice(0, 10))
          assert.equal(first.pagination.total, expected.length)
          assert.deepEqual(idsOf(yield* semantic(q, 7, 3)), expected.slice(14, 21))
          const fused = yield* Effect.flatMap(Search, (search) => search.search({ q, mode: "hybrid", domain: "reading", limit: 10, page: 1 }))
          const again = yield* Effect.flatMap(Search, (search) => search.search({ q, mode: "hybrid", limit: 10, page: 2 }))
          assert.equal(fused.pagination.total, again.pagination.total)
          assert.ok(idsOf(fused).every((id) => !idsOf(again).includes(id)))
          assert.ok(fused.data.every(({ score }) => (score ?? 0) > 0))
        }
        const related = yield* Effect.flatMap(Similarity, (similarity) => similarity.related(7, 5))
        assert.equal(related.length, 5)
        assert.ok(related.every(({ id }, place) => id !== 7 && (place === 0 || related[place - 1]!.score >= related[place]!.score)))
        assert.deepEqual(yield* Effect.flatMap(Similarity, (similarity) => similarity.related(999, 5)), [])
      }).pipe(Effect.provide(over(model)))
    })

    it.effect("embeds the beginning of all, then the rest, and nothing twice", () => {
      const { model, state } = fake()
      return Effect.gen(function*() {
        yield* wipe
        yield* put(articles)
        const steps = yield* drain
        assert.equal([...steps].at(-1)?.left, 0)
        assert.ok(state.texts.slice(0, 60).every((text, index, all) => all.indexOf(text) === index && /\d/.test(text)), "beginnings first")
        assert.equal(new Set(state.texts).size, state.texts.length)
        const before = state.texts.length
        yield* drain
        yield* put(articles)
        yield* put([article(3, { details: { url: "https://example.org" } })])
        yield* drain
        assert.equal(state.texts.length, before)
        yield* put([article(9, { title: "Something else" })])
        yield* drain
        assert.ok(state.texts.length > before && state.texts.slice(before).every((text) => text.includes("Something else") || !articles.some(({ title }) => text.startsWith(title))))
        assert.ok(idsOf(yield* semantic("something else", 100)).includes("9"))
        yield* Effect.flatMap(SearchStore, (store) => store.withdraw("reading", articles.map(({ entity }) => entity)))
        yield* Effect.flatMap(DataVersions, ({ bump }) => bump("reading"))
        assert.deepEqual([yield* count("search_vectors"), yield* count("search_chunks")], [0, 0])
        assert.equal((yield* semantic("ferry", 10)).pagination.total, 0)
      }).pipe(Effect.provide(over(model)))
    })

    it.effect("gives one article to one of two who ask at once, and leaves what failed alone for a while", () => {
      const { model, state } = fake()
      return Effect.gen(function*() {
        yield* wipe
        yield* put(articles)
        const store = yield* EmbeddingStore
        const given = yield* Effect.all(Array.from({ length: 4 }, () => store.due("fake", 20)), { concurrency: "unbounded" })
        const ids = given.flat().map(({ entity }) => entity.id)
        assert.equal(new Set(ids).size, ids.length)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE search_vectors SET due_at = now()`
        state.broken = true
        assert.equal((yield* Effect.either(drain))._tag, "Left")
        state.broken = false
        yield* drain
        assert.equal((yield* store.revisions("fake")).length, 60 - 16)
        yield* sql`UPDATE search_vectors SET due_at = now()`
        yield* drain
        assert.equal((yield* store.revisions("fake")).length, 60)
      }).pipe(Effect.provide(over(model)))
    })

    it.effect("gives back at once what it was cut off at", () => {
      const { model, state } = fake()
      return Effect.gen(function*() {
        yield* wipe
        yield* put(articles)
        const slow = { ...model, embed: () => Effect.never }
        yield* Effect.timeoutOption(Effect.provideService(drain, Embedder, slow), "200 millis")
        yield* drain
        assert.equal((yield* Effect.flatMap(EmbeddingStore, (store) => store.revisions("fake"))).length, 60)
        assert.ok(state.texts.length >= 60)
      }).pipe(Effect.provide(over(model)))
    })

    it.effect("embeds anew what it is told to, and nothing else", () => {
      const { model, state } = fake()
      return Effect.gen(function*() {
        yield* wipe
        yield* put(articles)
        yield* drain
        const store = yield* EmbeddingStore
        const before = new Map((yield* store.revisions("fake")).map(({ id, revision }) => [id, revision]))
        state.texts.length = 0
        assert.deepEqual(yield* store.reopen("fake", { again: false, limit: 10, offset: 0 }), [])
        const again = yield* store.reopen("fake", { again: true, limit: 3, offset: 2 })
        assert.deepEqual(again, [58, 57, 56])
        assert.equal((yield* store.taken("fake", again)).articles, 0)
        assert.deepEqual(yield* store.reopen("fake", { again: false, limit: 10, offset: 0 }), again)
        yield* drain
        const after = yield* store.revisions("fake")
        assert.deepEqual(after.filter(({ id, revision }) => before.get(id) !== revision).map(({ id }) => id), again.toReversed())
        assert.ok(state.texts.length >= 3)
        const characters = articles.slice(55, 58).reduce((sum, { body, title }) => sum + title.length + body!.length, 0)
        assert.deepEqual(yield* store.taken("fake", again), { articles: 3, characters })
      }).pipe(Effect.provide(over(model)))
    })

    it.effect("keeps nothing of a text that changed, or of an article that went, meanwhile", () =>
      Effect.gen(function*() {
        yield* wipe
        yield* put([article(1), article(2)])
        const store = yield* EmbeddingStore
        const pending = yield* store.due("fake", 10)
        yield* put([article(1, { title: "Another" })])
        yield* Effect.flatMap(SearchStore, (documents) => documents.withdraw("reading", [{ type: "article", id: 2 }]))
        yield* store.keep("fake", pending.map(({ content, entity }) => ({ entity, content, vector: vectorOf("x"), complete: true, chunks: new Map([["h", vectorOf("x")]]) })))
        assert.deepEqual(yield* store.revisions("fake"), [])
        assert.equal(yield* store.left("fake"), 1)
      }).pipe(Effect.provide(over(null))))

    it.effect("answers what cannot be found by meaning with the reason", () =>
      Effect.gen(function*() {
        const search = yield* Search
        const refused = (request: Parameters<typeof search.search>[0]) => Effect.flip(search.search(request))
        const of = { limit: 10, page: 1 }
        assert.match((yield* refused({ q: "x", mode: "semantic", ...of })).message, /turned off: set DAYBOOK_EMBEDDINGS/)
        assert.match((yield* refused({ q: "x", mode: "hybrid", domain: "running", ...of })).message, /reading only/)
        assert.match((yield* refused({ q: "  ", mode: "keyword", ...of })).message, /q is missing/)
        assert.deepEqual(yield* drain.pipe(Effect.map((steps) => steps.length)), 0)
        yield* Effect.flatMap(Transaction, ({ run }) => run(put([article(1)])))
        assert.deepEqual((yield* search.search({ q: "\"( -:*", mode: "keyword", ...of })).pagination, { page: 1, limit: 10, total: 0, total_pages: 0 })
      }).pipe(Effect.provide(over(null))))
  })
