import { Context, type Effect, type Option } from "effect"
import type { StorageFailure } from "../shared/errors.js"

/** `publish` reads what its lens shows, from the pages of its origins. */
export type Scope = "read" | "admin" | "publish"

/** What a key may see, and from where. Keys without a lens see everything that their scope allows. */
export interface KeyReach {
  /** The name of its lens. */
  readonly lens?: string | null
  /** Origins of pages that may use a publishable key, in lower case. */
  readonly origins?: ReadonlyArray<string>
  /** True if programs that send no `Origin` may use a publishable key. */
  readonly noOrigin?: boolean
}

/** A key as it is stored: never the key itself, only its SHA-256. Times are epoch milliseconds. */
export interface ApiKey extends KeyReach {
  readonly id: number
  readonly name: string
  readonly scope: Scope
  /** The first 10 characters of the key. */
  readonly prefix: string
  /** The last 4 characters of the key. */
  readonly hint: string
  /** SHA-256 of the key, hex. */
  readonly hash: string
  /** Requests a minute, if this key has its own limit. */
  readonly rateLimit: Option.Option<number>
  readonly createdAt: number
  readonly lastUsedAt: Option.Option<number>
  readonly requestCount: number
  readonly expiresAt: Option.Option<number>
  readonly revokedAt: Option.Option<number>
}

/** How the text of a key begins. */
export const prefixes: Readonly<Record<Scope, string>> = { read: "svc_live_", admin: "svc_admin_", publish: "svc_pub_" }

export interface NewKey extends KeyReach {
  readonly name: string
  readonly scope: Scope
  readonly prefix: string
  readonly hint: string
  readonly hash: string
  readonly rateLimit: Option.Option<number>
  readonly expiresAt: Option.Option<number>
}

export class KeyStore extends Context.Tag("@daybook/core/KeyStore")<
  KeyStore,
  {
    readonly create: (key: NewKey) => Effect.Effect<ApiKey, StorageFailure>
    /** All keys, including revoked ones, oldest first. */
    readonly all: Effect.Effect<ReadonlyArray<ApiKey>, StorageFailure>
    /** False if there is no such active key. */
    readonly revoke: (id: number) => Effect.Effect<boolean, StorageFailure>
    /** Adds to the usage counts of many keys at once. */
    readonly recordUses: (
      uses: ReadonlyArray<{ readonly id: number; readonly requests: number; readonly at: number }>
    ) => Effect.Effect<void, StorageFailure>
    /** A version that increases when any host creates or revokes a key. Reading it needs no query. */
    readonly version: Effect.Effect<number>
  }
>() {}

/** Cryptography of the platform. */
export class Crypto extends Context.Tag("@daybook/core/Crypto")<
  Crypto,
  {
    /** SHA-256 of a UTF-8 text, hex. */
    readonly sha256: (text: string) => string
    /** Cryptographically strong random bytes. */
    readonly randomBytes: (count: number) => Effect.Effect<Uint8Array>
  }
>() {}
