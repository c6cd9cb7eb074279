import { NoData, listOf, paginationOf } from "@daybook/core/shared"
import { RunView, SyncStore, type Triggered, Triggers, runView } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Option, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../shared/body.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../shared/errors.js"
import { id, limit, page, text } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"

/** What a domain's own parts may be called; those that read everything again say so. */
const types = ["scrobbles", "top_lists", "stats", "full", "backfill", "artist_tags", "artist_bios", "artist_similar"] as const
const whole: ReadonlySet<string> = new Set(["full", "backfill"])

const Wanted = Schema.Struct({
  type: Schema.optional(Schema.Literal(...types).annotations({ description: "What to sync; full and backfill read everything again" })),
  source: Schema.optional(Schema.String.annotations({ description: "Only this source of the domain" })),
  full: Schema.optional(Schema.Boolean.annotations({ description: "Read everything again, not only what is new" }))
}).annotations({ identifier: "SyncRequest" })

const Queued = Schema.Struct({
  run_id: Schema.Number,
  status: Schema.Literal("queued"),
  runs: Schema.Array(Schema.Struct({ source: Schema.String, run_id: Schema.Number }))
}).annotations({ identifier: "SyncQueued", ...HttpApiSchema.annotations({ status: 202 }) })

const Runs = query({ limit: limit(200), page }, { limit: 50, page: 1 })
const Where = query({ source: text("Only this source of the domain") }, {})
const Target = Schema.Struct({ target: Schema.String.annotations({ description: "A domain, or a source such as plex" }) })

/** Syncs by hand (contract §12). */
export class SyncAdminApi extends HttpApiGroup.make("syncAdmin")
  .add(HttpApiEndpoint.get("runs", "/runs").setUrlParams(Runs.params).addSuccess(listOf(RunView))
    .annotate(Description, "Runs of every source, newest first."))
  .add(HttpApiEndpoint.get("run", "/runs/:id").setPath(Schema.Struct({ id: id("The run's id") })).addSuccess(RunView).addError(NotFound)
    .annotate(Description, "One run."))
  .add(HttpApiEndpoint.post("start", "/:target").setPath(Target).setUrlParams(Where.params).setPayload(body(Wanted)).addSuccess(Queued)
    .addError(NotFound).addError(Contradiction).addError(TooLarge)
    .annotate(Description, "Starts a sync and answers at once. Where one is under way already, the answer names that one."))
  .annotate(Description, "Syncs. Needs an admin key.")
  .prefix("/admin/sync")
  .addError(Forbidden)
  .middleware(Authentication)
{}

const queued = (runs: ReadonlyArray<Triggered>): typeof Queued.Type => ({
  run_id: runs[0]?.run ?? 0,
  status: "queued",
  runs: runs.map(({ run, source }) => ({ source, run_id: run }))
})

export const syncAdmin = room(SyncAdminApi)(Effect.map(Effect.all([SyncStore, Triggers]), ([store, triggers]) => ({
  runs: ({ urlParams }) =>
    Runs.ask(urlParams, (page) => Effect.map(store.runs(page), ({ rows, total }) => ({ data: rows.map(runView), pagination: paginationOf(page, total) }))),
  run: ({ path: { id } }) =>
    Effect.flatMap(store.run(id), Option.match({ onNone: () => new NoData({ what: `run ${id}` }), onSome: (run) => Effect.succeed(runView(run)) })),
  start: ({ path: { target }, payload: { full, source, type }, urlParams }) =>
    Effect.map(triggers.start(target, { full: full === true || whole.has(type ?? ""), source: source ?? urlParams.source }), queued)
})))
