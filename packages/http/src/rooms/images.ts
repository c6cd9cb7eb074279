import { domains } from "@daybook/core"
import { Image, Images, collectionNames, presetNames } from "@daybook/core/images"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { alsoAnswers } from "../shared/documented.js"
import { NotFound } from "../shared/errors.js"
import { id, oneOf } from "../shared/params.js"
import { room } from "../shared/room.js"

const [firstName = "", ...otherNames] = collectionNames

/** How an entity with a picture stands in a path. */
export const entity = {
  domain: oneOf(domains, "The domain"),
  entity_type: oneOf([firstName, ...otherNames], "The kind of entity; each domain has its own"),
  entity_id: id("The entity's id")
}

const redirect = Image.annotations({ identifier: "ImageRedirect", description: "Where the picture is", ...HttpApiSchema.annotations({ status: 302 }) })

/** Pictures by entity (contract §10). The pictures themselves are at signed addresses that need no key. */
export class ImagesApi extends HttpApiGroup.make("images")
  .add(HttpApiEndpoint.get("image", "/:domain/:entity_type/:entity_id/:size")
    .setPath(Schema.Struct({ ...entity, size: oneOf(presetNames, "A preset") })).addSuccess(redirect).addError(NotFound)
    .annotateContext(alsoAnswers(302, { headers: {
      Location: "Where the picture is: a signed address that needs no key",
      "X-ThumbHash": "The thumbhash, base64, where there is one",
      "X-Dominant-Color": "The dominant colour, #rrggbb, where it is known",
      "X-Accent-Color": "The accent colour, #rrggbb, where it is known"
    } }))
    .annotate(Description, "Redirects to an entity's picture in a preset's size; headers tell what stands in for it until it is loaded."))
  .annotate(Description, "Pictures of artists, albums, films, shows, records, articles and events.")
  .prefix("/images")
  .middleware(Authentication)
{}

/** Header values are ASCII: base64 and colours are. */
const headersOf = ({ accent_color, dominant_color, thumbhash, url }: typeof Image.Type) => ({
  location: url,
  ...(thumbhash === null ? {} : { "x-thumbhash": thumbhash }),
  ...(dominant_color === null ? {} : { "x-dominant-color": dominant_color }),
  ...(accent_color === null ? {} : { "x-accent-color": accent_color })
})

export const images = room(ImagesApi)(Effect.map(Images, (images) => ({
  image: ({ path }) =>
    Effect.map(
      images.image({ domain: path.domain, collection: path.entity_type, id: path.entity_id }, path.size),
      // The platform sends a whole response as it is; its type knows only the documented body.
      (image) => HttpServerResponse.unsafeJson(image, { status: 302, headers: headersOf(image) }) as unknown as typeof Image.Type
    )
})))
