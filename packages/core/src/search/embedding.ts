import { Clock, Duration, Effect, Option, Schema, Stream } from "effect"
import { Crypto } from "../keys/KeyStore.js"
import type { Domain } from "../domains.js"
import { Transaction } from "../shared/Transaction.js"
import { withLease } from "../sync/EnrichmentQueue.js"
import { Enrichments, type SharedEnrichment } from "../sync/Enrichments.js"
import { DataVersions, type JobProgress } from "../sync/SyncStore.js"
import { type EmbeddedType, embeddedArticles, embeddedTypes } from "./embeddedTypes.js"
import {
  type EmbeddedText,
  Embedder,
  EmbeddingStore,
  type Model,
  type PendingText,
  type QueuePlace,
  type Vector,
  type Window
} from "./EmbeddingStore.js"
import type { Document } from "./SearchStore.js"
import { searchedBody } from "./terms.js"
import { pooled, unit } from "./vectors.js"
import { field } from "../shared/fields.js"

/** The share of a chunk that the next one repeats, as a divisor, so that each sentence is whole in one chunk. */
const overlapShare = 8

/**
 * The chunks of a text to embed; the first has title and subtitle. If there are more than the window allows, the first
 * and others spread evenly. Never empty texts; none for an empty document.
 */
export const chunksOf = (
  { body, subtitle, title }: Pick<Document, "title" | "subtitle" | "body">,
  { characters, chunks }: Window
): ReadonlyArray<string> => {
  const heading = [title, subtitle].filter((text) => text !== null && text !== "").join("\n")
  const text = `${heading}\n${searchedBody(body ?? "")}`.replace(/\s+/gu, " ").trim()
  const parts = cutUp(text, characters)
  if (parts.length <= chunks) return parts
  const step = (parts.length - 1) / Math.max(1, chunks - 1)
  return Array.from({ length: chunks }, (_, index) => parts[Math.round(index * step)]!)
}

/** Splits between words where possible. */
const cutUp = (text: string, characters: number): ReadonlyArray<string> => {
  const parts: Array<string> = []
  for (let start = 0; start < text.length;) {
    const limit = start + characters
    const space = limit < text.length ? text.lastIndexOf(" ", limit) : -1
    const end = limit >= text.length ? text.length : space > start ? space : limit
    const part = text.slice(start, end).trim()
    if (part !== "") parts.push(part)
    if (end >= text.length) break
    const back = text.indexOf(" ", end - Math.floor(characters / overlapShare))
    start = back > start && back < end ? back + 1 : end
  }
  return parts
}

/** A pass through the queue. `left` is the number of due records; `isFresh` until it has found one. */
interface Drain {
  readonly place: QueuePlace
  readonly left: number
  readonly isFresh: boolean
}

const start: QueuePlace = { begun: false, before: null }

/** Records in one batch, which is lost if the process ends. */
const batchSize = 16

/**
 * Embeds new articles, and declared records with a meaning: first the beginning of each, so that all are soon found,
 * then the rest of long ones. Idle if embeddings are disabled.
 */
