import { BadInput, Calendar, NoData, listOf, paginationOf, parseDays, field, sourceField } from "@daybook/core/shared"
import {
  type SyncRequest,
  type DryRunReport,
  LogLineView,
  RunView,
  SyncStore,
  Triggers,
  logLineView,
  runView
} from "@daybook/core/sync"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Clock, type Context, Effect, Option, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { Works, dataOf, get, post } from "../kit/endpoints.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { SyncQueued, queued } from "../kit/jobs.js"
import { byId, dates, limit, oneOf, page, query, text } from "../kit/params.js"

/** Accepted sync types. Parts of a domain are always synced together. */
const types = [
  "scrobbles",
  "top_lists",
  "stats",
  "full",
  "backfill",
  "artist_tags",
  "artist_bios",
  "artist_similar"
] as const
/** Targets that accept all types. */
const listeningTargets: ReadonlySet<string> = new Set(["listening", "lastfm", "listenbrainz"])
const fullTypes: ReadonlySet<string> = new Set(["full", "backfill"])

const SyncPayload = Schema.Struct({
  type: Schema.optional(
    Schema.Literal(...types).annotations({
      description: "full and backfill read everything again, all others only new data; enrichment always follows"
    })
  ),
  source: Schema.optional(Schema.String.annotations({ description: "Only this source of the domain" })),
  full: Schema.optional(Schema.Boolean.annotations({ description: "Read everything again, not only new data" })),
  dry_run: Schema.optional(
    Schema.Boolean.annotations({ description: "Only report what would change; responds after everything was read" })
  ),
  from: dates.from,
  to: dates.to
}).annotations({
  identifier: "SyncRequest",
  examples: [{ source: "tickets", dry_run: true, from: "2026-03-01", to: "2026-03-14" }]
})

const DryRun = Schema.Struct({
  status: field(Schema.Literal("dry_run"), "Status"),
  items_synced: field(Schema.Number, "Number of records added, changed or removed", 37),
  timestamp: field(Schema.String, "Current time of the host", "2026-03-14T20:15:00.000Z"),
  sources: field(
    Schema.Array(
      Schema.Struct({
        source: sourceField,
        added: field(Schema.Number, "Number of records added", 37),
        changed: field(Schema.Number, "Number of records changed", 2),
        removed: field(Schema.Number, "Number of records removed", 0),
        error: field(
          Schema.NullOr(Schema.String),
          "Why the source could not be read and what to do next; null if it was read",
          null
        )
      })
    ),
    "Expected changes by source"
  )
}).annotations({ identifier: "SyncDryRun" })

const Runs = query(
  {
    limit: limit(200),
    page,
    source: text("Only runs of this source or job"),
    status: oneOf(["running", "completed", "failed"], "Only runs with this status")
  },
  { limit: 50, page: 1 }
)
const Where = query({ source: text("Only this source of the domain") }, {})
const Target = Schema.Struct({
  target: Schema.String.annotations({
    description: "Domain, or a source such as plex; apple-music and apple-music-albums find missing links"
  })
})

export class SyncAdminApi extends HttpApiGroup.make("syncAdmin")
  .add(
    get("runs", "/runs", "List sync runs")
      .setUrlParams(Runs.params)
      .addSuccess(listOf(RunView))
      .annotate(Description, "Runs of syncs and jobs, newest first.")
  )
  .add(
    get("run", "/runs/:id", "Sync run detail")
      .setPath(byId("Id of the run"))
      .addSuccess(RunView)
      .addError(NotFound)
      .annotate(Description, "One run of a sync or a job. A job reports its progress and result.")
  )
  .add(
    get("log", "/runs/:id/log", "Log of a run")
      .setPath(byId("Id of the run"))
      .addSuccess(dataOf(Schema.Array(LogLineView)))
      .addError(NotFound)
      .annotate(
        Description,
        "What a run logged, oldest first, from the level debug on and at most 500 lines. The last line of a failed run" +
          " says why. Logs stay as long as their runs."
      )
  )
  .add(
    post("start", "/:target", "Start a sync")
      .setPath(Target)
      .setUrlParams(Where.params)
      .setPayload(body(SyncPayload))
      .addSuccess(DryRun)
      .addSuccess(SyncQueued)
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(Works, true)
      .annotate(
        Description,
        "Starts a sync and responds immediately; if one is already running, the response names that run. With" +
          " `dry_run` it responds with 200 and what a sync would change. `from` and `to` limit calendar entries" +
          " by date and ticket mails by date of arrival; other sources cannot be limited by date."
      )
  )
  .annotate(Description, "Syncs on demand. Needs an admin key.")
  .prefix("/admin/sync")
  .addError(Forbidden)
  .middleware(Authentication) {}

