import { ImageRecords } from "@daybook/core/images"
import { listOf, field } from "@daybook/core/shared"
import * as View from "@daybook/core/watching"
import { WatchingAdmin } from "@daybook/core/watching"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body, created } from "../kit/body.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { Backfill, queueBackfill, PicturesQueued } from "../kit/jobs.js"
import { id, limit, page, query } from "../kit/params.js"
import { handlersFor } from "../kit/handlers.js"

const Deleted = Schema.Struct({
  success: field(Schema.Literal(true), "Always true"),
  deleted_id: field(Schema.Number, "Id of the deleted record", 42)
})
const Watch = Schema.Struct({ id: id("Id of the viewing") })
const Merges = query({ limit: limit(100), page }, { limit: 20, page: 1 })

const Pictures = Backfill(Schema.Literal("movies", "shows", "all"))
const typesOf = { movies: ["movie"], shows: ["show"], all: ["movie", "show"] } as const

/** Manual changes of viewings. */
export class WatchingAdminApi extends HttpApiGroup.make("watchingAdmin")
  .add(
    HttpApiEndpoint.post("addWatch", "/movies")
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
    HttpApiEndpoint.put("changeWatch", "/movies/:id")
      .setPath(Watch)
      .setPayload(body(View.WatchChange))
      .addSuccess(View.ChangedWatch)
      .addError(NotFound)
      .addError(TooLarge)
      .annotate(Description, "Changes a viewing of a film. Later reports of sources no longer change it.")
  )
  .add(
    HttpApiEndpoint.del("removeWatch", "/movies/:id")
      .setPath(Watch)
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(Description, "Deletes a viewing of a film for good, even if a source continues to report it.")
  )
  .add(
    HttpApiEndpoint.get("merges", "/merges")
      .setUrlParams(Merges.params)
      .addSuccess(listOf(View.Merge))
      .annotate(Description, "Reports that were merged into another viewing, with the reasons.")
  )
  .add(
    HttpApiEndpoint.del("undoMerge", "/merges/:id")
      .setPath(Schema.Struct({ id: id("Id of the merged report") }))
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(Description, "Turns a merged report back into a separate viewing for good.")
  )
  .add(
    HttpApiEndpoint.post("backfillImages", "/backfill-images")
      .setPayload(body(Pictures))
      .addSuccess(PicturesQueued)
      .addError(TooLarge)
      .annotate(
        Description,
        "Queues missing pictures of films and shows for retrieval now instead of at their next scheduled attempt."
      )
  )
  .annotate(Description, "Manual changes of viewings and merges. Needs an admin key.")
  .prefix("/watching/admin")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const watchingAdmin = handlersFor(WatchingAdminApi)(
  Effect.map(Effect.all([WatchingAdmin, ImageRecords]), ([admin, images]) => {
    const deleted = (id: number) => ({ success: true as const, deleted_id: id })
    return {
      addWatch: ({ payload }) => admin.add(payload),
      changeWatch: ({ path, payload }) => admin.edit(path.id, payload),
      removeWatch: ({ path: { id } }) => Effect.as(admin.remove(id), deleted(id)),
      merges: ({ urlParams }) => admin.merges(Merges.withDefaults(urlParams)),
      backfillImages: ({ payload }) => queueBackfill(images, "watching", typesOf[payload.type ?? "movies"], payload),
      undoMerge: ({ path: { id } }) => Effect.as(admin.separate(id), deleted(id))
    }
  })
)
