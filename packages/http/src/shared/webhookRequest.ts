import { BadInput } from "@daybook/core/shared"
import type { WebhookRequest } from "@daybook/core/webhooks"
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import { Effect, type Option } from "effect"
import * as Multipart from "multipasta"

/** What a provider sent, read to its end; the front has seen to its size. A form that cannot be taken apart is `BadInput`. */
export const webhookRequest = (request: HttpServerRequest, secret: Option.Option<string>): Effect.Effect<WebhookRequest, BadInput> =>
  Effect.gen(function*() {
    const asked = {
      secret,
      query: Object.fromEntries(new URL(request.url, "http://host").searchParams),
      text: "",
      fields: {}
    }
    if (request.method !== "POST") return { ...asked, method: "GET" }
    const type = (request.headers["content-type"] ?? "").toLowerCase()
    if (type.startsWith("multipart/form-data")) return { ...asked, method: "POST", fields: yield* fieldsOf(request) }
    const text = yield* Effect.mapError(request.text, () => new BadInput({ message: "the body is not text" }))
    return type.startsWith("application/x-www-form-urlencoded")
      ? { ...asked, method: "POST", fields: Object.fromEntries(new URLSearchParams(text)) }
      : { ...asked, method: "POST", text }
  })

const isText = /^(text\/|application\/([\w.]+\+)?json)/i

const fieldsOf = (request: HttpServerRequest) =>
  Effect.flatMap(Effect.mapError(request.arrayBuffer, () => notAForm), (bytes) =>
    Effect.try({ try: () => parse(request.headers, new Uint8Array(bytes)), catch: () => notAForm }))

/** Throws where the bytes are no form. The platform's own stream of parts never ends for a form that does not. */
const parse = (headers: Readonly<Record<string, string>>, bytes: Uint8Array): Readonly<Record<string, string>> => {
  const fields: Record<string, string> = {}
  let whole = false
  const parser = Multipart.make({
    headers,
    isFile: () => false,
    maxFieldSize: bytes.byteLength,
    onField: (info, value) => {
      if (isText.test(info.contentType)) fields[info.name] = Multipart.decodeField(info, value)
    },
    onFile: () => () => {},
    onError: () => {
      throw notAForm
    },
    onDone: () => {
      whole = true
    }
  })
  parser.write(bytes)
  parser.end()
  if (!whole) throw notAForm
  return fields
}

const notAForm = new BadInput({ message: "the body is not a form of the content type multipart/form-data" })
