import type { SourceFailure } from "@daybook/core/sync"
import type { Token } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import type { ConfigError, Duration, Effect, Option, Redacted } from "effect"

/** A provider's login, as run by `daybook connect`. Sources of the same provider share it. */
export interface Connection {
  /** Key of the stored token and name for `daybook connect`: `strava`, `google`. */
  readonly id: string
  /** Display name of the provider. */
  readonly name: string
  /** Page for registering the application whose id and secret the settings hold. Undefined if none is needed. */
  readonly application?: string
  /** Full names of the missing settings that the login needs. */
  readonly missing: Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError>
  /** The refresh token from the settings, if any. A new login replaces it. */
  readonly given: Effect.Effect<Option.Option<Redacted.Redacted>, ConfigError.ConfigError>
  readonly way: Effect.Effect<LoginMethod, ConfigError.ConfigError, HttpClient.HttpClient>
}

export type LoginMethod = CodeLogin | PollingLogin | PasswordLogin

/** The provider redirects the browser to this machine with a code (RFC 6749 §4.1, RFC 8252 §7.3). */
export interface CodeLogin {
  readonly kind: "code"
  /** Host of the redirect URI, as registered with the provider. */
  readonly host: "127.0.0.1" | "localhost"
  readonly address: (redirect: Redirect) => string
  readonly exchange: (answer: URLSearchParams, redirect: Redirect) => Effect.Effect<Token, SourceFailure>
}

/** The redirect parameters of one login. */
export interface Redirect {
  readonly redirectUri: string
  readonly state: string
  /** The PKCE code verifier (RFC 7636). */
  readonly verifier: string
}

/** The user opens a page in any browser, and Daybook polls the provider until the login is done. */
export interface PollingLogin {
  readonly kind: "device" | "pin"
  readonly begin: Effect.Effect<PollingSession, SourceFailure>
}

export interface PollingSession {
  readonly url: string
  /** The code to enter on the page; none if the address contains it. */
  readonly code: Option.Option<string>
  /** How long the provider accepts the login. */
  readonly expiresAfter: Duration.Duration
  /** Time between two polls. */
  readonly interval: Duration.Duration
  readonly poll: Effect.Effect<PollResult, SourceFailure>
}

/** `slower` adds five seconds to the poll interval (RFC 8628 §3.5). */
export type PollResult =
  { readonly _tag: "Pending"; readonly slower: boolean } | { readonly _tag: "Done"; readonly token: Token }

/** User name and password, which are used once and never stored. */
export interface PasswordLogin {
  readonly kind: "password"
  readonly login: (name: string, password: Redacted.Redacted) => Effect.Effect<Token, SourceFailure>
}

/** A request to log in at a provider. */
export interface LoginRequest {
  /** Id of the connection. `name` is the provider's name. */
  readonly id: string
  readonly name: string
  /** Port of the callback listener; 0 for any free port. */
  readonly port: number
}

/** The terminal of the person who logs in. */
export interface Terminal {
  readonly print: (nextLine: string) => Effect.Effect<void>
  /** Opens an address in the local browser, if there is one. The address has been printed before. */
  readonly openBrowser?: (address: string) => Effect.Effect<void>
  /** The next line that is typed or pasted. Never completes without an interactive terminal. */
  readonly nextLine: Effect.Effect<string>
  /** Prompts for one line; `askSecret` hides the input. None without an interactive terminal. */
  readonly ask: (question: string) => Effect.Effect<Option.Option<string>>
  readonly askSecret: (question: string) => Effect.Effect<Option.Option<Redacted.Redacted>>
}
