import { Schema, Option } from "effect"
import { type BuiltInDomain, Domain, domains } from "../domains.js"
import { Timestamp, iso, field, idField, sourceField, withExample } from "../shared/fields.js"
import { unexplainedOf } from "./drift.js"
import type { Drift } from "./driftModel.js"
import type { FailingQueue, LogLine, Run } from "./SyncStore.js"

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
export type DomainSyncStatus = typeof DomainStatus.Type
const domainField = field(DomainStatus, "Status of this domain's latest sync")

const optionalNumber = Schema.NullOr(Schema.Number)

/** The newest comparison with a provider's own number of records. */
const DriftView = Schema.Struct({
  status: field(
    Schema.Literal("ok", "drifting", "unknown"),
    "`drifting` if two checks at least an hour apart differ without a known reason; `unknown` if the provider tells no number, or was not asked yet",
    "ok"
  ),
  unit: field(Schema.NullOr(Schema.String), "What is counted", "plays"),
  provider: field(optionalNumber, "Number at the provider", 84_211),
  stored: field(optionalNumber, "Number in Daybook", 84_190),
  explained: field(
    Schema.Record({ key: Schema.String, value: Schema.Number }),
    "Records of the provider that are not stored, by reason",
    { duplicates: 18 }
  ),
  unexplained: field(optionalNumber, "Difference without a known reason; negative if Daybook has more", 3),
  checked_at: field(OptionalTimestamp, "Time of the newest check", "2026-03-14T20:00:00.000Z"),
  since: field(OptionalTimestamp, "When the difference was confirmed; null unless it drifts", null)
}).annotations({ identifier: "SourceDrift" })

const noDrift: typeof DriftView.Type = {
  status: "unknown",
  unit: null,
  provider: null,
  stored: null,
  explained: {},
  unexplained: null,
  checked_at: null,
  since: null
}

export const driftView = (drift: Drift | undefined): typeof DriftView.Type =>
  drift === undefined
    ? noDrift
    : {
        status: drift.since === null ? "ok" : "drifting",
        unit: drift.unit,
        provider: drift.provider,
        stored: drift.stored,
        explained: drift.explained,
        unexplained: unexplainedOf(drift),
        checked_at: iso(drift.checkedAt),
        since: drift.since === null ? null : iso(drift.since)
      }

export const SourceStatus = Schema.Struct({
  ...State,
  domain: field(Domain, "Domain of the record"),
  configured: field(Schema.Boolean, "Whether the source is fully configured"),
  last_success: field(OptionalTimestamp, "Time of the latest successful sync", "2026-03-14T20:00:00.000Z"),
  next_run: field(OptionalTimestamp, "Next scheduled sync", "2026-03-14T20:15:00.000Z"),
  /** True while the schedule skips it, but for one run a day: `error` says what to do. */
  paused: field(
    Schema.Boolean,
    "Whether syncs are paused, but for one a day, until a refusal such as an expired login ends",
    false
  ),
  drift: field(DriftView, "The provider's own number of records next to the stored one"),
  /** True if two scheduled runs have passed since the last success. */
  stale: field(Schema.Boolean, "Whether the latest sync is older than the schedule allows", false)
}).annotations({ identifier: "SourceSyncStatus" })

const FailingQueueView = Schema.Struct({
  queue: field(Schema.String, "Name of the enrichment queue", "lastfm-tags"),
  domain: field(Domain, "Domain of the record"),
  source: field(Schema.NullOr(Schema.String), "Source of the work; null for pictures, pages and texts", "lastfm"),
  error: field(
    Schema.String,
    "What the provider answered, and what to do next",
    'Last.fm refuses the API key (error 10): ws.audioscrobbler.com answered HTTP 403 "Invalid API key"; check DAYBOOK_LASTFM_API_KEY'
  ),
  since: field(Schema.String, "Time of the first failure in a row", "2026-03-14T20:00:00.000Z"),
  failed_at: field(Schema.String, "Time of the latest failure", "2026-03-14T21:00:00.000Z")
}).annotations({ identifier: "FailingQueue" })

export const failingQueueView = ({
  domain,
  failedAt,
  id,
  message,
  next,
  since,
  source
}: FailingQueue): typeof FailingQueueView.Type => ({
  queue: id,
  domain,
  source,
  error: `${message}; ${next}`,
  since: iso(since),
  failed_at: iso(failedAt)
})

const AnnouncedChangeView = Schema.Struct({
  sources: field(Schema.Array(Schema.String), "Sources that it concerns", ["strava"]),
  date: field(Schema.String, "Day from which it holds", "2027-01-04"),
  change: field(Schema.String, "What changes", "Strava moves its API to api-v3.strava.com"),
  action: field(Schema.String, "What to do", "once that name answers, set DAYBOOK_STRAVA_API_BASE_URL"),
  link: field(Schema.String, "Where it was announced", "https://developers.strava.com/docs/changelog/")
}).annotations({ identifier: "AnnouncedChange" })

/**
 * The runs in `GET /v1/health/sync`. `degraded` if the newest run of any source failed, if an enrichment fails, or if a
 * source drifts.
 */
export const SyncStatus = Schema.Struct({
  status: field(Schema.Literal("ok", "degraded"), "Status"),
  domains: field(
    Schema.Struct(
      Object.fromEntries(domains.map((domain) => [domain, domainField])) as Record<BuiltInDomain, typeof domainField>,
      { key: Schema.String, value: DomainStatus }
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
      drift: {
        status: "ok",
        unit: "plays",
        provider: 84_211,
        stored: 84_190,
        explained: { duplicates: 18 },
        unexplained: 3,
        checked_at: "2026-03-14T20:00:00.000Z",
        since: null
      },
      stale: false
    }
  }),
  failing: field(Schema.Array(FailingQueueView), "Enrichment queues that providers refuse, the longest failing first"),
  announced: field(
    Schema.Array(AnnouncedChangeView),
    "Changes that providers of your sources have announced, from 60 days before to 60 days after their date"
  )
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

/** A line that a run logged, in `GET /v1/admin/sync/runs/{id}/log`. */
export const LogLineView = Schema.Struct({
  at: withExample(Timestamp, "2026-03-14T20:00:01.000Z"),
  level: field(Schema.Literal("debug", "info", "warning", "error"), "Level of the line", "warning"),
  message: field(Schema.String, "Text of the line", "lastfm answered 503: retrying in 5 s")
}).annotations({ identifier: "RunLogLine" })

export const logLineView = ({ at, level, message }: LogLine): typeof LogLineView.Type => ({
  at: iso(at),
  level,
  message
})
