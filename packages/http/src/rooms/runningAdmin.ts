import { RunningAdmin } from "@daybook/core/running"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { Forbidden, NotFound } from "../shared/errors.js"
import { Queued, asJob, reportOf, startJob } from "../shared/jobs.js"
import { providerId } from "../shared/params.js"
import { room } from "../shared/room.js"

const Deleted = Schema.Struct({ status: Schema.Literal("deleted"), strava_id: Schema.Number })

/** What the operator can do to runs (contract §12). */
export class RunningAdminApi extends HttpApiGroup.make("runningAdmin")
  .add(HttpApiEndpoint.del("deleteActivity", "/activities/:id").setPath(Schema.Struct({ id: providerId("The activity's id") })).addSuccess(Deleted).addError(NotFound)
    .annotate(Description, "Deletes a run here for good, whatever the provider has: records, sums, feed and search forget it."))
  .add(HttpApiEndpoint.post("recompute", "/recompute").addSuccess(Queued)
    .annotate(Description, asJob("Computes records, splits and every sum again from what the provider reported.")))
  .annotate(Description, "Upkeep of runs. Needs an admin key.")
  .prefix("/admin/running")
  .addError(Forbidden)
  .middleware(Authentication)
{}

export const runningAdmin = room(RunningAdminApi)(Effect.map(Effect.all([RunningAdmin, Jobs]), ([admin, jobs]) => ({
  deleteActivity: ({ path: { id } }) => Effect.as(admin.delete(id), { status: "deleted" as const, strava_id: id }),
  recompute: () => startJob(jobs, "recompute-running", "running", () => Effect.as(admin.recompute, reportOf(0, { status: "completed" })))
})))
