import type { Effect, Option, Redacted } from "effect"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { Token } from "./Token.js"

/** How one source logs in with a connection's token. */
export interface Login {
  /** Under which the token is kept; sources of one provider share it. */
  readonly id: string
  /** The source that failures name. */
  readonly source: string
  /** What people call the provider. */
  readonly name: string
  /** The refresh token of the settings: made use of once, when it is first seen. */
  readonly given: Option.Option<Redacted.Redacted>
  /**
   * Asks the provider for a new token. Where the answer has no refresh token the old one goes on. A refresh token that
   * the provider no longer takes is a failure with the state `unauthorized`.
   */
  readonly refresh: (refreshToken: Redacted.Redacted) => Effect.Effect<Token, SourceFailure>
}
