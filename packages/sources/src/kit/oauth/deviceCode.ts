import { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Clock, Duration, Effect, Either, Option, Redacted, Schema } from "effect"
import type { Answer } from "../provider/Answer.js"
import * as Provider from "../provider/Provider.js"
import * as Verdict from "../provider/Verdict.js"
import { WrittenNumber } from "../schemas.js"
import type { PollingLogin, PollResult } from "./Connection.js"
import { type OAuthClient, TokenResponse, judgeApplication, toToken } from "./tokenEndpoint.js"

/** A provider's device flow. */
export interface DeviceCode {
  /** The device authorization endpoint. */
  readonly codeUrl: string
  /** The endpoint to poll. Defaults to the client's token endpoint. */
  readonly tokenUrl?: string
  readonly scope?: string
  /** Name of the request field for the device code. Defaults to `device_code`, as in the RFC. */
  readonly codeField?: string
}

/** RFC 8628 §3.2; Trakt says `verification_url`. */
const Code = Schema.Struct({
  device_code: Schema.NonEmptyString,
  user_code: Schema.NonEmptyString,
  verification_uri: Schema.optional(Schema.String),
  verification_url: Schema.optional(Schema.String),
  expires_in: WrittenNumber,
  interval: Schema.optional(Schema.NullOr(WrittenNumber))
})

const defaultInterval = 5

/** Logs in on another device (RFC 8628). A provider reports the state by an error code or by the status alone. */
export const deviceCode = (
  client: OAuthClient,
  flow: DeviceCode
): Effect.Effect<PollingLogin, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const options = {
      source: client.id,
      name: client.name,
      gap: Duration.zero,
      patience: Duration.seconds(30),
      timeout: Duration.seconds(20),
      isLogin: true
    }
    const codes = yield* Provider.make({
      ...options,
      baseUrl: flow.codeUrl,
      judge: (answer) => judgeApplication(client, answer) ?? Verdict.ofStatus(answer)
    })
    const tokens = yield* Provider.make({
      ...options,
      baseUrl: flow.tokenUrl ?? client.tokenUrl,
      judge: (answer) => (answer.status >= 500 ? Verdict.ofStatus(answer) : Verdict.good)
    })
    const call = (fields: Readonly<Record<string, string>>) => ({
      query: () => ({}),
      ...(client.encoding === "json" ? { body: fields } : { form: fields })
    })
    const begin = Effect.gen(function* () {
      const code = yield* codes.json(
        Code,
        call({ client_id: client.clientId, ...(flow.scope === undefined ? {} : { scope: flow.scope }) })
      )
      const fields = {
        client_id: client.clientId,
        client_secret: Redacted.value(client.clientSecret),
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        [flow.codeField ?? "device_code"]: code.device_code
      }
      return {
        url: code.verification_uri ?? code.verification_url ?? "",
        code: Option.some(code.user_code),
        expiresAfter: Duration.seconds(code.expires_in),
        interval: Duration.seconds(code.interval || defaultInterval),
        poll: Effect.flatMap(tokens.answer(call(fields)), (answer) => pollResultOf(client, answer))
      }
    })
    return { kind: "device", begin }
  })

const pending = (slower: boolean): Effect.Effect<PollResult> => Effect.succeed({ _tag: "Pending", slower })

const pollResultOf = (client: OAuthClient, answer: Answer): Effect.Effect<PollResult, SourceFailure> => {
  const token = Either.flatMap(answer.json, Schema.decodeUnknownEither(TokenResponse))
  if (answer.status < 300 && Either.isRight(token)) {
    return Effect.map(Clock.currentTimeMillis, (now) => ({ _tag: "Done", token: toToken(client, token.right, now) }))
  }
  switch (stateOf(answer) ?? answer.status) {
    case "authorization_pending":
      return pending(false)
    case "slow_down":
    case 429:
      return pending(true)
    case "access_denied":
    case 418:
      return failed(client, "forbidden", `the login was declined at ${client.name}`)
    case "expired_token":
    case 410:
      return failed(client, "interrupted", `no one logged in at ${client.name} before the code expired`)
    case 404:
      return failed(client, "interrupted", `${client.name} no longer knows the code`)
    case 409:
      return failed(client, "interrupted", `the code has been used at ${client.name} already`)
    case "page":
      return failed(
        client,
        "rate_limited",
        `${client.name} rejects calls for now (HTTP ${answer.status})`,
        `wait some minutes, then run \`daybook connect ${client.id}\` again`
      )
    case "invalid_client":
    case "unauthorized_client":
    case 401:
    case 403:
      return failed(
        client,
        "unauthorized",
        `${client.name} ${client.refusal?.what ?? "refuses the client id or secret"}`,
        client.refusal?.next ?? `check ${client.settings}`
      )
    case 400:
      if (errorOf(answer) === undefined) return pending(false)
  }
  return failed(client, "bad_answer", `${client.name} does not continue the login (HTTP ${answer.status})`)
}

const errorCodes = [
  "authorization_pending",
  "slow_down",
  "access_denied",
  "expired_token",
  "invalid_client",
  "unauthorized_client"
] as const

/** The error code of the RFC. `page` stands for a rate limit in HTML, which says nothing about the client. */
const stateOf = (answer: Answer): (typeof errorCodes)[number] | "page" | undefined =>
  answer.status === 403 && answer.text.trimStart().startsWith("<")
    ? "page"
    : errorCodes.find((code) => code === errorOf(answer))

const errorOf = (answer: Answer): string | undefined => {
  const body = Either.getOrUndefined(answer.json)
  return typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
    ? body.error
    : undefined
}

const failed = (
  { id }: OAuthClient,
  state: SourceFailure["state"],
  message: string,
  next = `run \`daybook connect ${id}\` again`
) => new SourceFailure({ source: id, state, message, next })
