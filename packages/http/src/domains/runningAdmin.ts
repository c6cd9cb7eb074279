import { RunningAdmin } from "@daybook/core/running"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { Forbidden, NotFound } from "../kit/errors.js"
import { SyncQueued, describeJob, jobReport, startJob } from "../kit/jobs.js"
import { providerId } from "../kit/params.js"
import { handlersFor } from "../kit/handlers.js"
import { field } from "@daybook/core/shared"

const Deleted = Schema.Struct({
  status: field(Schema.Literal("deleted"), "Status"),
  strava_id: field(Schema.Number, "Id of the activity at Strava, also used as its id here", 15230000042)
})

export class RunningAdminApi extends HttpApiGroup.make("runningAdmin")
  .add(
    HttpApiEndpoint.del("deleteActivity", "/activities/:id")
      .setPath(Schema.Struct({ id: providerId("Id of the activity") }))
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(
        Description,
        "Deletes a run for good, also from records, totals, feed and search. Syncs do not restore it."
      )
  )
  .add(
    HttpApiEndpoint.post("recompute", "/recompute")
      .addSuccess(SyncQueued)
      .annotate(Description, describeJob("Recomputes records, splits and totals from the provider's data."))
  )
  .annotate(Description, "Management of runs. Needs an admin key.")
  .prefix("/admin/running")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const runningAdmin = handlersFor(RunningAdminApi)(
  Effect.map(Effect.all([RunningAdmin, Jobs]), ([admin, jobs]) => ({
    deleteActivity: ({ path: { id } }) => Effect.as(admin.delete(id), { status: "deleted" as const, strava_id: id }),
    recompute: () =>
      startJob(jobs, "recompute-running", "running", () =>
        Effect.as(admin.recompute, jobReport(0, { status: "completed" }))
      )
  }))
)
