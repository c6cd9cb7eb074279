import { Context, type Effect, type Option } from "effect"
import type { StorageFailure } from "../../shared/errors.js"

/** A client that submits listens with a token of its own. Times are epoch milliseconds. */
export interface Scrobbler {
  readonly id: number
  readonly name: string
  /** The last 4 characters of the token. */
  readonly hint: string
  /** SHA-256 of the token, hex. */
  readonly hash: string
  /** The token's MD5, encrypted: the AudioScrobbler protocols prove the password with it. */
  readonly sealedDigest: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
  /** What the program last called itself, with its version. */
  readonly client: string | null
  /** Number of listens that it added. */
  readonly listens: number
  /** When it last submitted listens. */
  readonly submittedAt: number | null
  /** Number of listens that its last submission added. */
  readonly lastAdded: number
  readonly revokedAt: number | null
}

export type NewScrobbler = Pick<Scrobbler, "name" | "hint" | "hash" | "sealedDigest" | "createdAt">

/** A use of a token: when, and what the program called itself. */
export interface ScrobblerUse {
  readonly at: number
  readonly client: string | null
}

export class ScrobblerStore extends Context.Tag("@daybook/core/ScrobblerStore")<
  ScrobblerStore,
  {
    readonly create: (scrobbler: NewScrobbler) => Effect.Effect<Scrobbler, StorageFailure>
    /** All scrobblers, including revoked ones, oldest first. */
    readonly all: Effect.Effect<ReadonlyArray<Scrobbler>, StorageFailure>
    /** False if there is no such active scrobbler. */
    readonly revoke: (id: number, at: number) => Effect.Effect<boolean, StorageFailure>
    readonly recordUse: (id: number, use: ScrobblerUse) => Effect.Effect<void, StorageFailure>
    /** Records a submission in the caller's transaction. False if the scrobbler is revoked. */
    readonly recordSubmission: (id: number, use: ScrobblerUse, added: number) => Effect.Effect<boolean, StorageFailure>
    /** True if no handshake of the scrobbler had this time, epoch seconds. Old times are deleted. */
    readonly claimHandshake: (id: number, time: number) => Effect.Effect<boolean, StorageFailure>
    /** Lets a program that sent the owner to the browser sign in as the scrobbler. */
    readonly allowLogin: (hash: string, id: number, expiresAt: number) => Effect.Effect<void, StorageFailure>
    /** The scrobbler that a login stands for, once; null if the owner has not allowed it, or it is expired or used. */
    readonly loginOf: (hash: string, now: number) => Effect.Effect<number | null, StorageFailure>
    /** A version that increases when any host creates or revokes a scrobbler. Reading it needs no query. */
    readonly version: Effect.Effect<number>
  }
>() {}

/** Cryptography for tokens of scrobblers, with keys that all hosts share. */
export class ScrobblerSeal extends Context.Tag("@daybook/core/ScrobblerSeal")<
  ScrobblerSeal,
  {
    /** MD5 of a UTF-8 text, hex. */
    readonly md5: (text: string) => string
    /** The same text has the same signature on every host, hex. */
    readonly sign: (text: string) => string
    /** Encrypts a text for one place. */
    readonly seal: (place: string, text: string) => string
    /** None if the text was encrypted for another place or by another instance. */
    readonly open: (place: string, sealed: string) => Option.Option<string>
  }
>() {}
