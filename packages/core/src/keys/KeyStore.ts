import { Context, type Effect, type Option } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { ApiKey, Scope } from "./ApiKey.js"

export interface NewKey {
  readonly name: string
  readonly scope: Scope
  readonly prefix: string
  readonly hint: string
  readonly hash: string
  readonly rateLimit: Option.Option<number>
  readonly expiresAt: Option.Option<number>
}

export class KeyStore extends Context.Tag("@daybook/core/KeyStore")<KeyStore, {
  readonly create: (key: NewKey) => Effect.Effect<ApiKey, StorageFailure>
  /** All keys ever made, revoked ones too, oldest first. */
  readonly all: Effect.Effect<ReadonlyArray<ApiKey>, StorageFailure>
  /** False where no such key is active. */
  readonly revoke: (id: number) => Effect.Effect<boolean, StorageFailure>
  /** Adds to the counts of use, many keys at once. */
  readonly used: (uses: ReadonlyArray<{ readonly id: number; readonly requests: number; readonly at: number }>) => Effect.Effect<void, StorageFailure>
  /** A number that grows whenever any host makes or revokes a key, known without asking the database. */
  readonly version: Effect.Effect<number>
}>() {}
