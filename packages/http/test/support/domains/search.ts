import type { Domain } from "@daybook/core"
import {
  Embedder,
  EmbeddingStore,
  type EntityDocument,
  type DocumentMatch,
  Search,
  SearchIndex,
  SearchStore,
  Similarity,
  termsOf
} from "@daybook/core/search"
import { Transaction } from "@daybook/core/shared"
import { Effect, Layer } from "effect"

const details = {
  author: "A. Writer",
  url: "https://ferry.example/1",
  instapaper_url: "https://www.instapaper.com/read/1",
  instapaper_app_url: "instapaper://read/1"
}

const documents: ReadonlyArray<DocumentMatch> = Array.from({ length: 5 }, (_, index) => ({
  domain: index === 0 ? "reading" : "listening",
  entity: { type: index === 0 ? "article" : "track", id: index + 1 },
  title: `Ferry Song ${index}`,
  subtitle: null,
  details: index === 0 ? details : {},
  picture: null
}))

const matches = (terms: ReadonlyArray<string>, domain: Domain | null) =>
  documents.filter(
    (document) =>
      (domain === null || document.domain === domain) &&
      terms.every((term) => termsOf(document.title).some((word) => word.startsWith(term)))
  )

const store = Layer.mock(SearchStore, {
  find: ({ domain, terms }, { limit, page }) =>
    Effect.succeed({
      rows: matches(terms, domain).slice((page - 1) * limit, page * limit),
      total: matches(terms, domain).length
    }),
  leading: ({ domain, terms }, limit) =>
    Effect.succeed(
      matches(terms, domain)
        .slice(0, limit)
        .map(({ domain, entity }) => ({ domain, entity }))
    ),
  documents: (domain, entities: ReadonlyArray<EntityDocument["entity"]>) =>
    Effect.succeed(
      documents.filter((document) => document.domain === domain && entities.some(({ id }) => id === document.entity.id))
    ),
  reindex: (_, limit, offset) =>
    Effect.succeed({ renewed: Math.max(0, Math.min(limit, documents.length - offset)), total: documents.length })
})

/** A model that embeds every text alike. */
const embedder = Layer.succeed(Embedder, {
  name: "same",
  window: { characters: 100, chunks: 1 },
  embed: (texts) => Effect.succeed(texts.map(() => Float32Array.of(1, 0)))
})

const embeddings = Layer.mock(EmbeddingStore, {
  revisions: () => Effect.succeed([{ id: 1, revision: 1 }]),
  vectors: () => Effect.succeed([{ id: 1, revision: 1, vector: Float32Array.of(0.6, 0.8) }])
})

const transaction = Layer.succeed(Transaction, { run: (effect) => effect, dryRun: (effect) => effect })

/** Five documents about a ferry; the first is an embedded article. */
export const search = Layer.merge(Search.Default.pipe(Layer.provide(Similarity.Default)), SearchIndex.Default).pipe(
  Layer.provide(Layer.mergeAll(store, embedder, embeddings, transaction))
)
