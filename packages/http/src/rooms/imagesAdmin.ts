import { Alternatives, ImageState, Images, NewPicture, Regenerate, Regenerated } from "@daybook/core/images"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Context, Effect, Schema } from "effect"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../shared/body.js"
import { alsoTakes } from "../shared/documented.js"
import { Forbidden, NotFound, TooLarge } from "../shared/errors.js"
import { room } from "../shared/room.js"
import { Uploads } from "../shared/uploads.js"
import { entity } from "./images.js"
import { pictureBody } from "./pictureBody.js"

/** A picture may have 20 MB, and a form something around it. */
const largestUpload = 21 * 1_048_576

const pictureForm = {
  type: "multipart/form-data",
  schema: { type: "object", properties: { image: { type: "string", format: "binary", description: "The picture's file, 20 MB at most" } }, required: ["image"] },
  example: { image: "cover.jpg" }
}

const path = Schema.Struct(entity)
type Path = typeof path.Type

/** What a person can do about pictures (contract §10). */
export class ImagesAdminApi extends HttpApiGroup.make("imagesAdmin")
  .add(HttpApiEndpoint.get("alternatives", "/:domain/:entity_type/:entity_id/alternatives").setPath(path).addSuccess(Alternatives).addError(NotFound)
    .annotate(Description, "Where else an entity's picture could come from."))
  .add(HttpApiEndpoint.put("override", "/:domain/:entity_type/:entity_id").setPath(path).setPayload(body(NewPicture)).addSuccess(ImageState)
    .addError(NotFound).addError(TooLarge).annotateContext(Context.make(Uploads, largestUpload)).annotateContext(alsoTakes(pictureForm))
    .annotate(Description, "Puts a picture in place of the found one: from an address, or a form (multipart/form-data) with a file `image`. Syncs leave it alone."))
  .add(HttpApiEndpoint.del("reset", "/:domain/:entity_type/:entity_id/override").setPath(path).addSuccess(ImageState).addError(NotFound)
    .annotate(Description, "Takes an override back and has the picture looked for anew."))
  .add(HttpApiEndpoint.post("regenerate", "/regenerate-thumbhashes").setPayload(body(Regenerate)).addSuccess(Regenerated).addError(TooLarge)
    .annotate(Description, "Works out the thumbhash and colours of the next pictures anew, until none remain."))
  .annotate(Description, "Pictures. Needs an admin key.")
  .prefix("/admin/images")
  .addError(Forbidden)
  .middleware(Authentication)
{}

const addressOf = ({ domain, entity_id, entity_type }: Path) => ({ domain, collection: entity_type, id: entity_id })

export const imagesAdmin = room(ImagesAdminApi)(Effect.map(Images, (images) => ({
  alternatives: ({ path }) => images.alternatives(addressOf(path)),
  override: ({ path, ...rest }) =>
    Effect.flatMap(pictureBody((rest as unknown as { readonly request: HttpServerRequest.HttpServerRequest }).request), (given) =>
      given._tag === "Address" ? images.override(addressOf(path), given.url) : images.upload(addressOf(path), given.bytes)),
  reset: ({ path }) => images.reset(addressOf(path)),
  regenerate: ({ payload }) => images.regenerate(payload.batch_size)
})))
