import { DeclaredWrites, domain, integer, record, recordNamed, text } from "@daybook/core/domain"
import { Pictures } from "@daybook/core/images"
import { Embedder, embeddingEnrichment, type Model, Search, SearchStore, Similarity } from "@daybook/core/search"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import * as Crypto from "../../src/nodeCrypto.js"
import * as Embeddings from "../../src/postgres/EmbeddingStore.js"
import * as Documents from "../../src/postgres/SearchStore.js"
import { newDatabase } from "../support/database.js"
import { openedDomains } from "../support/declared.js"

const films = domain({
  name: "films",
  title: "Films",
  records: {
    film: record({
      key: ["number"],
      fields: {
        number: integer(),
        title: text({ search: "title" }),
        note: text({ nullable: true, search: "body" }),
        plot: text({ nullable: true, search: "body", meaning: true }),
        mood: text({ nullable: true, search: "subtitle", meaning: true })
      }
    }),
    quote: record({
      key: ["words"],
      fields: { words: text({ search: "title", meaning: true }), constructor: text({ nullable: true }) }
    }),
    actor: record({ key: ["name"], fields: { name: text({ search: "title" }) } })
  }
})
const of = (name: "film" | "quote" | "actor") => recordNamed(films, name)!

/** The meaning of a text is which of these it is about. */
const subjects = ["sea", "war", "food"]
const state = { texts: [] as Array<string> }
const model: Model = {
  name: "subjects",
  window: { characters: 200, chunks: 2 },
  embed: (texts, { urgent }) =>
    Effect.sync(() => {
      if (!urgent) state.texts.push(...texts)
      return texts.map((text) => Float32Array.from(subjects, (subject) => (text.includes(subject) ? 1 : 0.01)))
    })
}

const searching = Search.Default.pipe(
  Layer.provideMerge(Similarity.Default),
  Layer.provideMerge(Embeddings.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      Documents.layer,
      Crypto.layer,
      Layer.succeed(Pictures, { image: () => null, servedAt: () => Effect.void }),
      Layer.succeed(Embedder, model)
    )
  ),
  Layer.provideMerge(openedDomains([films]))
)

const drain = Effect.flatMap(embeddingEnrichment, ({ domains, drain }) =>
  Effect.forEach(domains, (domain) => Stream.runCollect(drain(domain)), { discard: true })
)
const put = (name: Parameters<typeof of>[0], rows: ReadonlyArray<unknown>) =>
  Effect.flatMap(DeclaredWrites, (writes) => writes.put(of(name), rows))
const search = (q: string, domain?: string, mode: "semantic" | "hybrid" = "semantic") =>
  Effect.flatMap(Search, (all) => all.search({ q, mode, domain, limit: 20, page: 1 }))
const namesOf = (page: { readonly data: ReadonlyArray<{ readonly domain: string; readonly title: string }> }) =>
  page.data.map(({ domain, title }) => `${domain} ${title}`)

const rows = [
  { number: 1, title: "Blue", plot: "a life at sea" },
  { number: 2, title: "Red", plot: "the war ends", mood: "war" },
  { number: 3, title: "Green", note: "about the sea", plot: "cooks and food" },
  { number: 4, title: "sea without a plot", note: "sea" }
]

layer(Layer.provideMerge(searching, newDatabase()), { excludeTestServices: true, timeout: "5 minutes" })(
  "declared records by meaning",
  (it) => {
    it.effect("finds them by the fields with meaning, next to articles, and follows every change", () =>
      Effect.gen(function* () {
        state.texts.length = 0
        const sql = yield* SqlClient.SqlClient
        yield* put("film", rows)
        yield* put("quote", [{ words: "food is love", constructor: "x" }])
        yield* put("actor", [{ name: "sea captain" }])
        yield* Effect.flatMap(SearchStore, (store) =>
          store.put("reading", [
            { entity: { type: "article", id: 1 }, title: "An essay", subtitle: null, body: "the sea", details: {} }
          ])
        )
        yield* drain
        expect(state.texts.toSorted()).toStrictEqual([
          "An essay the sea",
          "Blue a life at sea",
          "Green cooks and food",
          "Red the war ends war",
          "food is love"
        ])
        const near = yield* search("sea", "films")
        expect(near.data[0]).toMatchObject({ domain: "films", entity_type: "film", title: "Blue" })
        expect(near.data[0]!.score).toBeCloseTo(1, 2)
        expect(near.data[1]!.score).toBeLessThan(0.1)
        expect(
          namesOf(yield* search("food"))
            .slice(0, 2)
            .toSorted()
        ).toStrictEqual(["films Green", "films food is love"])
        expect(
          namesOf(yield* search("sea"))
            .slice(0, 2)
            .toSorted()
        ).toStrictEqual(["films Blue", "reading An essay"])
        expect(namesOf(yield* search("captain", "films", "hybrid"))).toContain("films sea captain")
        expect((yield* Effect.flip(search("sea", "running"))).message).toContain("only the domains reading, films")

        // Only what changed is embedded again.
        state.texts.length = 0
        yield* put("film", [rows[0], { ...rows[1], plot: "peace", mood: null }, { ...rows[2], note: "now" }])
        yield* put("film", [{ ...rows[0], plot: null }])
        yield* drain
        expect(state.texts).toStrictEqual(["Red peace"])
        expect(namesOf(yield* search("sea", "films"))).not.toContain("films Blue")
        yield* put("film", [rows[0]])
        yield* drain
        expect(state.texts).toStrictEqual(["Red peace"])
        expect(namesOf(yield* search("sea", "films"))[0]).toBe("films Blue")
        yield* Effect.flatMap(DeclaredWrites, (writes) => writes.remove(of("film"), [1]))
        expect(namesOf(yield* search("sea", "films"))).not.toContain("films Blue")
        const left = yield* sql<{ count: number }>`
          SELECT count(*)::int AS count FROM search_vectors WHERE domain = 'films' AND entity_id = 1 AND entity_type = 'film'`
        expect(left[0]!.count).toBe(0)
      })
    )
  }
)
