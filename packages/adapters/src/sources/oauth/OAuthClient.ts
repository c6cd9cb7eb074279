import type { Redacted } from "effect"

/** Daybook as a provider's OAuth 2 knows it. */
export interface OAuthClient {
  /** Of the connection: where its token is kept, and what `daybook connect` calls it. */
  readonly id: string
  /** What people call the provider. */
  readonly name: string
  /** The token endpoint (RFC 6749 §3.2). */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** How the endpoint reads its fields; the RFC's form unless told otherwise. */
  readonly encoding?: "form" | "json"
  /** Fields that the provider wants beside those of the RFC when a token is renewed. */
  readonly refreshFields?: Readonly<Record<string, string>>
  /** What the answer says of the account, such as an athlete's id. */
  readonly accountOf?: (answer: unknown) => Readonly<Record<string, string>>
  /** Names of the settings that hold the client's id and secret, for advice. */
  readonly settings: string
}
