import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { LensDefinition } from "./definition.js"

/** A lens as it is stored. Epoch milliseconds. */
export interface StoredLens {
  readonly definition: LensDefinition
  readonly createdAt: number
}

export class LensStore extends Context.Tag("@daybook/core/LensStore")<
  LensStore,
  {
    /** By name. */
    readonly all: Effect.Effect<ReadonlyArray<StoredLens>, StorageFailure>
    /** False if a lens has the name. */
    readonly create: (definition: LensDefinition) => Effect.Effect<boolean, StorageFailure>
    /** Deletes a lens and revokes its keys. False if there is no such lens. */
    readonly remove: (name: string) => Effect.Effect<boolean, StorageFailure>
    /** A version that increases when any host creates or removes a lens. Reading it needs no query. */
    readonly version: Effect.Effect<number>
  }
>() {}
