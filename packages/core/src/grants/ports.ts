import { Context, Data, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { CodeUse, GrantScope } from "./rules.js"

/** What the owner allowed a client. Times are epoch milliseconds. */
export interface Grant {
  readonly id: number
  readonly clientId: string
  readonly clientName: string
  /** The host of the client's address, or of its redirect if it registered itself. */
  readonly clientHost: string
  readonly scopes: ReadonlyArray<GrantScope>
  readonly lens: string | null
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly expiresAt: number
}

export type NewGrant = Omit<Grant, "id" | "lastUsedAt">

/** A code with what must be presented with it. */
export interface NewCode extends CodeUse {
  /** SHA-256 of the code, hex. */
  readonly hash: string
  readonly expiresAt: number
}

/** Hashes of an access token and its refresh token. */
export interface TokenPair {
  readonly access: string
  readonly refresh: string
  readonly now: number
}

/** The code of a consent page that the owner approved. `lens` is null if the page says what the client sees. */
export interface Approval {
  readonly code: string
  readonly lens: string | null
  readonly expiresAt: number
}

/** The grant if tokens were issued. After `reused` the grant is gone. */
export type Issue = Grant | "invalid" | "reused"

/** Stores grants; of codes and tokens only SHA-256. */
export class GrantStore extends Context.Tag("@daybook/core/GrantStore")<
  GrantStore,
  {
    /** Also deletes what has expired. */
    readonly create: (grant: NewGrant, code: NewCode) => Effect.Effect<void, StorageFailure>
    /** Uses a code once; a second use deletes the grant. */
    readonly redeem: (hash: string, use: CodeUse, pair: TokenPair) => Effect.Effect<Issue, StorageFailure>
    /** Exchanges a refresh token; a use after the time of grace deletes the grant. */
    readonly rotate: (hash: string, clientId: string, pair: TokenPair) => Effect.Effect<Issue, StorageFailure>
    /** Ends a token of the client, with its grant if it is a refresh token. */
    readonly endToken: (hash: string, clientId: string) => Effect.Effect<void, StorageFailure>
    /** The grant of a valid access token, with the token's expiry; null if there is none. */
    readonly byAccessToken: (
      hash: string,
      now: number
    ) => Effect.Effect<{ readonly grant: Grant; readonly expiresAt: number } | null, StorageFailure>
    /** Grants with tokens that have not expired, oldest first. */
    readonly all: (now: number) => Effect.Effect<ReadonlyArray<Grant>, StorageFailure>
    /** Deletes a grant with its tokens; false if there is none. */
    readonly revoke: (id: number) => Effect.Effect<boolean, StorageFailure>
    readonly approve: (approval: Approval) => Effect.Effect<void, StorageFailure>
    /** Uses up an approval; null if there is none. */
    readonly takeApproval: (code: string, now: number) => Effect.Effect<Pick<Approval, "lens"> | null, StorageFailure>
    readonly recordUses: (
      uses: ReadonlyArray<{ readonly id: number; readonly at: number }>
    ) => Effect.Effect<void, StorageFailure>
    /** A version that increases when any host ends a token. Reading it needs no query. */
    readonly version: Effect.Effect<number>
  }
>() {}

/** Cryptography with a key of the instance: on every host the same text has the same signature. */
export class GrantSeal extends Context.Tag("@daybook/core/GrantSeal")<
  GrantSeal,
  {
    /** HMAC, base64url. */
    readonly sign: (text: string) => string
    /** SHA-256, base64url: the challenge of a verifier (RFC 7636 §4.2). */
    readonly challengeOf: (verifier: string) => string
    /** UTF-8 as base64url, and back. */
    readonly encode: (text: string) => string
    readonly decode: (text: string) => string
  }
>() {}

/** A client's metadata document cannot be read. `message` continues "the address …". */
export class DocumentFailure extends Data.TaggedError("DocumentFailure")<{ readonly message: string }> {}

/** Reads the metadata documents of clients, from public addresses only and without redirects. */
export class ClientDocuments extends Context.Tag("@daybook/core/ClientDocuments")<
  ClientDocuments,
  {
    /** The JSON at an address, and how many milliseconds it may be cached. */
    readonly read: (
      url: string
    ) => Effect.Effect<{ readonly json: unknown; readonly freshFor: number }, DocumentFailure>
  }
>() {}
