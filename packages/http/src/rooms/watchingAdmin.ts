import { ImageRecords } from "@daybook/core/images"
import { listOf } from "@daybook/core/shared"
import * as View from "@daybook/core/watching"
import { WatchingAdmin } from "@daybook/core/watching"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../shared/body.js"
import { created } from "../shared/created.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../shared/errors.js"
import { Backfill, backfillOf, Queued } from "../shared/backfill.js"
import { id, limit, page } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"

const Deleted = Schema.Struct({ success: Schema.Literal(true), deleted_id: Schema.Number })
const Watch = Schema.Struct({ id: id("The viewing's id") })
const Merges = query({ limit: limit(100), page }, { limit: 20, page: 1 })

const Pictures = Backfill(Schema.Literal("movies", "shows", "all"))
const typesOf = { movies: ["movie"], shows: ["show"], all: ["movie", "show"] } as const

/** Viewings changed by hand (contract §4). */
export class WatchingAdminApi extends HttpApiGroup.make("watchingAdmin")
  .add(HttpApiEndpoint.post("addWatch", "/movies").setPayload(body(View.NewWatch)).addSuccess(created(View.ChangedWatch))
    .addError(NotFound).addError(Contradiction).addError(TooLarge)
    .annotate(Description, "Adds a viewing of a film, by default now. 404 where no such film is known, 409 where it has a viewing on that day."))
  .add(HttpApiEndpoint.put("changeWatch", "/movies/:id").setPath(Watch).setPayload(body(View.WatchChange)).addSuccess(View.ChangedWatch)
    .addError(NotFound).addError(TooLarge)
    .annotate(Description, "Changes a viewing of a film; what a source says of it is no longer heard."))
  .add(HttpApiEndpoint.del("removeWatch", "/movies/:id").setPath(Watch).addSuccess(Deleted).addError(NotFound)
    .annotate(Description, "Deletes a viewing of a film for good, although a source may go on reporting it."))
  .add(HttpApiEndpoint.get("merges", "/merges").setUrlParams(Merges.params).addSuccess(listOf(View.Merge))
    .annotate(Description, "Reports that were taken for the same viewing as another, and why."))
  .add(HttpApiEndpoint.del("undoMerge", "/merges/:id").setPath(Schema.Struct({ id: id("The merged report's id") })).addSuccess(Deleted).addError(NotFound)
    .annotate(Description, "Makes a merged report a viewing of its own again, for good."))
  .add(HttpApiEndpoint.post("backfillImages", "/backfill-images").setPayload(body(Pictures)).addSuccess(Queued).addError(TooLarge)
    .annotate(Description, "Has missing pictures of films and shows looked for again, without waiting for their time."))
  .annotate(Description, "Viewings added, changed and deleted by hand, and merges undone. Needs an admin key.")
  .prefix("/watching/admin")
  .addError(Forbidden)
  .middleware(Authentication)
{}

export const watchingAdmin = room(WatchingAdminApi)(Effect.map(Effect.all([WatchingAdmin, ImageRecords]), ([admin, images]) => {
  const deleted = (id: number) => ({ success: true as const, deleted_id: id })
  return {
    addWatch: ({ payload }) => admin.add(payload),
    changeWatch: ({ path, payload }) => admin.edit(path.id, payload),
    removeWatch: ({ path: { id } }) => Effect.as(admin.remove(id), deleted(id)),
    merges: ({ urlParams }) => admin.merges(Merges.filled(urlParams)),
    backfillImages: ({ payload }) => backfillOf(images, "watching", typesOf[payload.type ?? "movies"], payload),
    undoMerge: ({ path: { id } }) => Effect.as(admin.separate(id), deleted(id))
  }
}))
