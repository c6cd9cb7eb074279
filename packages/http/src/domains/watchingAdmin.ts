import { ImageRecords } from "@daybook/core/images"
import { listOf } from "@daybook/core/shared"
import * as View from "@daybook/core/watching"
import { WatchingAdmin } from "@daybook/core/watching"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { Deleted, created, del, deleted, get, post, put } from "../kit/endpoints.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { Backfill, queueBackfill, queuesPictures } from "../kit/jobs.js"
import { byId, limit, page, query } from "../kit/params.js"

const Watch = byId("Id of the viewing")
const Merges = query({ limit: limit(100), page }, { limit: 20, page: 1 })

const Pictures = Backfill(Schema.Literal("movies", "shows", "all"))
const typesOf = { movies: ["movie"], shows: ["show"], all: ["movie", "show"] } as const

/** Manual changes of viewings. */
export class WatchingAdminApi extends HttpApiGroup.make("watchingAdmin")
  .add(
    post("addWatch", "/movies", "Add a viewing")
      .setPayload(body(View.NewWatch))
      .addSuccess(created(View.ChangedWatch))
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Adds a viewing of a film, by default now. 404 if the film is unknown, 409 if it already has a " +
          "viewing on that day."
      )
  )
  .add(
    put("changeWatch", "/movies/:id", "Change a viewing")
      .setPath(Watch)
      .setPayload(body(View.WatchChange))
      .addSuccess(View.ChangedWatch)
      .addError(NotFound)
      .addError(TooLarge)
      .annotate(Description, "Changes a viewing of a film. Later reports of sources no longer change it.")
  )
  .add(
    del("removeWatch", "/movies/:id", "Delete a viewing")
      .setPath(Watch)
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(Description, "Deletes a viewing of a film for good, even if a source continues to report it.")
  )
  .add(
    get("merges", "/merges", "List merged viewings")
      .setUrlParams(Merges.params)
      .addSuccess(listOf(View.Merge))
      .annotate(Description, "Reports that were merged into another viewing, with the reasons.")
  )
  .add(
    del("undoMerge", "/merges/:id", "Undo a merge of viewings")
      .setPath(byId("Id of the merged report"))
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(
        Description,
        "Makes a merged report a viewing of its own, by corrections of the kind `different`. Removing these undoes it."
      )
  )
  .add(
    get("unmatched", "/unmatched", "List unmatched films")
      .setUrlParams(Merges.params)
      .addSuccess(listOf(View.UnmatchedFilm))
      .annotate(Description, "Watched films that TMDB was asked for in vain. They lack details and a poster.")
  )
  .add(
    put("matchFilm", "/unmatched/:id", "Match a film")
      .setPath(byId("Id of the film"))
      .setPayload(body(View.FilmChoice))
      .addSuccess(View.MatchedFilm)
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Names the film of TMDB that a watched film is, and reads its details. Null says that TMDB has no such film."
      )
  )
  .add(
    get("unnumbered", "/unnumbered", "List episodes without a number")
      .setUrlParams(Merges.params)
      .addSuccess(listOf(View.UnnumberedEpisode))
      .annotate(
        Description,
        "Episodes that a file names without their number or season, titles that may be films, and episodes that TMDB did not number yet. Their viewings wait."
      )
  )
  .add(
    put("numberEpisode", "/unnumbered/:id", "Give an episode its number")
      .setPath(byId("Id of the episode without a number"))
      .setPayload(body(View.EpisodeChoice))
      .addSuccess(View.NumberedEpisode)
      .addError(NotFound)
      .addError(TooLarge)
      .annotate(
        Description,
        "Stores the viewings of an episode under its number in the season, or as those of a film. Null leaves it out. It is a correction, and can be taken back."
      )
  )
  .add(
    queuesPictures("backfillImages", "/backfill-images", "Look for film and show pictures", {
      pictures: "pictures of films and shows",
      request: Pictures
    })
  )
  .annotate(Description, "Manual changes of viewings and merges. Needs an admin key.")
  .prefix("/watching/admin")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const watchingAdmin = handlersFor(WatchingAdminApi)([WatchingAdmin, ImageRecords], (admin, images) => ({
  addWatch: ({ payload }) => admin.add(payload),
  changeWatch: ({ path, payload }) => admin.edit(path.id, payload),
  removeWatch: ({ path: { id } }) => Effect.as(admin.remove(id), deleted(id)),
  merges: Merges.handle(admin.merges),
  unmatched: Merges.handle(admin.unmatched),
  matchFilm: ({ path, payload }) => admin.match(path.id, payload.tmdb_id),
  unnumbered: Merges.handle(admin.unnumbered),
  numberEpisode: ({ path, payload }) => admin.number(path.id, payload),
  backfillImages: ({ payload }) => queueBackfill(images, "watching", typesOf[payload.type ?? "movies"], payload),
  undoMerge: ({ path: { id } }) => Effect.as(admin.separate(id), deleted(id))
}))
