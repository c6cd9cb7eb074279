import { BadInput, FileTooLarge } from "@daybook/core/shared"
import { type WebhookHead, type WebhookRequest, Webhooks, defaultWebhookBytes } from "@daybook/core/webhooks"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Context, Effect, Option, Schema } from "effect"
import * as Multipart from "multipasta"
import { isRefused } from "../front/body.js"
import type { BodySyntax } from "../front/bodyShape.js"
import { type AdmittedRequest, admissionOf } from "../front/requests.js"
import { AdmitsBody, alsoTakes } from "../kit/body.js"
import { WithoutLens, get, post } from "../kit/endpoints.js"
import { NotFound, Refusal, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"

const headOf = ({ method, url = "/" }: AdmittedRequest, secret: string | undefined): WebhookHead => ({
  method: method === "POST" ? "POST" : "GET",
  secret: Option.fromNullable(secret),
  query: Object.fromEntries(new URL(url, "http://host").searchParams)
})

/** Values of JSON, or pairs of a form, that an event has at most. */
const maxValues = 5_000

const bytesOf = (request: AdmittedRequest, bytes: number, syntax: BodySyntax) =>
  Effect.async<Buffer, BadInput | FileTooLarge>((resume) =>
    admissionOf(request).readBody({ bytes, parts: maxValues, syntax }, (body) => {
      if (!isRefused(body)) return resume(Effect.succeed(body))
      resume(body.status === 400 ? new BadInput({ message: body.error }) : new FileTooLarge({ message: body.error }))
    })
  )

/** Reads a provider's webhook. A malformed form is `BadInput`. */
const webhookRequest = (
  request: AdmittedRequest,
  head: WebhookHead,
  maxBytes: number
): Effect.Effect<WebhookRequest, BadInput | FileTooLarge> =>
  Effect.gen(function* () {
    const empty = { ...head, text: "", fields: {} }
    const { "content-type": contentType = "" } = request.headers
    const type = contentType.toLowerCase()
    if (type.startsWith("multipart/form-data")) {
      const bytes = yield* bytesOf(request, maxBytes, "bytes")
      return { ...empty, fields: yield* fieldsOf(contentType, bytes) }
    }
    const maxTextBytes = Math.min(maxBytes, defaultWebhookBytes)
    if (type.startsWith("application/x-www-form-urlencoded")) {
      const pairs = new URLSearchParams((yield* bytesOf(request, maxTextBytes, "form")).toString())
      return { ...empty, fields: Object.fromEntries(pairs) }
    }
    return { ...empty, text: (yield* bytesOf(request, maxTextBytes, "json")).toString() }
  })

/** A provider sends a payload and a picture. */
const maxParts = 100

const isText = /^(text\/|application\/([\w.]+\+)?json)/i

const fieldsOf = (contentType: string, bytes: Uint8Array) =>
  Effect.try({ try: () => parse(contentType, bytes), catch: () => notAForm })

/** Throws if the bytes are not a complete form. The platform's stream of parts never ends for an incomplete one. */
const parse = (contentType: string, bytes: Uint8Array): Readonly<Record<string, string>> => {
  const fields: Record<string, string> = {}
  let isComplete = false
  const parser = Multipart.make({
    headers: { "content-type": contentType },
    isFile: () => false,
    maxFieldSize: bytes.byteLength,
    maxParts,
    onField: (info, value) => {
      if (isText.test(info.contentType) && value.byteLength <= defaultWebhookBytes)
        fields[info.name] = Multipart.decodeField(info, value)
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
  "provider afterwards. It may have 64 KB, one of Plex 1 MB and one of Strava 4 KB. Needs no key."

export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    get("confirm", "/:source", "Confirm a webhook")
      .setPath(plain)
      .addSuccess(Reply)
      .annotate(WithoutLens, true)
      .annotate(Description, confirms)
  )
  .add(
    get("confirmSecret", "/:source/:secret", "Confirm a webhook with its secret")
      .setPath(withSecret)
      .addSuccess(Reply)
      .annotate(WithoutLens, true)
      .annotate(Description, confirms)
  )
  .add(
    post("receive", "/:source", "Receive a webhook")
      .setPath(plain)
      .addSuccess(Reply)
      .addError(TooLarge)
      .annotateContext(alsoTakes(...bodies))
      .annotateContext(Context.make(AdmitsBody, true))
      .annotate(Description, receives)
  )
  .add(
    post("receiveSecret", "/:source/:secret", "Receive a webhook with its secret")
      .setPath(withSecret)
      .addSuccess(Reply)
      .addError(TooLarge)
      .annotateContext(alsoTakes(...bodies))
      .annotateContext(Context.make(AdmitsBody, true))
      .annotate(Description, receives)
  )
  .annotate(Description, "Receivers of the providers' change notifications. Need no key.")
  .prefix("/webhooks")
  .addError(NotFound)
  .addError(Refusal) {}

interface Received {
  readonly path: { readonly source: string; readonly secret?: string }
  readonly request: AdmittedRequest
}

export const webhooks = handlersFor(WebhooksApi)([Webhooks], (webhooks) => {
  const confirm = ({ path: { secret, source }, request }: Received) =>
    webhooks.receive(source, { ...headOf(request, secret), text: "", fields: {} })
  const receive = ({ path: { secret, source }, request }: Received) =>
    Effect.gen(function* () {
      const head = headOf(request, secret)
      const maxBytes = yield* webhooks.admit(source, head)
      return yield* webhooks.receive(source, yield* webhookRequest(request, head, maxBytes))
    })
  return { confirm, confirmSecret: confirm, receive, receiveSecret: receive }
})
