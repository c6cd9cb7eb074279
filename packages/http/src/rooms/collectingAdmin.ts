import * as View from "@daybook/core/collecting"
import { CollectingAdmin } from "@daybook/core/collecting"
import { ImageRecords } from "@daybook/core/images"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { Backfill, backfillOf, Queued } from "../shared/backfill.js"
import { body } from "../shared/body.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../shared/errors.js"
import { id, words } from "../shared/params.js"
import { room } from "../shared/room.js"

const title = words("A name, or part of one")
const FilmsNamed = Schema.Struct({ title })
const ReleasesNamed = Schema.Struct({ title, artist: Schema.optional(words("The artist's name")) })

const Releases = Backfill(Schema.Literal("releases"))
const Discs = Backfill(Schema.Literal("media"))

/** Additions to the collections at their providers, and removals (contract §5). */
export class CollectingAdminApi extends HttpApiGroup.make("collectingAdmin")
  .add(HttpApiEndpoint.post("addDisc", "/media").setPayload(body(View.NewDisc)).addSuccess(View.AddedDisc).addError(NotFound).addError(Contradiction).addError(TooLarge)
    .annotate(Description, "Puts a film on disc into the collection. A name that may mean several is a conflict: choose from the candidates."))
  .add(HttpApiEndpoint.get("filmCandidates", "/media/candidates").setUrlParams(FilmsNamed).addSuccess(View.FilmCandidates).addError(Contradiction)
    .annotate(Description, "The films that a name may mean, likeliest first."))
  .add(HttpApiEndpoint.post("removeDisc", "/media/:id/remove").setPath(Schema.Struct({ id: id("The disc's id") })).addSuccess(View.RemovedDisc).addError(NotFound).addError(Contradiction)
    .annotate(Description, "Takes a disc out of the collection."))
  .add(HttpApiEndpoint.post("addRecord", "/vinyl").setPayload(body(View.NewRecord)).addSuccess(View.AddedRecord).addError(NotFound).addError(Contradiction).addError(TooLarge)
    .annotate(Description, "Puts a release into the collection, unless it is there. A name that may mean several is a conflict: choose from the candidates."))
  .add(HttpApiEndpoint.get("releaseCandidates", "/vinyl/candidates").setUrlParams(ReleasesNamed).addSuccess(View.ReleaseCandidates).addError(Contradiction)
    .annotate(Description, "The releases that a name may mean, likeliest first."))
  .add(HttpApiEndpoint.post("backfillReleases", "/backfill-images").setPayload(body(Releases)).addSuccess(Queued).addError(TooLarge)
    .annotate(Description, "Has missing pictures of releases looked for again, without waiting for their time."))
  .add(HttpApiEndpoint.post("backfillDiscs", "/media/backfill-images").setPayload(body(Discs)).addSuccess(Queued).addError(TooLarge)
    .annotate(Description, "Has missing pictures of discs looked for again, without waiting for their time."))
  .annotate(Description, "What is added and removed by hand, at the provider as well. Needs an admin key.")
  .prefix("/admin/collecting")
  .addError(Forbidden)
  .middleware(Authentication)
{}

export const collectingAdmin = room(CollectingAdminApi)(Effect.map(Effect.all([CollectingAdmin, ImageRecords]), ([admin, images]) => ({
  backfillReleases: ({ payload }) => backfillOf(images, "collecting", ["release"], payload),
  backfillDiscs: ({ payload }) => backfillOf(images, "collecting", ["media"], payload),
  addDisc: ({ payload }) => admin.addDisc(payload),
  filmCandidates: ({ urlParams }) => admin.filmCandidates(urlParams.title),
  removeDisc: ({ path }) => admin.removeDisc(path.id),
  addRecord: ({ payload }) => admin.addRecord(payload),
  releaseCandidates: ({ urlParams: { artist, title } }) => admin.releaseCandidates({ title, artist: artist ?? null, year: null })
})))
