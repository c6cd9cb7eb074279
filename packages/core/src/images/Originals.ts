import { Context, type Effect, type Option, type Stream } from "effect"
import type { StorageFailure } from "../shared/errors.js"

export interface StoredOriginal {
  readonly name: string
  /** When it was last put, epoch milliseconds. */
  readonly at: number
}

/** The bytes of original pictures, each under the SHA-256 of itself. */
export class Originals extends Context.Tag("@daybook/core/Originals")<Originals, {
  /** Stores them, unless they are there, and gives their name. They are there whole or not at all. */
  readonly put: (bytes: Uint8Array) => Effect.Effect<string, StorageFailure>
  readonly get: (name: string) => Effect.Effect<Option.Option<Uint8Array>, StorageFailure>
  /** All that are there, in no order. */
  readonly all: Stream.Stream<StoredOriginal, StorageFailure>
  readonly remove: (name: string) => Effect.Effect<void, StorageFailure>
}>() {}
