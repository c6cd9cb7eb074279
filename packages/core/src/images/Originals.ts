import { Context, type Effect, type Option } from "effect"
import type { StorageFailure } from "../shared/errors.js"

/** The bytes of original pictures, each under the SHA-256 of itself. */
export class Originals extends Context.Tag("@daybook/core/Originals")<Originals, {
  /** Stores them, unless they are there, and gives their name. They are there whole or not at all. */
  readonly put: (bytes: Uint8Array) => Effect.Effect<string, StorageFailure>
  readonly get: (name: string) => Effect.Effect<Option.Option<Uint8Array>, StorageFailure>
}>() {}
