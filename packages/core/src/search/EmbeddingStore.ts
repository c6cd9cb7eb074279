import { Context, type Effect } from "effect"
import type { EntityRef } from "../shared/EntityRef.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Document } from "./Document.js"
import type { Vector } from "./Embedder.js"

/** An article that a model has not taken in as it is now. */
export interface Pending extends Pick<Document, "title" | "subtitle" | "body"> {
  readonly entity: EntityRef
  /** Names the text; another one has another name. */
  readonly content: string
  /** Its beginning is embedded already, the rest is not. */
  readonly begun: boolean
}

export interface Embedded {
  readonly entity: EntityRef
  readonly content: string
  /** Null where there is nothing to embed. */
  readonly vector: Vector | null
  readonly complete: boolean
  /** By the hash of their text; kept for when the text comes again. */
  readonly chunks: ReadonlyMap<string, Vector>
}

/** Vectors of the articles of reading, by model. They go with their document. */
export class EmbeddingStore extends Context.Tag("@daybook/core/EmbeddingStore")<EmbeddingStore, {
  /** Takes up to `limit` that are due, those of which nothing is embedded first, newest first; nobody else gets them for some minutes. */
  readonly due: (model: string, limit: number) => Effect.Effect<ReadonlyArray<Pending>, StorageFailure>
  /** Makes due again what was given out and neither kept nor put off. */
  readonly giveBack: (model: string, pending: ReadonlyArray<Pending>) => Effect.Effect<void, StorageFailure>
  readonly left: (model: string) => Effect.Effect<number, StorageFailure>
  /** Vectors of chunks that were embedded before, by hash; unknown ones are absent. */
  readonly chunks: (model: string, hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Vector>, StorageFailure>
  /** Keeps what was embedded, save of articles that are gone or whose text is another one by now. */
  readonly keep: (model: string, embedded: ReadonlyArray<Embedded>) => Effect.Effect<void, StorageFailure>
  /**
   * Makes articles due now, newest first, and names them: those that a model has not taken in, or, with `again`, any, of
   * which what it has is forgotten. Until they are embedded anew they are not found by meaning.
   */
  readonly reopen: (model: string, of: { readonly again: boolean; readonly limit: number; readonly offset: number }) => Effect.Effect<ReadonlyArray<number>, StorageFailure>
  /** How many of these articles a model has taken in whole, and how many characters they have. */
  readonly taken: (model: string, ids: ReadonlyArray<number>) => Effect.Effect<Taken, StorageFailure>
  /** Leaves what failed alone for a while, twice as long each time, an hour at most. */
  readonly putOff: (model: string, entities: ReadonlyArray<EntityRef>) => Effect.Effect<void, StorageFailure>
  /** All articles with a vector and the revision of it, which another vector has another one of. By id. */
  readonly revisions: (model: string) => Effect.Effect<ReadonlyArray<Revision>, StorageFailure>
  /** In no order; ids without a vector are absent. */
  readonly vectors: (model: string, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Revision & { readonly vector: Vector }>, StorageFailure>
}>() {}

export interface Taken {
  readonly articles: number
  readonly characters: number
}

export interface Revision {
  /** Of the article. */
  readonly id: number
  readonly revision: number
}
