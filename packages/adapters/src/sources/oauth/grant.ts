import type { SourceFailure } from "@daybook/core/sync"
import type { Token } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Clock, Duration, Effect, Either, Redacted } from "effect"
import { type Answer, Provider, Verdict } from "../provider/index.js"
import type { OAuthClient } from "./OAuthClient.js"
import { TokenAnswer, toToken } from "./TokenAnswer.js"

/** A renewal holds up every call of the source. */
const patience = Duration.seconds(45)
const timeout = Duration.seconds(20)

/** Fields of one token request, without those of the client. */
export type Grant = Readonly<Record<string, string>>

/** Asks the token endpoint (RFC 6749 §4.1.3, §6). `source` is who failures name, `refuses` says what a refused grant means. */
export const granting = (client: OAuthClient, source: string, refuses = "no longer takes the login"): Effect.Effect<(grant: Grant) => Effect.Effect<Token, SourceFailure>, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({ source, name: client.name, baseUrl: client.tokenUrl, gap: Duration.zero, patience, timeout, judge: (answer) => judge(client, answer, refuses) }),
    (provider) => (grant) =>
      Effect.gen(function*() {
        const fields = { client_id: client.clientId, client_secret: Redacted.value(client.clientSecret), ...grant }
        const how = client.encoding === "json" ? { body: fields } : { form: fields }
        const answer = yield* provider.json(TokenAnswer, { query: () => ({}), ...how })
        return toToken(client, answer, yield* Clock.currentTimeMillis)
      })
  )

/** What the endpoint's refusals mean; no code or token is worth a second try. */
const judge = (client: OAuthClient, answer: Answer, refuses: string): Verdict.Verdict => {
  const { status } = answer
  if (status !== 400 && status !== 401) return Verdict.ofStatus(answer)
  return isAboutClient(Either.getOrNull(answer.json))
    ? Verdict.stop("unauthorized", `refuses the client id or secret (HTTP ${status})`, { next: `check ${client.settings}` })
    : Verdict.stop("unauthorized", `${refuses} (HTTP ${status})`, { next: `run \`daybook connect ${client.id}\`` })
}

/** `{"error": "invalid_client"}` of the RFC, and Strava's `{"errors": [{"resource": "Application"}]}`. */
const isAboutClient = (body: unknown): boolean => {
  if (typeof body !== "object" || body === null) return false
  if ("error" in body) return body.error === "invalid_client" || body.error === "unauthorized_client"
  return "errors" in body && Array.isArray(body.errors) &&
    body.errors.some((error: unknown) => typeof error === "object" && error !== null && "resource" in error && error.resource === "Application")
}
