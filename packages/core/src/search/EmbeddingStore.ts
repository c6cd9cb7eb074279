import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { EntityRef } from "../domains.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { Document } from "./SearchStore.js"

/** A vector of length 1. */
export type Vector = Float32Array

/** Converts texts to vectors; similar texts have near vectors. */
export interface Model {
  /** Permanent name of the model; vectors of different models are not compared. */
  readonly name: string
  /** The size of a chunk, and the number of chunks worth embedding. */
  readonly window: Window
  /** One vector for each text, in order, all of one dimension. `urgent` requests take precedence. */
  readonly embed: (
    texts: ReadonlyArray<string>,
    options: { readonly urgent: boolean }
  ) => Effect.Effect<ReadonlyArray<Vector>, SourceFailure>
}

export interface Window {
  readonly characters: number
  readonly chunks: number
}

/** The model in use; null if embeddings are disabled. */
export class Embedder extends Context.Tag("@daybook/core/Embedder")<Embedder, Model | null>() {}

/** An article whose current text is not fully embedded. */
export interface PendingArticle extends Pick<Document, "title" | "subtitle" | "body"> {
  readonly entity: EntityRef
  /** Identifies the text; a changed text has another value. */
  readonly content: string
  /** True if its first chunk is embedded, but not the rest. */
  readonly begun: boolean
}

export interface EmbeddedArticle {
  readonly entity: EntityRef
  readonly content: string
  /** Null if there is nothing to embed. */
  readonly vector: Vector | null
  readonly complete: boolean
  /** Vectors by hash of the chunk, cached for texts that occur again. */
  readonly chunks: ReadonlyMap<string, Vector>
}

/** Vectors of the reading articles, by model. They are deleted with their document. */
export class EmbeddingStore extends Context.Tag("@daybook/core/EmbeddingStore")<
  EmbeddingStore,
  {
    /** Claims up to `limit` due articles for some minutes: those without any embedding first, then newest first. */
    readonly claim: (model: string, limit: number) => Effect.Effect<ReadonlyArray<PendingArticle>, StorageFailure>
    /** Releases claimed articles that were neither stored nor deferred. */
    readonly release: (model: string, pending: ReadonlyArray<PendingArticle>) => Effect.Effect<void, StorageFailure>
    readonly dueCount: (model: string) => Effect.Effect<number, StorageFailure>
    /** Cached vectors of chunks, by hash; unknown hashes are absent. */
    readonly chunks: (
      model: string,
      hashes: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Vector>, StorageFailure>
    /** Stores embeddings, except of articles that were deleted or changed meanwhile. */
    readonly store: (model: string, embedded: ReadonlyArray<EmbeddedArticle>) => Effect.Effect<void, StorageFailure>
    /**
     * Makes articles due now, newest first, and returns their ids: unembedded ones or, with `again`, any, whose
     * embeddings are deleted. Until they are embedded again, semantic search does not find them.
     */
    readonly markDue: (
      model: string,
      of: { readonly again: boolean; readonly limit: number; readonly offset: number }
    ) => Effect.Effect<ReadonlyArray<number>, StorageFailure>
    /** The number of fully embedded articles among these, and their characters. */
    readonly totals: (model: string, ids: ReadonlyArray<number>) => Effect.Effect<EmbeddedTotals, StorageFailure>
    /** Delays failed articles with exponential back-off, at most an hour. */
    readonly defer: (model: string, entities: ReadonlyArray<EntityRef>) => Effect.Effect<void, StorageFailure>
    /** All articles with a vector and its revision, by id. The revision changes with the vector. */
    readonly revisions: (model: string) => Effect.Effect<ReadonlyArray<Revision>, StorageFailure>
    /** In no order; ids without a vector are absent. */
    readonly vectors: (
      model: string,
      ids: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<Revision & { readonly vector: Vector }>, StorageFailure>
  }
>() {}

export interface EmbeddedTotals {
  readonly articles: number
  readonly characters: number
}

export interface Revision {
  /** Id of the article. */
  readonly id: number
  readonly revision: number
}
