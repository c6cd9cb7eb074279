import { Reenrichment, type ReenrichMode, reenrichModes } from "@daybook/core/reading"
import { Reembedding } from "@daybook/core/search"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../shared/body.js"
import { Forbidden, TooLarge } from "../shared/errors.js"
import { Queued, asJob, reportOf, startJob } from "../shared/jobs.js"
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
  .add(HttpApiEndpoint.post("reenrich", "/admin/reenrich-reading").setPayload(body(Reenrich)).addSuccess(Queued).addError(TooLarge)
    .annotate(Description, asJob("Looks up texts or pictures of articles again, without waiting for their time.")))
  .add(HttpApiEndpoint.post("backfillImages", "/reading/admin/backfill-images").setPayload(body(Backfill)).addSuccess(Queued).addError(TooLarge)
    .annotate(Description, asJob("Reads the pages of articles without a picture again.")))
  .add(HttpApiEndpoint.post("reembed", "/admin/reembed-reading").setPayload(body(Reembed)).addSuccess(Queued).addError(TooLarge)
    .annotate(Description, asJob("Embeds articles for the search by meaning. Never needed: new and changed texts are embedded after each sync.")))
  .annotate(Description, "Look-ups of reading. Needs an admin key.")
  .addError(Forbidden)
  .middleware(Authentication)
{}

export const readingAdmin = room(ReadingAdminApi)(Effect.map(Effect.all([Reenrichment, Reembedding, Jobs]), ([reenrichment, reembedding, jobs]) => {
  const reenrich = (name: string, mode: ReenrichMode, limit: number) =>
    startJob(jobs, name, "reading", (progress) => Effect.map(reenrichment.run(mode, limit, progress), (done) => reportOf(done.succeeded, done)))
  return {
    reenrich: ({ payload: { limit = usual.limit, mode = "failed" } }) => reenrich("reenrich-reading", mode, limit),
    backfillImages: ({ payload: { limit = usual.images } }) => reenrich("backfill-reading-images", "missing-images", limit),
    reembed: ({ payload: { limit = usual.limit, offset = 0, onlyMissing = true } }) =>
      startJob(jobs, "reembed-reading", "reading", (progress) =>
        Effect.map(reembedding.run({ limit, offset, onlyMissing }, progress), (done) => reportOf(done.embedded, done)))
  }
}))
