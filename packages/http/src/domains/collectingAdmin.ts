import * as View from "@daybook/core/collecting"
import { CollectingAdmin } from "@daybook/core/collecting"
import { ImageRecords } from "@daybook/core/images"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { get, post, put } from "../kit/endpoints.js"
import { NotFound, Contradiction, Forbidden, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { Backfill, queuesPictures, queueBackfill } from "../kit/jobs.js"
import { byId, id, words } from "../kit/params.js"

const title = words("Name or part of a name")
const ReleasesNamed = Schema.Struct({ title, artist: Schema.optional(words("Name of the artist")) })

/** Additions to and removals from the collections at their providers. */
export class CollectingAdminApi extends HttpApiGroup.make("collectingAdmin")
  .add(
    post("addDisc", "/media", "Add a film on disc")
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
    get("filmCandidates", "/media/candidates", "Find films by title")
      .setUrlParams(Schema.Struct({ title }))
      .addSuccess(View.FilmCandidates)
      .addError(Contradiction)
      .annotate(Description, "Films that match a name, best match first.")
  )
  .add(
    post("removeDisc", "/media/:id/remove", "Remove a film on disc")
      .setPath(byId("Id of the disc"))
      .addSuccess(View.RemovedDisc)
      .addError(NotFound)
      .addError(Contradiction)
      .annotate(Description, "Removes a disc from the collection.")
  )
  .add(
    post("addRecord", "/vinyl", "Add a record")
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
    get("releaseCandidates", "/vinyl/candidates", "Find releases by title")
      .setUrlParams(ReleasesNamed)
      .addSuccess(View.ReleaseCandidates)
      .addError(Contradiction)
      .annotate(Description, "Releases that match a name, best match first.")
  )
  .add(
    put("decideRecord", "/matches/:id/:album", "Decide the album of a record")
      .setPath(Schema.Struct({ id: id("Id of the release at Discogs"), album: id("Id of the album") }))
      .setPayload(body(View.MatchChoice))
      .addSuccess(View.DecidedMatch)
      .addError(NotFound)
      .addError(TooLarge)
      .annotate(
        Description,
        "Says whether a record and a played album are the same. The decision stays when sources are read again."
      )
  )
  .add(
    put("decideDisc", "/media/matches/:id/:movie", "Decide the film of a disc")
      .setPath(Schema.Struct({ id: id("Id of the disc"), movie: id("Id of the watched film") }))
      .setPayload(body(View.MatchChoice))
      .addSuccess(View.DecidedMatch)
      .addError(NotFound)
      .addError(TooLarge)
      .annotate(
        Description,
        "Says whether a film on disc and a watched film are the same. The decision stays when sources are read again."
      )
  )
  .add(
    queuesPictures("backfillReleases", "/backfill-images", "Look for record pictures", {
      pictures: "pictures of releases",
      request: Backfill(Schema.Literal("releases"))
    })
  )
  .add(
    queuesPictures("backfillDiscs", "/media/backfill-images", "Look for pictures of films on disc", {
      pictures: "pictures of discs",
      request: Backfill(Schema.Literal("media"))
    })
  )
  .annotate(Description, "Manual additions and removals, also at the provider. Needs an admin key.")
  .prefix("/admin/collecting")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const collectingAdmin = handlersFor(CollectingAdminApi)([CollectingAdmin, ImageRecords], (admin, images) => ({
  backfillReleases: ({ payload }) => queueBackfill(images, "collecting", ["release"], payload),
  backfillDiscs: ({ payload }) => queueBackfill(images, "collecting", ["media"], payload),
  decideRecord: ({ path: { album, id }, payload }) =>
    admin.decide({ kind: "release", subject: id, match: album }, payload.same),
  decideDisc: ({ path: { id, movie }, payload }) =>
    admin.decide({ kind: "film", subject: id, match: movie }, payload.same),
  addDisc: ({ payload }) => admin.addDisc(payload),
  filmCandidates: ({ urlParams }) => admin.filmCandidates(urlParams.title),
  removeDisc: ({ path }) => admin.removeDisc(path.id),
  addRecord: ({ payload }) => admin.addRecord(payload),
  releaseCandidates: ({ urlParams: { artist, title } }) =>
    admin.releaseCandidates({ title, artist: artist ?? null, year: null })
}))
