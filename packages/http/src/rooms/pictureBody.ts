import { NewPicture } from "@daybook/core/images"
import { BadInput } from "@daybook/core/shared"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Effect, Schema } from "effect"

/** What a person gives for a picture: where it is, or its bytes. */
export type GivenPicture = { readonly _tag: "Address"; readonly url: string } | { readonly _tag: "Bytes"; readonly bytes: Uint8Array }

const wrong = (message: string) => new BadInput({ message })
const decode = Schema.decodeUnknown(NewPicture)

/** Reads a body that is JSON with `source_url`, or a form with a file `image`. */
export const pictureBody = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<GivenPicture, BadInput> => {
  const type = request.headers["content-type"] ?? "application/json"
  if (/^multipart\/form-data\b/i.test(type)) return form(request, type)
  if (!/^application\/json\b/i.test(type)) return wrong("the body must be JSON with source_url, or a form (multipart/form-data) with a file image")
  return Effect.mapError(request.json, () => wrong("the body is not valid JSON")).pipe(
    Effect.flatMap((json) => Effect.mapError(decode(json), () => wrong("source_url must be the address of a picture"))),
    Effect.map(({ source_url }) => ({ _tag: "Address", url: source_url }))
  )
}

const form = (request: HttpServerRequest.HttpServerRequest, type: string): Effect.Effect<GivenPicture, BadInput> =>
  Effect.gen(function*() {
    const body = yield* Effect.mapError(request.arrayBuffer, () => wrong("the body cannot be read"))
    const fields = yield* Effect.tryPromise({
      try: () => new Response(body, { headers: { "content-type": type } }).formData(),
      catch: () => wrong("the form cannot be read")
    })
    const image = fields.get("image")
    if (image === null || typeof image === "string") return yield* wrong("the form must have a file named image")
    return { _tag: "Bytes", bytes: new Uint8Array(yield* Effect.promise(() => image.arrayBuffer())) } as const
  })
