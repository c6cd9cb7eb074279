import { RunMerge, RunningAdmin } from "@daybook/core/running"
import { field, listOf } from "@daybook/core/shared"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { Deleted, del, deleted, get } from "../kit/endpoints.js"
import { Forbidden, NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { jobReport, startJob, startsJob } from "../kit/jobs.js"
import { limit, page, providerId, query } from "../kit/params.js"

const Merges = query({ limit: limit(100), page }, { limit: 20, page: 1 })

const DeletedRun = Schema.Struct({
  status: field(Schema.Literal("deleted"), "Status"),
  strava_id: field(Schema.Number, "Id of the activity at Strava, also used as its id here", 15230000042)
})

export class RunningAdminApi extends HttpApiGroup.make("runningAdmin")
  .add(
    del("deleteActivity", "/activities/:id", "Delete a run")
      .setPath(Schema.Struct({ id: providerId("Id of the activity") }))
      .addSuccess(DeletedRun)
      .addError(NotFound)
      .annotate(
        Description,
        "Deletes a run for good, also from records, totals, feed and search. Syncs do not restore it."
      )
  )
  .add(
    get("merges", "/merges", "List merged runs")
      .setUrlParams(Merges.params)
      .addSuccess(listOf(RunMerge))
      .annotate(Description, "Reports that were merged into a run of another source, with the reasons.")
  )
  .add(
    del("undoMerge", "/merges/:id", "Undo a merge of runs")
      .setPath(Schema.Struct({ id: providerId("Id of the merged report") }))
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(
        Description,
        "Turns a merged report back into a separate run. It stores corrections of the kind `different`, whose removal undoes it."
      )
  )
  .add(
    startsJob(
      "recompute",
      "/recompute",
      "Recompute running data",
      "Recomputes records, splits and totals from the provider's data."
    )
  )
  .annotate(Description, "Management of runs. Needs an admin key.")
  .prefix("/admin/running")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const runningAdmin = handlersFor(RunningAdminApi)([RunningAdmin, Jobs], (admin, jobs) => ({
  deleteActivity: ({ path: { id } }) => Effect.as(admin.delete(id), { status: "deleted" as const, strava_id: id }),
  merges: Merges.handle(admin.merges),
  undoMerge: ({ path: { id } }) => Effect.as(admin.separate(id), deleted(id)),
  recompute: () =>
    startJob(jobs, "recompute-running", "running", () =>
      Effect.as(admin.recompute, jobReport(0, { status: "completed" }))
    )
}))
