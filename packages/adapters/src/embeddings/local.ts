import type { Model } from "@daybook/core/search"
import { SourceFailure } from "@daybook/core/sync"
import { Effect } from "effect"
import { createRequire } from "node:module"
import { makeThreadPool, type ThreadPool } from "@daybook/sources/threads"

/** Texts for the model's thread; none may be empty. */
export interface Request {
  readonly texts: ReadonlyArray<string>
}

/** One vector per text. */
export type Vectors = ReadonlyArray<Float32Array>

/**
 * Texts per request: few enough that an urgent one does not wait long. The model's memory grows with them, too.
 */
const batch = 4
/** Ending the thread frees 200 MB. */
const idleMillis = 60_000

const entry = () => createRequire(import.meta.url).resolve("#embeddings/worker")

type ModelThread = ThreadPool<Request, Vectors, never>

/**
 * The Universal Sentence Encoder, lite, from an npm package: English, 512 dimensions, no network. It reads at most 128
 * tokens of a text, about 560 characters, in about 60 ms. Four such texts represent a long article.
 */
export const local = Effect.map(
  Effect.acquireRelease(
    Effect.sync((): ModelThread => makeThreadPool({ entry, size: 1, idleMillis })),
    (thread) => Effect.promise(() => thread.close())
  ),
  (thread): Model => ({
    name: "universal-sentence-encoder-lite",
    window: { characters: 560, chunks: 4 },
    embed: (texts, { urgent }) =>
      Effect.map(
        Effect.forEach(inBatches(texts), (some) => ask(thread, some, urgent)),
        (vectors) => vectors.flat()
      )
  })
)

const inBatches = (texts: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(texts.length / batch) }, (_, index) => texts.slice(index * batch, (index + 1) * batch))

/** The model rejects empty texts. */
const spoken = (text: string): string => (text === "" ? " " : text)

const ask = (thread: ModelThread, texts: ReadonlyArray<string>, urgent: boolean) =>
  Effect.tryPromise({
    try: () => thread.ask({ texts: texts.map(spoken) }, { urgent }),
    catch: (cause) =>
      new SourceFailure({
        source: "embeddings",
        state: "unavailable",
        message: `the embedding model failed: ${cause instanceof Error ? cause.message : String(cause)}`,
        next: "try again later, or turn it off with DAYBOOK_EMBEDDINGS=off"
      })
  })
