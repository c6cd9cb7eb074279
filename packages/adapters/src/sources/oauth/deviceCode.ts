import { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Clock, Duration, Effect, Either, Option, Redacted, Schema } from "effect"
import { type Answer, Provider, Verdict, WrittenNumber } from "../provider/index.js"
import type { ByVisit, Look } from "./Connection.js"
import type { OAuthClient } from "./OAuthClient.js"
import { TokenAnswer, toToken } from "./TokenAnswer.js"

/** The device flow as one provider has it. */
export interface DeviceCode {
  /** Where a code is had. */
  readonly codeUrl: string
  /** Where the token is asked for; the client's token endpoint unless told otherwise. */
  readonly tokenUrl?: string
  readonly scope?: string
  /** How the field is called that holds the device's code; `device_code` in the RFC. */
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

const standardInterval = 5

/** Logs in on another device (RFC 8628). A provider may tell how it stands by an error code or by the status alone. */
export const deviceCode = (client: OAuthClient, flow: DeviceCode): Effect.Effect<ByVisit, never, HttpClient.HttpClient> =>
  Effect.gen(function*() {
    const of = { source: client.id, name: client.name, gap: Duration.zero, patience: Duration.seconds(30), timeout: Duration.seconds(20) }
    const codes = yield* Provider.make({ ...of, baseUrl: flow.codeUrl })
    const tokens = yield* Provider.make({ ...of, baseUrl: flow.tokenUrl ?? client.tokenUrl, judge: (answer) => answer.status >= 500 ? Verdict.ofStatus(answer) : Verdict.good })
    const call = (fields: Readonly<Record<string, string>>) => ({ query: () => ({}), ...(client.encoding === "json" ? { body: fields } : { form: fields }) })
    const begin = Effect.gen(function*() {
      const code = yield* codes.json(Code, call({ client_id: client.clientId, ...(flow.scope === undefined ? {} : { scope: flow.scope }) }))
      const fields = {
        client_id: client.clientId,
        client_secret: Redacted.value(client.clientSecret),
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        [flow.codeField ?? "device_code"]: code.device_code
      }
      return {
        url: code.verification_uri ?? code.verification_url ?? "",
        code: Option.some(code.user_code),
        lasts: Duration.seconds(code.expires_in),
        interval: Duration.seconds(code.interval || standardInterval),
        look: Effect.flatMap(tokens.answer(call(fields)), (answer) => lookOf(client, answer))
      }
    })
    return { kind: "device", begin }
  })

const pending = (slower: boolean): Effect.Effect<Look> => Effect.succeed({ _tag: "Pending", slower })

const lookOf = (client: OAuthClient, answer: Answer): Effect.Effect<Look, SourceFailure> => {
  const token = Either.flatMap(answer.json, Schema.decodeUnknownEither(TokenAnswer))
  if (answer.status < 300 && Either.isRight(token)) {
    return Effect.map(Clock.currentTimeMillis, (now) => ({ _tag: "Done", token: toToken(client, token.right, now) }))
  }
  switch (wordOf(answer) ?? answer.status) {
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
      return failed(client, "interrupted", `nobody logged in at ${client.name} before the code ended`)
    case 404:
      return failed(client, "interrupted", `${client.name} does not know the code any more`)
    case 409:
      return failed(client, "interrupted", `the code has been used at ${client.name} already`)
    case "page":
      return failed(client, "rate_limited", `${client.name} turns calls away (HTTP ${answer.status})`, `wait some minutes, then run \`daybook connect ${client.id}\` again`)
    case "invalid_client":
    case "unauthorized_client":
    case 401:
    case 403:
      return failed(client, "unauthorized", `${client.name} refuses the client id or secret`, `check ${client.settings}`)
    case 400:
      if (errorOf(answer) === undefined) return pending(false)
  }
  return failed(client, "bad_answer", `${client.name} does not go on with the login (HTTP ${answer.status})`)
}

const words = ["authorization_pending", "slow_down", "access_denied", "expired_token", "invalid_client", "unauthorized_client"] as const

/** The RFC's word for how it stands, or `page` for one that turns all calls away for a while and says nothing of the client. */
const wordOf = (answer: Answer): typeof words[number] | "page" | undefined =>
  answer.status === 403 && answer.text.trimStart().startsWith("<") ? "page" : words.find((word) => word === errorOf(answer))

const errorOf = (answer: Answer): string | undefined => {
  const body = Either.getOrUndefined(answer.json)
  return typeof body === "object" && body !== null && "error" in body && typeof body.error === "string" ? body.error : undefined
}

const failed = ({ id }: OAuthClient, state: SourceFailure["state"], message: string, next = `run \`daybook connect ${id}\` again`) =>
  new SourceFailure({ source: id, state, message, next })
