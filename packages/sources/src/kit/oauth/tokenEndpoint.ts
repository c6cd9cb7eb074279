import type { StorageFailure } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import { type Login, type Token, Tokens, token } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Clock, type ConfigError, Duration, Effect, Either, Option, Redacted, Schema } from "effect"
import type { Answer } from "../provider/Answer.js"
import * as Provider from "../provider/Provider.js"
import * as Verdict from "../provider/Verdict.js"
import type { Setting } from "../settings.js"

/** A refresh blocks every call of the source. */
const patience = Duration.seconds(45)
const timeout = Duration.seconds(20)

/** Fields of one token request, without the client's own. */
export type Grant = Readonly<Record<string, string>>

/** Calls the token endpoint (RFC 6749 §4.1.3, §6). Failures name `source`. `refuses` describes a refused grant. */
export const makeTokenRequest = (
  client: OAuthClient,
  source: string,
  refuses = "no longer accepts the login"
): Effect.Effect<(grant: Grant) => Effect.Effect<Token, SourceFailure>, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source,
      name: client.name,
      baseUrl: client.tokenUrl,
      gap: Duration.zero,
      isLogin: true,
      patience,
      timeout,
      judge: (answer) => judge(client, answer, refuses)
    }),
    (provider) => (grant) =>
      Effect.gen(function* () {
        const fields = { client_id: client.clientId, client_secret: Redacted.value(client.clientSecret), ...grant }
        const how = client.encoding === "json" ? { body: fields } : { form: fields }
        const answer = yield* provider.json(TokenResponse, { query: () => ({}), ...how })
        return toToken(client, answer, yield* Clock.currentTimeMillis)
      })
  )

/** Interprets a refusal. A refused code or token is never retried. */
const judge = (client: OAuthClient, answer: Answer, refuses: string): Verdict.Verdict => {
  const { status } = answer
  const refused = judgeApplication(client, answer)
  if (refused !== null || (status !== 400 && status !== 401)) return refused ?? Verdict.ofStatus(answer)
  return Verdict.stop("unauthorized", `${refuses} (HTTP ${status})`, { next: `run \`daybook connect ${client.id}\`` })
}

/** Interprets a refusal of the application itself; null for any other answer. A page says nothing about it. */
export const judgeApplication = (client: OAuthClient, answer: Answer): Verdict.Verdict | null => {
  const { status } = answer
  const what = client.refusal?.what ?? "refuses the client id or secret"
  const next = client.refusal?.next ?? `check ${client.settings}`
  const isForbidden = status === 403 && client.refusal !== undefined && !answer.text.trimStart().startsWith("<")
  const isRefused = (status === 400 || status === 401) && isAboutClient(Either.getOrNull(answer.json))
  return isForbidden || isRefused
    ? Verdict.stop(isForbidden ? "forbidden" : "unauthorized", `${what} (HTTP ${status})`, { next })
    : null
}

/** `{"error": "invalid_client"}` of the RFC, and Strava's `{"errors": [{"resource": "Application"}]}`. */
const isAboutClient = (body: unknown): boolean => {
  if (typeof body !== "object" || body === null) return false
  if ("error" in body) return body.error === "invalid_client" || body.error === "unauthorized_client"
  return (
    "errors" in body &&
    Array.isArray(body.errors) &&
    body.errors.some(
      (error: unknown) =>
        typeof error === "object" && error !== null && "resource" in error && error.resource === "Application"
    )
  )
}

/** Daybook as an OAuth 2 client of a provider. */
export interface OAuthClient {
  /** Id of the connection: key of its token, and name for `daybook connect`. */
  readonly id: string
  /** Display name of the provider. */
  readonly name: string
  /** The token endpoint (RFC 6749 §3.2). */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** Encoding of the token request. Defaults to `form`, as in the RFC. */
  readonly encoding?: "form" | "json"
  /** Fields that the provider requires for a refresh, in addition to those of the RFC. */
  readonly refreshFields?: Readonly<Record<string, string>>
  /** Account data in the token response, such as an athlete's id. */
  readonly accountOf?: (answer: unknown) => Readonly<Record<string, string>>
  /** Names of the settings that hold the client id and secret, for error messages. */
  readonly settings: string
  /** What it means that the provider refuses the application, also with status 403, and what to do next. */
  readonly refusal?: { readonly what: string; readonly next: string }
}

const Seconds = Schema.Union(Schema.Number, Schema.NumberFromString)

/**
 * A token response (RFC 6749 §5.1) with the extensions of providers. Strava adds the time of expiry and the athlete,
 * Trakt the time of issue, Google the lifetime of a testing project's refresh token.
 *
 *   {"token_type":"Bearer","access_token":"a1","expires_at":1763721600,"expires_in":21600,"refresh_token":"r2",
 *    "athlete":{"id":1}}
 */
export const TokenResponse = Schema.Struct(
  {
    access_token: Schema.NonEmptyString,
    refresh_token: Schema.optional(Schema.NullOr(Schema.String)),
    expires_in: Schema.optional(Schema.NullOr(Seconds)),
    expires_at: Schema.optional(Schema.NullOr(Seconds)),
    created_at: Schema.optional(Schema.NullOr(Seconds)),
    refresh_token_expires_in: Schema.optional(Schema.NullOr(Seconds)),
    scope: Schema.optional(Schema.NullOr(Schema.String))
  },
  { key: Schema.String, value: Schema.Unknown }
)

export type TokenResponse = typeof TokenResponse.Type

/** `now` is used if the provider does not say when the token was issued. */
export const toToken = (client: Pick<OAuthClient, "accountOf">, answer: TokenResponse, now: number): Token => {
  const issuedAt = answer.created_at == null ? now : answer.created_at * 1000
  const after = (seconds: number | null | undefined) =>
    Option.map(Option.fromNullable(seconds), (count) => issuedAt + count * 1000)
  return token({
    access: Redacted.make(answer.access_token),
    refresh: Option.map(
      Option.filter(Option.fromNullable(answer.refresh_token), (text) => text !== ""),
      (text) => Redacted.make(text)
    ),
    expiresAt: answer.expires_at == null ? after(answer.expires_in) : Option.some(answer.expires_at * 1000),
    refreshExpiresAt: after(answer.refresh_token_expires_in),
    account: { ...(answer.scope ? { scope: answer.scope } : {}), ...client.accountOf?.(answer) }
  })
}

/** A source's OAuth 2 login. `configuredToken` is the refresh token from the settings; failures name `source`. */
export const oauthLogin = (
  client: OAuthClient,
  source: string,
  configuredToken: Option.Option<Redacted.Redacted>
): Effect.Effect<Login, never, HttpClient.HttpClient> =>
  Effect.map(makeTokenRequest(client, source), (ask) => ({
    id: client.id,
    source,
    name: client.name,
    configuredRefreshToken: configuredToken,
    refresh: (refreshToken) =>
      ask({ ...client.refreshFields, grant_type: "refresh_token", refresh_token: Redacted.value(refreshToken) })
  }))

/** Settings with a login: it is missing unless `token` is set or `daybook connect` has stored one. */
export const withLogin = <
  S extends { readonly missing: Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError> }
>(
  id: string,
  settings: S,
  token: Setting<unknown>
): Omit<S, "missing"> & {
  readonly missing: Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError | StorageFailure, Tokens>
} => ({
  ...settings,
  missing: Effect.gen(function* () {
    const others = yield* settings.missing
    const hasLogin = (yield* token.isSet) || (yield* (yield* Tokens).has(id))
    return hasLogin ? others : [...others, `${token.name} (or run \`daybook connect ${id}\`)`]
  })
})