/** Aliases of targets. Apple Music albums are enriched with the rest. */
const targetAliases: Readonly<Record<string, string>> = { "apple-music-albums": "apple-music" }
const targetOf = (name: string) => (Object.hasOwn(targetAliases, name) ? targetAliases[name]! : name)

/** Aliases of the attending sources. */
const sourceAliases: Readonly<Record<string, string | undefined>> = {
  gcal: "calendar",
  gmail: "tickets",
  all: undefined
}
const sourceOf = (name: string | undefined) =>
  name !== undefined && Object.hasOwn(sourceAliases, name) ? sourceAliases[name] : name

const dryRunView = (sources: ReadonlyArray<DryRunReport>, now: number): typeof DryRun.Type => ({
  status: "dry_run",
  items_synced: sources.reduce((sum, { added, changed, removed }) => sum + added + changed + removed, 0),
  timestamp: new Date(now).toISOString(),
  sources
})

/** The sync request; fails if the target does not support the type. */
const syncRequestOf = (
  calendar: Context.Tag.Service<Calendar>,
  target: string,
  { from, full, source, to, type }: typeof SyncPayload.Type
) =>
  Effect.gen(function* () {
    if (type !== undefined && !fullTypes.has(type) && !listeningTargets.has(target)) {
      return yield* new BadInput({
        message: `type must be one of ${[...fullTypes].join(", ")} for the target ${target}`
      })
    }
    const days = from === undefined && to === undefined ? undefined : yield* parseDays(calendar, { from, to })
    return { full: full === true || fullTypes.has(type ?? ""), source: sourceOf(source), days } satisfies SyncRequest
  })

export const syncAdmin = handlersFor(SyncAdminApi)([SyncStore, Triggers, Calendar], (store, triggers, calendar) => ({
  runs: Runs.handle((query) =>
    Effect.map(store.runs(query), ({ rows, total }) => ({
      data: rows.map(runView),
      pagination: paginationOf(query, total)
    }))
  ),
  run: ({ path: { id } }) =>
    Effect.flatMap(
      store.run(id),
      Option.match({ onNone: () => new NoData({ what: `run ${id}` }), onSome: (run) => Effect.succeed(runView(run)) })
    ),
  log: ({ path: { id } }) =>
    Effect.gen(function* () {
      if (Option.isNone(yield* store.run(id))) return yield* new NoData({ what: `run ${id}` })
      return { data: (yield* store.log(id)).map(logLineView) }
    }),
  start: ({ path, payload, urlParams }) => {
    const target = targetOf(path.target)
    return Effect.flatMap(
      syncRequestOf(calendar, target, { ...payload, source: payload.source ?? urlParams.source }),
      (
        request
      ): Effect.Effect<
        typeof DryRun.Type | typeof SyncQueued.Type,
        Effect.Effect.Error<ReturnType<typeof triggers.dryRun>>
      > =>
        payload.dry_run === true
          ? Effect.zipWith(triggers.dryRun(target, request), Clock.currentTimeMillis, dryRunView)
          : Effect.map(triggers.start(target, request), queued)
    )
  }
}))
