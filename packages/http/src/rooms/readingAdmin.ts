import { Reenriched, Reenrichment, reenrichModes } from "@daybook/core/reading"
import { Reembedded, Reembedding } from "@daybook/core/search"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../shared/body.js"
import { Forbidden, TooLarge } from "../shared/errors.js"
import { room } from "../shared/room.js"

const mostAtOnce = 5_000
const usual = { limit: 500, images: 50 }
const count = Schema.Number.pipe(Schema.int(), Schema.between(1, mostAtOnce)).annotations({ description: "How many articles at most, newest first" })

const Reenrich = Schema.Struct({
  mode: Schema.optional(Schema.Literal(...reenrichModes).annotations({ description: "Articles without text (the default), or without a picture" })),
  limit: Schema.optional(count)
}).annotations({ identifier: "ReenrichReading" })

const Backfill = Schema.Struct({ limit: Schema.optional(count) }).annotations({ identifier: "BackfillReadingImages" })

const Reembed = Schema.Struct({
  limit: Schema.optional(count),
  offset: Schema.optional(Schema.Number.pipe(Schema.int(), Schema.between(0, 1_000_000)).annotations({ description: "How many to pass over" })),
  onlyMissing: Schema.optional(Schema.Boolean.annotations({ description: "Only what is not embedded as it is now (the default); false embeds anew what is" }))
}).annotations({ identifier: "ReembedReading" })

/** What can be looked up again in reading (`api.md` §4.2, contract §6). */
export class ReadingAdminApi extends HttpApiGroup.make("readingAdmin")
  .add(HttpApiEndpoint.post("reenrich", "/admin/reenrich-reading").setPayload(body(Reenrich)).addSuccess(Reenriched).addError(TooLarge)
    .annotate(Description, "Looks up texts or pictures of articles again, without waiting for their time."))
  .add(HttpApiEndpoint.post("backfillImages", "/reading/admin/backfill-images").setPayload(body(Backfill)).addSuccess(Reenriched).addError(TooLarge)
    .annotate(Description, "Reads the pages of articles without a picture again."))
  .add(HttpApiEndpoint.post("reembed", "/admin/reembed-reading").setPayload(body(Reembed)).addSuccess(Reembedded).addError(TooLarge)
    .annotate(Description, "Has articles embedded for the search by meaning. Never needed: new and changed texts are embedded after each sync."))
  .annotate(Description, "Look-ups of reading. Needs an admin key.")
  .addError(Forbidden)
  .middleware(Authentication)
{}

export const readingAdmin = room(ReadingAdminApi)(Effect.map(Effect.all([Reenrichment, Reembedding]), ([reenrichment, reembedding]) => ({
  reenrich: ({ payload: { limit = usual.limit, mode = "failed" } }) => reenrichment.run(mode, limit),
  backfillImages: ({ payload: { limit = usual.images } }) => reenrichment.run("missing-images", limit),
  reembed: ({ payload: { limit = usual.limit, offset = 0, onlyMissing = true } }) => reembedding.run({ limit, offset, onlyMissing })
})))