export const embeddingEnrichment = Effect.gen(function* () {
  const model = yield* Embedder
  const store = yield* EmbeddingStore
  const versions = yield* DataVersions
  const transaction = yield* Transaction
  const { sha256 } = yield* Crypto
  const types = yield* embeddedTypes

  /** One batch. Advances through the queue, so that no batch reads again what earlier ones passed. */
  const step = (model: Model, of: EmbeddedType, { left, place }: Drain) =>
    withLease(
      store.claim(model.name, of, batchSize, place),
      (pending) =>
        Effect.gen(function* () {
          if (pending.length === 0) return null
          const embedded = yield* embed(model, pending).pipe(
            Effect.tapError(() =>
              store.defer(
                model.name,
                of,
                pending.map(({ id }) => id)
              )
            )
          )
          yield* transaction.run(Effect.zipRight(store.store(model.name, of, embedded), versions.bump(of.domain)))
          const completed = embedded.filter(({ complete }) => complete).length
          return {
            done: pending.length,
            left: Math.max(0, left - completed),
            place: { ...place, before: Math.min(...pending.map(({ id }) => id)) }
          }
        }),
      (pending) =>
        store.release(
          model.name,
          of,
          pending.map(({ id }) => id)
        )
    )

  /**
   * The next batch: first of the records without an embedding, then of the others. At the end of both the queue is read
   * once more from its start, because records may have become due meanwhile, until there are none.
   */
  const next = Effect.fn("embedding.next")(function* (model: Model, of: EmbeddedType, drain: Drain) {
    let state = drain
    for (;;) {
      const batch = yield* step(model, of, state)
      if (batch !== null) {
        const { done, left, place } = batch
        return Option.some([
          { done, left },
          { place, left, isFresh: false }
        ] as const)
      }
      if (!state.place.begun) state = { ...state, place: { begun: true, before: null } }
      else if (state.isFresh) return Option.none()
      else state = { place: start, left: yield* store.dueCount(model.name, of), isFresh: true }
    }
  })

  const embed = (model: Model, pending: ReadonlyArray<PendingText>) =>
    Effect.gen(function* () {
      const texts = pending.map((one) => chunksOf(one, model.window).slice(0, one.begun ? undefined : 1))
      const hashes = new Map(texts.flat().map((text) => [sha256(text), text]))
      const storedVectors = yield* store.chunks(model.name, [...hashes.keys()])
      const missing = [...hashes].filter(([hash]) => !storedVectors.has(hash))
      const newVectors =
        missing.length === 0
          ? []
          : yield* model.embed(
              missing.map(([, text]) => text),
              { urgent: false }
            )
      const vectors = new Map([
        ...storedVectors,
        ...missing.map(([hash], index) => [hash, unit(newVectors[index]!)] as const)
      ])
      return pending.map((one, index): EmbeddedText => {
        const chunks = new Map(
          texts[index]!.map((text): [string, Vector] => [sha256(text), vectors.get(sha256(text))!])
        )
        const complete = one.begun || chunksOf(one, model.window).length <= 1
        return {
          id: one.id,
          content: one.content,
          vector: chunks.size === 0 ? null : pooled([...chunks.values()]),
          complete,
          chunks
        }
      })
    })

  return {
    id: "embeddings",
    domains: Array.from(new Set(types.map(({ domain }) => domain))),
    drain: (domain: Domain) =>
      model === null
        ? Stream.empty
        : Stream.flatMap(Stream.fromIterable(types.filter((of) => of.domain === domain)), (of) =>
            Stream.unwrap(
              Effect.map(store.dueCount(model.name, of), (left) =>
                Stream.unfoldEffect({ place: start, left, isFresh: true }, (drain) => next(model, of, drain))
              )
            )
          )
  } satisfies SharedEnrichment
})

/** The background queue embeds the rest. */
const timeLimit = Duration.hours(6)

/** Average number of characters in a token of English text. */
const charactersPerToken = 4

/** The result of `POST /v1/admin/reembed-reading`. */
export const ReembedReport = Schema.Struct({
  scanned: field(Schema.Number, "Articles to embed", 600),
  embedded: field(Schema.Number, "Articles that are embedded now", 580),
  skipped: field(Schema.Number, "Articles that still wait; the background continues with them", 20),
  tokens: field(Schema.Number, "Estimated number of tokens, four characters each", 120000),
  took_ms: field(Schema.Number, "Duration in milliseconds", 840)
}).annotations({ identifier: "ReembeddedReading" })
export type ReembedReport = typeof ReembedReport.Type

export interface ReembedRequest {
  /** Only articles that are not embedded. */
  readonly onlyMissing: boolean
  readonly limit: number
  readonly offset: number
}

/** Embeds articles now: missing ones, or all again. */
export class Reembedding extends Effect.Service<Reembedding>()("@daybook/core/Reembedding", {
  effect: Effect.gen(function* () {
    const model = yield* Embedder
    const store = yield* EmbeddingStore
    const enrichments = yield* Enrichments
    return {
      run: Effect.fn("Reembedding.run")(function* (
        { limit, offset, onlyMissing }: ReembedRequest,
        progress: (progress: JobProgress) => Effect.Effect<void>
      ) {
        const start = yield* Clock.currentTimeMillis
        const ids =
          model === null
            ? []
            : yield* store.markDue(model.name, embeddedArticles, { again: !onlyMissing, limit, offset })
        yield* progress({ done: 0, total: ids.length })
        const onProgress = (_: string, { left }: { readonly left: number }) =>
          progress({ done: Math.max(0, ids.length - left), total: ids.length })
        if (ids.length > 0) yield* enrichments.drainShared("embeddings", "reading", { budget: timeLimit, onProgress })
        const totals =
          model === null ? { records: 0, characters: 0 } : yield* store.totals(model.name, embeddedArticles, ids)
        return {
          scanned: ids.length,
          embedded: totals.records,
          skipped: ids.length - totals.records,
          tokens: Math.ceil(totals.characters / charactersPerToken),
          took_ms: (yield* Clock.currentTimeMillis) - start
        } satisfies ReembedReport
      })
    }
  })
}) {}
