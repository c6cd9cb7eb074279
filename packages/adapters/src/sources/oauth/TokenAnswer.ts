import { type Token, token } from "@daybook/core/tokens"
import { Option, Redacted, Schema } from "effect"
import type { OAuthClient } from "./OAuthClient.js"

const Seconds = Schema.Union(Schema.Number, Schema.NumberFromString)

/**
 * What a token endpoint answers (RFC 6749 §5.1), and what providers add to it: Strava the instant of expiry and the
 * athlete, Trakt when the token was made, Google when the refresh token of a project in testing ends.
 *
 *     {"token_type":"Bearer","access_token":"a1","expires_at":1763721600,"expires_in":21600,"refresh_token":"r2","athlete":{"id":1}}
 */
export const TokenAnswer = Schema.Struct(
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
export type TokenAnswer = typeof TokenAnswer.Type

/** `now` stands in where the provider does not say when the token was made. */
export const toToken = (client: Pick<OAuthClient, "accountOf">, answer: TokenAnswer, now: number): Token => {
  const made = answer.created_at == null ? now : answer.created_at * 1000
  const after = (seconds: number | null | undefined) => Option.map(Option.fromNullable(seconds), (count) => made + count * 1000)
  return token({
    access: Redacted.make(answer.access_token),
    refresh: Option.map(Option.filter(Option.fromNullable(answer.refresh_token), (text) => text !== ""), (text) => Redacted.make(text)),
    expiresAt: answer.expires_at == null ? after(answer.expires_in) : Option.some(answer.expires_at * 1000),
    refreshExpiresAt: after(answer.refresh_token_expires_in),
    account: { ...(answer.scope ? { scope: answer.scope } : {}), ...client.accountOf?.(answer) }
  })
}
