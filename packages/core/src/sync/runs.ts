import { Option, Schema } from "effect"
import { Domain } from "../rooms.js"
import { Timestamp, iso } from "../shared/fields.js"
import type { Run } from "./SyncStore.js"

/** One run of one source or job, in `GET /v1/admin/sync/runs`. Counts are records. */
export const RunView = Schema.Struct({
  id: Schema.Number,
  source: Schema.String,
  domain: Domain,
  sync_type: Schema.String,
  trigger: Schema.Literal("command", "schedule", "admin", "webhook", "import"),
  status: Schema.Literal("running", "completed", "failed"),
  started_at: Timestamp,
  finished_at: Schema.NullOr(Timestamp),
  added: Schema.Number,
  changed: Schema.Number,
  removed: Schema.Number,
  error: Schema.NullOr(Schema.String),
  progress: Schema.NullOr(Schema.Struct({ done: Schema.Number, total: Schema.NullOr(Schema.Number) })),
  result: Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
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
