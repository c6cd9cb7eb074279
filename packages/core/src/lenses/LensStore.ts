import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { LensDefinition } from "./definition.js"

/** A lens as it is stored. Epoch milliseconds. */
export interface StoredLens {
  readonly definition: LensDefinition
  readonly createdAt: number
}

/** The token in the address of a lens, as it is stored: never the token itself, only its SHA-256 in hex. */
export interface LensToken {
  readonly lens: string
  readonly hash: string
  readonly createdAt: number
}

export class LensStore extends Context.Tag("@daybook/core/LensStore")<
  LensStore,
  {
    /** By name. */
    readonly all: Effect.Effect<ReadonlyArray<StoredLens>, StorageFailure>
    /** False if a lens has the name. */
    readonly create: (definition: LensDefinition) => Effect.Effect<boolean, StorageFailure>
    /** Deletes a lens with its token and grants, and revokes its keys. False if there is no such lens. */
    readonly remove: (name: string) => Effect.Effect<boolean, StorageFailure>
    readonly tokens: Effect.Effect<ReadonlyArray<LensToken>, StorageFailure>
    /** Stores the token of a lens in the place of an earlier one. */
    readonly putToken: (lens: string, hash: string) => Effect.Effect<LensToken, StorageFailure>
    /** False if the lens has no token. */
    readonly removeToken: (lens: string) => Effect.Effect<boolean, StorageFailure>
    /** A version that increases when any host creates or removes a lens or a token. Reading it needs no query. */
    readonly version: Effect.Effect<number>
  }
>() {}
