import {
  Alternatives,
  Image,
  ImageState,
  Images,
  NewPicture,
  RegenerateRequest,
  RegenerateResult,
  presetNames
} from "@daybook/core/images"
import { BadInput } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { Context, Effect, Either, Schema } from "effect"
import { type AdmittedRequest, admissionOf } from "../front/requests.js"
import { Authentication } from "../kit/authentication.js"
import { Uploads, alsoAnswers, alsoTakes, body } from "../kit/body.js"
import { del, get, post, put } from "../kit/endpoints.js"
import { Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { acceptCollection, acceptDomain, collectionName, domainName } from "../kit/names.js"
import { id, oneOf } from "../kit/params.js"
import { payloadDecoder } from "../kit/payload.js"

/** Path parameters of an entity with a picture. */
const entity = {
  domain: domainName("Domain"),
  entity_type: collectionName("Kind of entity; each domain has its own kinds"),
  entity_id: id("Id of the entity")
}

const redirect = Image.annotations({
  identifier: "ImageRedirect",
  description: "Redirect to the picture",
  ...HttpApiSchema.annotations({ status: 302 })
})

/** The entity that a path names, if this host has such entities. */
const addressOf = ({
  domain,
  entity_id,
  entity_type
}: { readonly [K in keyof typeof entity]: (typeof entity)[K]["Type"] }) =>
  Effect.map(Effect.all([acceptDomain(domain), acceptCollection(entity_type)]), ([domain, collection]) => ({
    domain,
    collection,
    id: entity_id
  }))

/** Pictures by entity. The pictures themselves have signed addresses that need no key. */
export class ImagesApi extends HttpApiGroup.make("images")
  .add(
    get("image", "/:domain/:entity_type/:entity_id/:size", "Picture of an entity")
      .setPath(Schema.Struct({ ...entity, size: oneOf(presetNames, "Size preset") }))
      .addSuccess(redirect)
      .addError(NotFound)
      .annotateContext(
        alsoAnswers(302, {
          headers: {
            Location: "Signed address of the picture, which needs no key",
            "X-ThumbHash": "ThumbHash in base64, if there is one",
            "X-Dominant-Color": "Dominant colour as #rrggbb, if known",
            "X-Accent-Color": "Accent colour as #rrggbb, if known"
          }
        })
      )
      .annotate(
        Description,
        "Redirects to an entity's picture in a preset size. Headers contain the placeholder to show until it loads."
      )
  )
  .annotate(Description, "Pictures of artists, albums, films, shows, records, articles and events.")
  .prefix("/images")
  .middleware(Authentication) {}

/** All values are ASCII, as header values must be. */
const headersOf = ({ accent_color, dominant_color, thumbhash, url }: typeof Image.Type) => ({
  location: url,
  ...(thumbhash === null ? {} : { "x-thumbhash": thumbhash }),
  ...(dominant_color === null ? {} : { "x-dominant-color": dominant_color }),
  ...(accent_color === null ? {} : { "x-accent-color": accent_color })
})

export const images = handlersFor(ImagesApi)([Images], (images) => ({
  image: ({ path }) =>
    Effect.map(
      Effect.flatMap(addressOf(path), (address) => images.image(address, path.size)),
      // The platform sends a response unchanged, but its type allows only the documented body.
      (image) =>
        HttpServerResponse.unsafeJson(image, { status: 302, headers: headersOf(image) }) as unknown as typeof Image.Type
    )
}))

/** Pictures may have 20 MB; the form adds a little. */
const maxUploadBytes = 21 * 1_048_576

const pictureForm = {
  type: "multipart/form-data",
  schema: {
    type: "object",
    properties: { image: { type: "string", format: "binary", description: "Picture file, at most 20 MB" } },
    required: ["image"]
  },
  example: { image: "cover.jpg" }
}

const path = Schema.Struct(entity)

export class ImagesAdminApi extends HttpApiGroup.make("imagesAdmin")
  .add(
    get("alternatives", "/:domain/:entity_type/:entity_id/alternatives", "Alternative pictures")
      .setPath(path)
      .addSuccess(Alternatives)
      .addError(NotFound)
      .annotate(Description, "Alternative pictures of an entity.")
  )
  .add(
    put("override", "/:domain/:entity_type/:entity_id", "Replace a picture")
      .setPath(path)
      .setPayload(body(NewPicture))
      .addSuccess(ImageState)
      .addError(NotFound)
      .addError(TooLarge)
      .annotateContext(Context.make(Uploads, maxUploadBytes))
      .annotateContext(alsoTakes(pictureForm))
      .annotate(
        Description,
        "Replaces an entity's picture with one from an address or from a form (multipart/form-data) with a " +
          "file `image`. Syncs keep it."
      )
  )
  .add(
    del("reset", "/:domain/:entity_type/:entity_id/override", "Undo a replaced picture")
      .setPath(path)
      .addSuccess(ImageState)
      .addError(NotFound)
      .annotate(Description, "Removes an override and queues the picture for retrieval.")
  )
  .add(
    post("regenerate", "/regenerate-thumbhashes", "Recompute thumbhashes and colours")
      .setPayload(body(RegenerateRequest))
      .addSuccess(RegenerateResult)
      .addError(TooLarge)
      .annotate(Description, "Recomputes ThumbHash and colours of the next pictures. Repeat until `remaining` is 0.")
  )
  .annotate(Description, "Management of pictures. Needs an admin key.")
  .prefix("/admin/images")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const imagesAdmin = handlersFor(ImagesAdminApi)([Images], (images) => ({
  alternatives: ({ path }) => Effect.flatMap(addressOf(path), images.alternatives),
  override: ({ path, request }) =>
    Effect.gen(function* () {
      const address = yield* addressOf(path)
      const picture = yield* pictureBody(request)
      return yield* picture._tag === "Address"
        ? images.override(address, picture.url)
        : images.upload(address, picture.bytes)
    }),
  reset: ({ path }) => Effect.flatMap(addressOf(path), images.reset),
  regenerate: ({ payload }) => images.regenerate(payload.batch_size)
}))

/** The picture of a request: its address or its bytes. */
type SubmittedPicture =
  { readonly _tag: "Address"; readonly url: string } | { readonly _tag: "Bytes"; readonly bytes: Uint8Array }

const wrong = (message: string) => new BadInput({ message })

const decode = payloadDecoder(NewPicture)

/** Reads a JSON body with `source_url`, or a form with a file `image`. */
const pictureBody = (request: AdmittedRequest): Effect.Effect<SubmittedPicture, BadInput> => {
  const type = request.headers["content-type"] ?? "application/json"
  const { body } = admissionOf(request)
  if (/^multipart\/form-data\b/i.test(type)) return form(body, type)
  if (!/^application\/json\b/i.test(type))
    return wrong("the body must be JSON with source_url, or a form (multipart/form-data) with a file image")
  return Either.mapBoth(decode(body), {
    onLeft: ({ error }) => wrong(error),
    onRight: (picture) => ({ _tag: "Address", url: (picture as typeof NewPicture.Type).source_url })
  })
}

const form = (body: Buffer, type: string): Effect.Effect<SubmittedPicture, BadInput> =>
  Effect.gen(function* () {
    const fields = yield* Effect.tryPromise({
      try: () => new Response(body as Uint8Array<ArrayBuffer>, { headers: { "content-type": type } }).formData(),
      catch: () => wrong("the body is not a valid multipart/form-data form")
    })
    const image = fields.get("image")
    if (image === null || typeof image === "string") return yield* wrong("the form must have a file named image")
    return { _tag: "Bytes", bytes: new Uint8Array(yield* Effect.promise(() => image.arrayBuffer())) } as const
  })
