import { Option, type Redacted } from "effect"

/** A login as a provider gave it. Times are epoch milliseconds. */
export interface Token {
  readonly access: Redacted.Redacted
  /** What a new access token is had for; none where the login does not renew itself. */
  readonly refresh: Option.Option<Redacted.Redacted>
  /** The token's own secret, where requests are signed (OAuth 1). */
  readonly secret: Option.Option<Redacted.Redacted>
  /** When the access token ends; none where it does not. */
  readonly expiresAt: Option.Option<number>
  /** When the refresh token ends, where the provider says so. */
  readonly refreshExpiresAt: Option.Option<number>
  /** What the provider said of the account, such as its id or the scopes it granted. */
  readonly account: Readonly<Record<string, string>>
}

/** A token of what a provider gave; all else is none. */
export const token = (given: Pick<Token, "access"> & Partial<Token>): Token => ({
  refresh: Option.none(),
  secret: Option.none(),
  expiresAt: Option.none(),
  refreshExpiresAt: Option.none(),
  account: {},
  ...given
})

/** A token as it is kept. */
export interface HeldToken {
  readonly token: Token
  readonly obtainedAt: number
  /** SHA-256 of each refresh token of the settings that was made use of; these have been rotated away since. */
  readonly seeds: ReadonlyArray<string>
  /** Another one after each change. */
  readonly version: number
}
