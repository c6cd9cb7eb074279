import { Schema } from "effect"
import { Domain, domains } from "../rooms.js"

const Timestamp = Schema.NullOr(Schema.String)

/** One domain or source in the sync status (contract §1). Times are ISO 8601, durations milliseconds. */
const State = {
  last_sync: Timestamp,
  status: Schema.Literal("running", "completed", "failed", "never"),
  sync_type: Schema.String,
  items_synced: Schema.NullOr(Schema.Number),
  duration_ms: Schema.NullOr(Schema.Number),
  error: Schema.NullOr(Schema.String),
  error_rate: Schema.Number
}
const DomainStatus = Schema.Struct(State).annotations({ identifier: "DomainSyncStatus" })
const SourceStatus = Schema.Struct({
  ...State,
  domain: Domain,
  configured: Schema.Boolean,
  last_success: Timestamp,
  next_run: Timestamp,
  /** True while the schedule leaves it alone: `error` says what to do. */
  paused: Schema.Boolean,
  /** True where two scheduled runs have passed since the last success. */
  stale: Schema.Boolean
}).annotations({ identifier: "SourceSyncStatus" })

/** `GET /v1/health/sync`. `degraded` as soon as the newest run of any source failed. */
export const SyncStatus = Schema.Struct({
  status: Schema.Literal("ok", "degraded"),
  domains: Schema.Struct(Object.fromEntries(domains.map((domain) => [domain, DomainStatus])) as Record<Domain, typeof DomainStatus>),
  sources: Schema.Record({ key: Schema.String, value: SourceStatus }),
  enrichment: Schema.Struct({
    artists_missing_apple_music_url_with_plays: Schema.Number,
    artists_missing_apple_music_url: Schema.Number,
    tracks_missing_itunes_enrichment: Schema.Number
  }),
  integrity: Schema.Struct({ lastfm_album_artist_mismatch_count: Schema.Number })
}).annotations({ identifier: "SyncStatus" })
export type SyncStatus = typeof SyncStatus.Type
