import * as View from "@daybook/core/collecting"
import { CollectingAdmin } from "@daybook/core/collecting"
import { ImageRecords } from "@daybook/core/images"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../kit/body.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { Backfill, queueBackfill, PicturesQueued } from "../kit/jobs.js"
import { id, words } from "../kit/params.js"
import { handlersFor } from "../kit/handlers.js"

const title = words("Name or part of a name")
const FilmsNamed = Schema.Struct({ title })
const ReleasesNamed = Schema.Struct({ title, artist: Schema.optional(words("Name of the artist")) })

const Releases = Backfill(Schema.Literal("releases"))
const Discs = Backfill(Schema.Literal("media"))

/** Additions to and removals from the collections at their providers. */
export class CollectingAdminApi extends HttpApiGroup.make("collectingAdmin")
  .add(
    HttpApiEndpoint.post("addDisc", "/media")
      .setPayload(body(View.NewDisc))
      .addSuccess(View.AddedDisc)
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Adds a film on disc to the collection. 409 if a name is ambiguous: choose one of the candidates."
      )
  )
  .add(
    HttpApiEndpoint.get("filmCandidates", "/media/candidates")
      .setUrlParams(FilmsNamed)
      .addSuccess(View.FilmCandidates)
      .addError(Contradiction)
      .annotate(Description, "Films that match a name, best match first.")
  )
  .add(
    HttpApiEndpoint.post("removeDisc", "/media/:id/remove")
      .setPath(Schema.Struct({ id: id("Id of the disc") }))
      .addSuccess(View.RemovedDisc)
      .addError(NotFound)
      .addError(Contradiction)
      .annotate(Description, "Removes a disc from the collection.")
  )
  .add(
    HttpApiEndpoint.post("addRecord", "/vinyl")
      .setPayload(body(View.NewRecord))
      .addSuccess(View.AddedRecord)
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Adds a release to the collection unless it is already there. 409 if a name is ambiguous: choose one " +
          "of the candidates."
      )
  )
  .add(
    HttpApiEndpoint.get("releaseCandidates", "/vinyl/candidates")
      .setUrlParams(ReleasesNamed)
      .addSuccess(View.ReleaseCandidates)
      .addError(Contradiction)
      .annotate(Description, "Releases that match a name, best match first.")
  )
  .add(
    HttpApiEndpoint.post("backfillReleases", "/backfill-images")
      .setPayload(body(Releases))
      .addSuccess(PicturesQueued)
      .addError(TooLarge)
      .annotate(
        Description,
        "Queues missing pictures of releases for retrieval now instead of at their next scheduled attempt."
      )
  )
  .add(
    HttpApiEndpoint.post("backfillDiscs", "/media/backfill-images")
      .setPayload(body(Discs))
      .addSuccess(PicturesQueued)
      .addError(TooLarge)
      .annotate(
        Description,
        "Queues missing pictures of discs for retrieval now instead of at their next scheduled attempt."
      )
  )
  .annotate(Description, "Manual additions and removals, also at the provider. Needs an admin key.")
  .prefix("/admin/collecting")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const collectingAdmin = handlersFor(CollectingAdminApi)(
  Effect.map(Effect.all([CollectingAdmin, ImageRecords]), ([admin, images]) => ({
    backfillReleases: ({ payload }) => queueBackfill(images, "collecting", ["release"], payload),
    backfillDiscs: ({ payload }) => queueBackfill(images, "collecting", ["media"], payload),
    addDisc: ({ payload }) => admin.addDisc(payload),
    filmCandidates: ({ urlParams }) => admin.filmCandidates(urlParams.title),
    removeDisc: ({ path }) => admin.removeDisc(path.id),
    addRecord: ({ payload }) => admin.addRecord(payload),
    releaseCandidates: ({ urlParams: { artist, title } }) =>
      admin.releaseCandidates({ title, artist: artist ?? null, year: null })
  }))
)
