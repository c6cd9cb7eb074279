import type { SourceFailure } from "@daybook/core/sync"
import type { Token } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import type { ConfigError, Duration, Effect, Option, Redacted } from "effect"

/** How a person logs in at a provider, as `daybook connect` offers it. Sources of one provider have the same one. */
export interface Connection {
  /** Under which the token is kept, and what `daybook connect` calls it: `strava`, `google`. */
  readonly id: string
  /** What people call the provider. */
  readonly name: string
  /** Where the person makes the application whose id and secret the settings hold; none where that is not needed. */
  readonly application?: string
  /** Full names of the settings that logging in needs and that are not there. */
  readonly missing: Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError>
  /** The refresh token of the settings, if any: a new login outdates it. */
  readonly given: Effect.Effect<Option.Option<Redacted.Redacted>, ConfigError.ConfigError>
  readonly way: Effect.Effect<Way, ConfigError.ConfigError, HttpClient.HttpClient>
}

export type Way = ByCode | ByVisit | ByPassword

/** The provider sends the browser back to this machine with a code (RFC 6749 §4.1, RFC 8252 §7.3). */
export interface ByCode {
  readonly kind: "code"
  /** The host of the address that the browser is sent back to, as the provider has it registered. */
  readonly host: "127.0.0.1" | "localhost"
  readonly address: (redirect: Redirect) => string
  readonly exchange: (answer: URLSearchParams, redirect: Redirect) => Effect.Effect<Token, SourceFailure>
}

/** What one login sends along and wants to see again. */
export interface Redirect {
  readonly redirectUri: string
  readonly state: string
  /** The secret behind the challenge (RFC 7636). */
  readonly verifier: string
}

/** The person opens a page anywhere, and the provider is asked until that is done. */
export interface ByVisit {
  readonly kind: "device" | "pin"
  readonly begin: Effect.Effect<Visit, SourceFailure>
}

export interface Visit {
  readonly url: string
  /** What to type there; none where the address has it. */
  readonly code: Option.Option<string>
  /** How long the provider waits for the person. */
  readonly lasts: Duration.Duration
  /** Between two looks. */
  readonly interval: Duration.Duration
  readonly look: Effect.Effect<Look, SourceFailure>
}

/** `slower` asks for five seconds more between looks (RFC 8628 §3.5). */
export type Look = { readonly _tag: "Pending"; readonly slower: boolean } | { readonly _tag: "Done"; readonly token: Token }

/** Name and password, asked for once and never kept. */
export interface ByPassword {
  readonly kind: "password"
  readonly login: (name: string, password: Redacted.Redacted) => Effect.Effect<Token, SourceFailure>
}
