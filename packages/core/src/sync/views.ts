import { Schema, Option } from "effect"
import { Domain, domains } from "../domains.js"
import { Timestamp, iso, field, idField, sourceField, withExample } from "../shared/fields.js"
import type { Run } from "./SyncStore.js"

const OptionalTimestamp = Schema.NullOr(Schema.String)

/** One domain or source in the sync status. Times are ISO 8601, durations milliseconds. */
const State = {
  last_sync: field(OptionalTimestamp, "Time of the latest sync", "2026-03-14T20:00:00.000Z"),
  status: field(Schema.Literal("running", "completed", "failed", "never"), "Status of the latest sync", "completed"),
  sync_type: field(Schema.String, "Kind of sync", "scrobbles"),
  items_synced: field(Schema.NullOr(Schema.Number), "Number of records added, changed or removed", 37),
  duration_ms: field(Schema.NullOr(Schema.Number), "Duration in milliseconds", 1480),
  error: field(Schema.NullOr(Schema.String), "Error of the latest run; null if it succeeded", null),
  error_rate: field(Schema.Number, "Share of failed runs in the last 24 hours, 0 to 1", 0)
}
const DomainStatus = Schema.Struct(State).annotations({ identifier: "DomainSyncStatus" })
const domainField = field(DomainStatus, "Status of this domain's latest sync")
const SourceStatus = Schema.Struct({
  ...State,
  domain: field(Domain, "Domain of the record"),
  configured: field(Schema.Boolean, "Whether the source is fully configured"),
  last_success: field(OptionalTimestamp, "Time of the latest successful sync", "2026-03-14T20:00:00.000Z"),
  next_run: field(OptionalTimestamp, "Next scheduled sync", "2026-03-14T20:15:00.000Z"),
  /** True while the schedule skips it: `error` says what to do. */
  paused: field(
    Schema.Boolean,
    "Whether syncs are paused until the owner resolves a refusal, such as an expired login",
    false
  ),
  /** True if two scheduled runs have passed since the last success. */
  stale: field(Schema.Boolean, "Whether the latest sync is older than the schedule allows", false)
}).annotations({ identifier: "SourceSyncStatus" })

/** The runs in `GET /v1/health/sync`. `degraded` if the newest run of any source failed. */
export const SyncStatus = Schema.Struct({
  status: field(Schema.Literal("ok", "degraded"), "Status"),
  domains: field(
    Schema.Struct(
      Object.fromEntries(domains.map((domain) => [domain, domainField])) as Record<Domain, typeof domainField>
    ),
    "Status of each domain"
  ),
  sources: field(Schema.Record({ key: Schema.String, value: SourceStatus }), "Status of each source, by name", {
    lastfm: {
      last_sync: "2026-03-14T20:00:00.000Z",
      status: "completed",
      sync_type: "scrobbles",
      items_synced: 37,
      duration_ms: 1480,
      error: null,
      error_rate: 0,
      domain: "listening",
      configured: true,
      last_success: "2026-03-14T20:00:00.000Z",
      next_run: "2026-03-14T20:15:00.000Z",
      paused: false,
      stale: false
    }
  })
})
export type SyncStatus = typeof SyncStatus.Type

/** One run of one source or job, in `GET /v1/admin/sync/runs`. Counts are records. */
export const RunView = Schema.Struct({
  id: idField,
  source: sourceField,
  domain: field(Domain, "Domain of the record"),
  sync_type: field(Schema.String, "Kind of sync", "scrobbles"),
  trigger: field(Schema.Literal("command", "schedule", "admin", "webhook", "import"), "Trigger of the run", "schedule"),
  status: field(Schema.Literal("running", "completed", "failed"), "Status", "completed"),
  started_at: withExample(Timestamp, "2026-03-14T20:00:00.000Z"),
  finished_at: field(Schema.NullOr(Timestamp), "End of the run; null while it is running", "2026-03-14T20:00:02.000Z"),
  added: field(Schema.Number, "Number of records added", 37),
  changed: field(Schema.Number, "Number of records changed", 2),
  removed: field(Schema.Number, "Number of records removed", 0),
  error: field(Schema.NullOr(Schema.String), "Error of the run; null if there was none", null),
  progress: field(
    Schema.NullOr(
      Schema.Struct({
        done: field(Schema.Number, "Number of records, documents or requests completed", 120),
        total: field(Schema.NullOr(Schema.Number), "Total number; null if unknown", 500)
      })
    ),
    "Progress of a job; null for a sync and until progress is reported"
  ),
  result: field(
    Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
    "Result of a finished job: an `EnrichedListening`, `ReenrichedReading`, `ReembeddedReading`, `EventsReprocessed` or the `reindex-search` result of a domain; null for a sync"
  )
}).annotations({ identifier: "SyncRun" })

export type RunView = typeof RunView.Type

export const runView = ({ failure, finishedAt, job, startedAt, syncType, ...run }: Run): RunView => ({
  id: run.id,
  source: run.source,
  domain: run.domain,
  sync_type: syncType,
  trigger: run.trigger,
  status: run.status,
  started_at: iso(startedAt),
  finished_at: Option.getOrNull(Option.map(finishedAt, iso)),
  added: run.added,
  changed: run.changed,
  removed: run.removed,
  error: Option.getOrNull(Option.map(failure, ({ message, next }) => `${message}; ${next}`)),
  progress: Option.getOrNull(job?.progress ?? Option.none()),
  result: Option.getOrNull(job?.result ?? Option.none())
})
