import { Context, type Effect } from "effect"
import type { SourceFailure } from "../sync/SourceFailure.js"

/** One number a dimension, of length 1. */
export type Vector = Float32Array

/** Turns texts into vectors, near each other where the texts mean similar things. */
export interface Model {
  /** Names the model for good: vectors of one are not compared with those of another. */
  readonly name: string
  /** How much of a text it takes in at once, and how many such chunks of a long one are worth its time. */
  readonly window: Window
  /** A vector a text, in the order of the texts, all of one dimension. `urgent` is for who waits: it goes first. */
  readonly embed: (texts: ReadonlyArray<string>, options: { readonly urgent: boolean }) => Effect.Effect<ReadonlyArray<Vector>, SourceFailure>
}

export interface Window {
  readonly characters: number
  readonly chunks: number
}

/** The model in use; null where embeddings are turned off. */
export class Embedder extends Context.Tag("@daybook/core/Embedder")<Embedder, Model | null>() {}
