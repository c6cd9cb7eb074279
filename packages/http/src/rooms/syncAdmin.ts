import { BadInput, Calendar, NoData, listOf, paginationOf, parseDays } from "@daybook/core/shared"
import { type Asked, type Rehearsed, RunView, SyncStore, Triggers, runView } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Clock, type Context, Effect, Option, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../shared/body.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../shared/errors.js"
import { Queued, queued } from "../shared/jobs.js"
import { dates, id, limit, page, text } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"

/** What callers may ask for (contract §12): parts of a domain are synced together. */
const types = ["scrobbles", "top_lists", "stats", "full", "backfill", "artist_tags", "artist_bios", "artist_similar"] as const
/** Where the other words mean something. */
const heard: ReadonlySet<string> = new Set(["listening", "lastfm", "listenbrainz"])
const whole: ReadonlySet<string> = new Set(["full", "backfill"])

const Wanted = Schema.Struct({
  type: Schema.optional(Schema.Literal(...types).annotations({ description: "full and backfill read everything again, every other what is new; look-ups follow in any case" })),
  source: Schema.optional(Schema.String.annotations({ description: "Only this source of the domain" })),
  full: Schema.optional(Schema.Boolean.annotations({ description: "Read everything again, not only what is new" })),
  dry_run: Schema.optional(Schema.Boolean.annotations({ description: "Only say what would change: the answer comes when everything was read" })),
  from: dates.from,
  to: dates.to
}).annotations({ identifier: "SyncRequest", parseOptions: { onExcessProperty: "error" }, examples: [{ source: "tickets", dry_run: true, from: "2026-03-01", to: "2026-03-14" }] })

const DryRun = Schema.Struct({
  status: Schema.Literal("dry_run"),
  items_synced: Schema.Number,
  timestamp: Schema.String,
  sources: Schema.Array(Schema.Struct({
    source: Schema.String,
    added: Schema.Number,
    changed: Schema.Number,
    removed: Schema.Number,
    error: Schema.NullOr(Schema.String)
  }))
}).annotations({ identifier: "SyncDryRun" })

const Runs = query({ limit: limit(200), page }, { limit: 50, page: 1 })
const Where = query({ source: text("Only this source of the domain") }, {})
const Target = Schema.Struct({ target: Schema.String.annotations({ description: "A domain, or a source such as plex; apple-music, or apple-music-albums, looks up links that are missing" }) })

/** Syncs by hand (contract §12). */
export class SyncAdminApi extends HttpApiGroup.make("syncAdmin")
  .add(HttpApiEndpoint.get("runs", "/runs").setUrlParams(Runs.params).addSuccess(listOf(RunView))
    .annotate(Description, "Runs of sources and of jobs, newest first."))
  .add(HttpApiEndpoint.get("run", "/runs/:id").setPath(Schema.Struct({ id: id("The run's id") })).addSuccess(RunView).addError(NotFound)
    .annotate(Description, "One run of a source or a job. A job says how far it is, and its result."))
  .add(HttpApiEndpoint.post("start", "/:target").setPath(Target).setUrlParams(Where.params).setPayload(body(Wanted)).addSuccess(DryRun).addSuccess(Queued)
    .addError(NotFound).addError(Contradiction).addError(TooLarge)
    .annotate(Description, "Starts a sync and answers at once. Where one is under way already, the answer names that one. With `dry_run` it says instead, with 200, what a sync would change. `from` and `to` keep it to the days of calendar entries, and to the days on which mails of tickets came; other sources cannot be read by days."))
  .annotate(Description, "Syncs. Needs an admin key.")
  .prefix("/admin/sync")
  .addError(Forbidden)
  .middleware(Authentication)
{}

/** What callers call the catalogue's look-ups (contract §12): albums are looked up with the rest. */
const otherTargets: Readonly<Record<string, string>> = { "apple-music-albums": "apple-music" }
const targetOf = (name: string) => Object.hasOwn(otherTargets, name) ? otherTargets[name]! : name

/** What callers call the sources of attending (contract §12). */
const otherNames: Readonly<Record<string, string | undefined>> = { gcal: "calendar", gmail: "tickets", all: undefined }
const sourceOf = (name: string | undefined) => name !== undefined && Object.hasOwn(otherNames, name) ? otherNames[name] : name

const rehearsed = (sources: ReadonlyArray<Rehearsed>, now: number): typeof DryRun.Type => ({
  status: "dry_run",
  items_synced: sources.reduce((sum, { added, changed, removed }) => sum + added + changed + removed, 0),
  timestamp: new Date(now).toISOString(),
  sources
})

/** What is asked for; nothing of it is passed over. */
const askedOf = (calendar: Context.Tag.Service<Calendar>, target: string, { from, full, source, to, type }: typeof Wanted.Type) =>
  Effect.gen(function*() {
    if (type !== undefined && !whole.has(type) && !heard.has(target)) {
      return yield* new BadInput({ message: `type must be one of ${[...whole].join(", ")} where the target is ${target}` })
    }
    const days = from === undefined && to === undefined ? undefined : yield* parseDays(calendar, { from, to })
    return { full: full === true || whole.has(type ?? ""), source: sourceOf(source), days } satisfies Asked
  })

export const syncAdmin = room(SyncAdminApi)(Effect.map(Effect.all([SyncStore, Triggers, Calendar]), ([store, triggers, calendar]) => ({
  runs: ({ urlParams }) =>
    Runs.ask(urlParams, (page) => Effect.map(store.runs(page), ({ rows, total }) => ({ data: rows.map(runView), pagination: paginationOf(page, total) }))),
  run: ({ path: { id } }) =>
    Effect.flatMap(store.run(id), Option.match({ onNone: () => new NoData({ what: `run ${id}` }), onSome: (run) => Effect.succeed(runView(run)) })),
  start: ({ path, payload, urlParams }) => {
    const target = targetOf(path.target)
    return Effect.flatMap(askedOf(calendar, target, { ...payload, source: payload.source ?? urlParams.source }), (asked): Effect.Effect<typeof DryRun.Type | typeof Queued.Type, Effect.Effect.Error<ReturnType<typeof triggers.rehearse>>> =>
      payload.dry_run === true
        ? Effect.zipWith(triggers.rehearse(target, asked), Clock.currentTimeMillis, rehearsed)
        : Effect.map(triggers.start(target, asked), queued))
  }
})))
