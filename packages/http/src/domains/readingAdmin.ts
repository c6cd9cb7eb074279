import { Reenrichment, type ReenrichMode, reenrichModes } from "@daybook/core/reading"
import { Reembedding } from "@daybook/core/search"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../kit/body.js"
import { Forbidden, TooLarge } from "../kit/errors.js"
import { SyncQueued, describeJob, jobReport, startJob } from "../kit/jobs.js"
import { handlersFor } from "../kit/handlers.js"
import { withExample } from "@daybook/core/shared"

const maxArticles = 5_000
const defaults = { limit: 500, images: 50 }
const count = Schema.Number.pipe(Schema.int(), Schema.between(1, maxArticles)).annotations({
  description: "Maximum number of articles, newest first"
})

const Reenrich = Schema.Struct({
  mode: Schema.optional(
    Schema.Literal(...reenrichModes).annotations({
      description: "`failed`: articles without text (default); `missing-images`: articles without a picture"
    })
  ),
  limit: withExample(Schema.optional(count), 50)
}).annotations({ identifier: "ReenrichReading" })

const Backfill = Schema.Struct({ limit: withExample(Schema.optional(count), 50) }).annotations({
  identifier: "BackfillReadingImages"
})

const Reembed = Schema.Struct({
  limit: withExample(Schema.optional(count), 50),
  offset: Schema.optional(
    Schema.Number.pipe(Schema.int(), Schema.between(0, 1_000_000)).annotations({
      description: "Number of items to skip"
    })
  ),
  onlyMissing: Schema.optional(
    Schema.Boolean.annotations({
      description: "true: only texts that are new or changed (default); false: embed all texts again"
    })
  )
}).annotations({ identifier: "ReembedReading" })

/** Enrichment of reading on demand. */
export class ReadingAdminApi extends HttpApiGroup.make("readingAdmin")
  .add(
    HttpApiEndpoint.post("reenrich", "/admin/reenrich-reading")
      .setPayload(body(Reenrich))
      .addSuccess(SyncQueued)
      .addError(TooLarge)
      .annotate(
        Description,
        describeJob("Fetches texts or pictures of articles again, without waiting for their next scheduled attempt.")
      )
  )
  .add(
    HttpApiEndpoint.post("backfillImages", "/reading/admin/backfill-images")
      .setPayload(body(Backfill))
      .addSuccess(SyncQueued)
      .addError(TooLarge)
      .annotate(Description, describeJob("Fetches the pages of articles without a picture again."))
  )
  .add(
    HttpApiEndpoint.post("reembed", "/admin/reembed-reading")
      .setPayload(body(Reembed))
      .addSuccess(SyncQueued)
      .addError(TooLarge)
      .annotate(
        Description,
        describeJob(
          "Embeds articles for search by meaning. Not needed in normal operation: each sync embeds new and " +
            "changed texts."
        )
      )
  )
  .annotate(Description, "Enrichment of reading on demand. Needs an admin key.")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const readingAdmin = handlersFor(ReadingAdminApi)(
  Effect.map(Effect.all([Reenrichment, Reembedding, Jobs]), ([reenrichment, reembedding, jobs]) => {
    const reenrich = (name: string, mode: ReenrichMode, limit: number) =>
      startJob(jobs, name, "reading", (progress) =>
        Effect.map(reenrichment.run(mode, limit, progress), (done) => jobReport(done.succeeded, done))
      )
    return {
      reenrich: ({ payload: { limit = defaults.limit, mode = "failed" } }) => reenrich("reenrich-reading", mode, limit),
      backfillImages: ({ payload: { limit = defaults.images } }) =>
        reenrich("backfill-reading-images", "missing-images", limit),
      reembed: ({ payload: { limit = defaults.limit, offset = 0, onlyMissing = true } }) =>
        startJob(jobs, "reembed-reading", "reading", (progress) =>
          Effect.map(reembedding.run({ limit, offset, onlyMissing }, progress), (done) =>
            jobReport(done.embedded, done)
          )
        )
    }
  })
)
