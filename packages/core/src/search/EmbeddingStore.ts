import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { EmbeddedType } from "./embeddedTypes.js"
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

/** A record whose current text is not fully embedded. */
export interface PendingText extends Pick<Document, "title" | "subtitle" | "body"> {
  readonly id: number
  /** Identifies the text; a changed text has another value. */
  readonly content: string
  /** True if its first chunk is embedded, but not the rest. */
  readonly begun: boolean
}

export interface EmbeddedText {
  readonly id: number
  readonly content: string
  /** Null if there is nothing to embed. */
  readonly vector: Vector | null
  readonly complete: boolean
  /** Vectors by hash of the chunk, cached for texts that occur again. */
  readonly chunks: ReadonlyMap<string, Vector>
}

/** A place in the queue: among the records with an embedding or those without one, below an id; null for all. */
export interface QueuePlace {
  readonly begun: boolean
  readonly before: number | null
}

/** Vectors of the records of a type, by model. They are deleted with their document. */
export class EmbeddingStore extends Context.Tag("@daybook/core/EmbeddingStore")<
  EmbeddingStore,
  {
    /** Claims up to `limit` due records for some minutes, newest first from a place of the queue on. */
    readonly claim: (
      model: string,
      of: EmbeddedType,
      limit: number,
      from: QueuePlace
    ) => Effect.Effect<ReadonlyArray<PendingText>, StorageFailure>
    /** Releases claimed records that were neither stored nor deferred. */
    readonly release: (
      model: string,
      of: EmbeddedType,
      ids: ReadonlyArray<number>
    ) => Effect.Effect<void, StorageFailure>
    readonly dueCount: (model: string, of: EmbeddedType) => Effect.Effect<number, StorageFailure>
    /** Cached vectors of chunks, by hash; unknown hashes are absent. */
    readonly chunks: (
      model: string,
      hashes: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Vector>, StorageFailure>
    /** Stores embeddings, except of records that were deleted or changed meanwhile. */
    readonly store: (
      model: string,
      of: EmbeddedType,
      embedded: ReadonlyArray<EmbeddedText>
    ) => Effect.Effect<void, StorageFailure>
    /**
     * Makes records due now, newest first, and returns their ids: unembedded ones or, with `again`, any, whose
     * embeddings are deleted. Until they are embedded again, semantic search does not find them.
     */
    readonly markDue: (
      model: string,
      of: EmbeddedType,
      selection: { readonly again: boolean; readonly limit: number; readonly offset: number }
    ) => Effect.Effect<ReadonlyArray<number>, StorageFailure>
    /** The number of fully embedded records among these, and their characters. */
    readonly totals: (
      model: string,
      of: EmbeddedType,
      ids: ReadonlyArray<number>
    ) => Effect.Effect<EmbeddedTotals, StorageFailure>
    /** Delays failed records with exponential back-off, at most an hour. */
    readonly defer: (model: string, of: EmbeddedType, ids: ReadonlyArray<number>) => Effect.Effect<void, StorageFailure>
    /** All records with a vector and its revision, by id. The revision changes with the vector. */
    readonly revisions: (model: string, of: EmbeddedType) => Effect.Effect<ReadonlyArray<Revision>, StorageFailure>
    /** In no order; ids without a vector are absent. */
    readonly vectors: (
      model: string,
      of: EmbeddedType,
      ids: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<Revision & { readonly vector: Vector }>, StorageFailure>
  }
>() {}

export interface EmbeddedTotals {
  readonly records: number
  readonly characters: number
}

export interface Revision {
  /** Id of the record. */
  readonly id: number
  readonly revision: number
}
