import { BadInput } from "@daybook/core/shared"
import { type WebhookRequest, Webhooks } from "@daybook/core/webhooks"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Option, Schema } from "effect"
import * as Multipart from "multipasta"
import { alsoTakes } from "../kit/body.js"
import { OnPlatform, get, post } from "../kit/endpoints.js"
import { NotFound, Refusal, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"

/** Reads a provider's webhook; the front has limited its size. A malformed form is `BadInput`. */
const webhookRequest = (
  request: HttpServerRequest,
  secret: Option.Option<string>
): Effect.Effect<WebhookRequest, BadInput> =>
  Effect.gen(function* () {
    const base = {
      secret,
      query: Object.fromEntries(new URL(request.url, "http://host").searchParams),
      text: "",
      fields: {}
    }
    if (request.method !== "POST") return { ...base, method: "GET" }
    const type = (request.headers["content-type"] ?? "").toLowerCase()
    if (type.startsWith("multipart/form-data")) return { ...base, method: "POST", fields: yield* fieldsOf(request) }
    const text = yield* Effect.mapError(
      request.text,
      () => new BadInput({ message: "the body is not text; send it as UTF-8" })
    )
    return type.startsWith("application/x-www-form-urlencoded")
      ? { ...base, method: "POST", fields: Object.fromEntries(new URLSearchParams(text)) }
      : { ...base, method: "POST", text }
  })

/** A provider sends a payload and a picture. */
const mostParts = 100

const isText = /^(text\/|application\/([\w.]+\+)?json)/i

const fieldsOf = (request: HttpServerRequest) =>
  Effect.flatMap(
    Effect.mapError(request.arrayBuffer, () => notAForm),
    (bytes) => Effect.try({ try: () => parse(request.headers, new Uint8Array(bytes)), catch: () => notAForm })
  )

/** Throws if the bytes are not a complete form. The platform's stream of parts never ends for an incomplete one. */
const parse = (headers: Readonly<Record<string, string>>, bytes: Uint8Array): Readonly<Record<string, string>> => {
  const fields: Record<string, string> = {}
  let isComplete = false
  const parser = Multipart.make({
    headers,
    isFile: () => false,
    maxFieldSize: bytes.byteLength,
    maxParts: mostParts,
    onField: (info, value) => {
      if (isText.test(info.contentType)) fields[info.name] = Multipart.decodeField(info, value)
    },
    onFile: () => () => {},
    onError: () => {
      throw notAForm
    },
    onDone: () => {
      isComplete = true
    }
  })
  parser.write(bytes)
  parser.end()
  if (!isComplete) throw notAForm
  return fields
}

const notAForm = new BadInput({ message: "the body is not a valid multipart/form-data form" })

const Reply = Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
  identifier: "WebhookReply",
  description: 'Response that the provider expects, such as `{"hub.challenge": …}` or `{"status": "ok"}`'
})

const source = Schema.String.annotations({ description: "Source of the webhook, such as `strava`" })
const secret = Schema.String.annotations({ description: "Secret that only the provider knows" })
const plain = Schema.Struct({ source })
const withSecret = Schema.Struct({ source, secret })

/** Bodies of providers: Strava sends JSON, Plex a form. Other fields are ignored. */
const bodies = [
  {
    type: "application/json",
    schema: { type: "object", description: "Event of the provider", additionalProperties: true },
    example: {
      aspect_type: "create",
      event_time: 1773500400,
      object_id: 42,
      object_type: "activity",
      owner_id: 7,
      subscription_id: 1
    }
  },
  {
    type: "multipart/form-data",
    schema: {
      type: "object",
      properties: { payload: { type: "string", description: "Event of the provider as JSON" } },
      required: ["payload"]
    },
    example: { payload: '{"event":"media.scrobble"}' }
  }
] as const

const confirms = "Confirms a webhook subscription to the provider. Needs no key."
const receives =
  "Receives a webhook. The payload is verified and stored but not trusted; the record is read from the " +
  "provider afterwards. Needs no key."

export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    get("confirm", "/:source", "Confirm a webhook")
      .setPath(plain)
      .addSuccess(Reply)
      .annotate(OnPlatform, true)
      .annotate(Description, confirms)
  )
  .add(
    get("confirmSecret", "/:source/:secret", "Confirm a webhook with its secret")
      .setPath(withSecret)
      .addSuccess(Reply)
      .annotate(OnPlatform, true)
      .annotate(Description, confirms)
  )
  .add(
    post("receive", "/:source", "Receive a webhook")
      .setPath(plain)
      .addSuccess(Reply)
      .addError(TooLarge)
      .annotateContext(alsoTakes(...bodies))
      .annotate(Description, receives)
  )
  .add(
    post("receiveSecret", "/:source/:secret", "Receive a webhook with its secret")
      .setPath(withSecret)
      .addSuccess(Reply)
      .addError(TooLarge)
      .annotateContext(alsoTakes(...bodies))
      .annotate(Description, receives)
  )
  .annotate(Description, "Receivers of the providers' change notifications. Need no key.")
  .prefix("/webhooks")
  .addError(NotFound)
  .addError(Refusal) {}

export const webhooks = handlersFor(WebhooksApi)([Webhooks], (webhooks) => {
  const receive = ({
    path,
    request
  }: {
    readonly path: { readonly source: string; readonly secret?: string }
    readonly request: HttpServerRequest
  }) =>
    Effect.flatMap(webhookRequest(request, Option.fromNullable(path.secret)), (webhook) =>
      webhooks.receive(path.source, webhook)
    )
  return { confirm: receive, confirmSecret: receive, receive, receiveSecret: receive }
})
