import { BadInput } from "@daybook/core/shared"
import type { WebhookRequest } from "@daybook/core/webhooks"
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import type { Part } from "@effect/platform/Multipart"
import { Chunk, Effect, type Option, Stream } from "effect"

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
  Stream.runFoldEffect(request.multipartStream, {}, (fields: Readonly<Record<string, string>>, part) =>
    Effect.map(textOf(part), (text) => text === undefined ? fields : { ...fields, [part.key]: text })).pipe(
    Effect.mapError(() => new BadInput({ message: "the body is not a form of the content type multipart/form-data" }))
  )

/** A file that is no text is read past: the next part comes only after it. */
const textOf = (part: Part) => {
  if (part._tag === "Field") return Effect.succeed(part.value)
  if (!isText.test(part.contentType)) return Effect.as(Stream.runDrain(part.content), undefined)
  return Effect.map(Stream.runCollect(part.content), (bytes) => Buffer.concat(Chunk.toReadonlyArray(bytes)).toString("utf8"))
}
