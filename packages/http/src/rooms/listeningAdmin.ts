import { FilterRules, FilterView, NewFilter, filterView } from "@daybook/core/listening"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../shared/body.js"
import { created } from "../shared/created.js"
import { Forbidden, NotFound, TooLarge } from "../shared/errors.js"
import { id } from "../shared/params.js"
import { room } from "../shared/room.js"

const Deleted = Schema.Struct({ success: Schema.Literal(true), deleted_id: Schema.Number })

/** The rules that keep plays out of every result (contract §2.2). */
export class ListeningAdminApi extends HttpApiGroup.make("listeningAdmin")
  .add(HttpApiEndpoint.get("filters", "/filters").addSuccess(Schema.Struct({ data: Schema.Array(FilterView) }))
    .annotate(Description, "The filters in force."))
  .add(HttpApiEndpoint.post("addFilter", "/filters").setPayload(body(NewFilter)).addSuccess(created(FilterView)).addError(TooLarge)
    .annotate(Description, "Adds a filter; it hides plays that are stored already, too."))
  .add(HttpApiEndpoint.del("removeFilter", "/filters/:id").setPath(Schema.Struct({ id: id("The filter's id") })).addSuccess(Deleted).addError(NotFound)
    .annotate(Description, "Removes a filter; the plays it alone hid are shown again."))
  .annotate(Description, "Filters on listening. Needs an admin key.")
  .prefix("/listening/admin")
  .addError(Forbidden)
  .middleware(Authentication)
{}

export const listeningAdmin = room(ListeningAdminApi)(Effect.map(FilterRules, (filters) => ({
  filters: () => Effect.map(filters.all, (all) => ({ data: all.map(filterView) })),
  addFilter: ({ payload: { filter_type, pattern, reason = null, scope } }) => Effect.map(filters.add({ type: filter_type, pattern, reason, scope }), filterView),
  removeFilter: ({ path: { id } }) => Effect.as(filters.remove(id), { success: true as const, deleted_id: id })
})))
