import { Context, type Effect, Option, type Redacted } from "effect"
import { type StorageFailure, errorWithMessage } from "../shared/errors.js"
import type { SourceFailure } from "../sync/SourceFailure.js"

/** A login that a provider issued. Times are epoch milliseconds. */
export interface Token {
  readonly access: Redacted.Redacted
  /** The refresh token; none if the login cannot be renewed. */
  readonly refresh: Option.Option<Redacted.Redacted>
  /** The token's own secret, where requests are signed (OAuth 1). */
  readonly secret: Option.Option<Redacted.Redacted>
  /** When the access token expires; none if it does not. */
  readonly expiresAt: Option.Option<number>
  /** When the refresh token expires, if the provider states it. */
  readonly refreshExpiresAt: Option.Option<number>
  /** What the provider returned about the account, such as its id or the granted scopes. */
  readonly account: Readonly<Record<string, string>>
}

/** A token from the fields that a provider returned; the other fields are none. */
export const token = (fields: Pick<Token, "access"> & Partial<Token>): Token => ({
  refresh: Option.none(),
  secret: Option.none(),
  expiresAt: Option.none(),
  refreshExpiresAt: Option.none(),
  account: {},
  ...fields
})

/** A token as it is stored. */
export interface StoredToken {
  readonly token: Token
  readonly obtainedAt: number
  /** SHA-256 of each refresh token of the settings that was used; they have been rotated since. */
  readonly seeds: ReadonlyArray<string>
  /** Changes with every write. */
  readonly version: number
}

/** How one source logs in with the token of a connection. */
export interface Login {
  /** The id of the stored token; sources of one provider share it. */
  readonly id: string
  /** The source named in failures. */
  readonly source: string
  /** Display name of the provider. */
  readonly name: string
  /** The refresh token of the settings; used once, when it is first seen. */
  readonly configuredRefreshToken: Option.Option<Redacted.Redacted>
  /**
   * Requests a new token from the provider. A response without refresh token keeps the old one. A rejected refresh
   * token fails with state `unauthorized`.
   */
  readonly refresh: (refreshToken: Redacted.Redacted) => Effect.Effect<Token, SourceFailure>
}

/** The stored token was encrypted with another secret. */
export class UnreadableToken extends errorWithMessage<{ readonly id: string }>()(
  "UnreadableToken",
  ({ id }) => `the login ${id} was encrypted with another secret: set the old DAYBOOK_SECRET, or connect ${id} again`
) {}

/** Logins at providers, encrypted at rest, by the id of their connection (`strava`, `google`). */
export class TokenStore extends Context.Tag("@daybook/core/TokenStore")<
  TokenStore,
  {
    readonly get: (id: string) => Effect.Effect<Option.Option<StoredToken>, StorageFailure | UnreadableToken>
    /**
     * Stores a token. `replaces` is the version to replace, 0 for none: if another version is stored, nothing changes
     * and the answer is false. Without `replaces` it replaces any token.
     */
    readonly put: (
      id: string,
      token: Omit<StoredToken, "version">,
      replaces: Option.Option<number>
    ) => Effect.Effect<boolean, StorageFailure>
    /** False if there was none. */
    readonly remove: (id: string) => Effect.Effect<boolean, StorageFailure>
    /** In alphabetical order. */
    readonly ids: Effect.Effect<ReadonlyArray<string>, StorageFailure>
    /**
     * A lease to renew a token, valid for two minutes. None while another fiber, process or host holds it. It ends with
     * the process.
     */
    readonly lease: (id: string) => Effect.Effect<Option.Option<number>, StorageFailure>
    readonly release: (lease: number) => Effect.Effect<void, StorageFailure>
  }
>() {}
