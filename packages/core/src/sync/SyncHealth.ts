import { Clock, Cron, DateTime, Effect, Either, Option } from "effect"
import { type Domain, domains } from "../rooms.js"
import { type SourceEntry, Sources } from "./Sources.js"
import type { SyncStatus } from "./SyncStatus.js"
import { type LatestRun, SyncStore } from "./SyncStore.js"

const dayMs = 86_400_000
const iso = (instant: number) => DateTime.formatIso(DateTime.unsafeMake(instant))
const isoOrNull = (instant: Option.Option<number>) => Option.getOrNull(Option.map(instant, iso))

/** Tells how the syncs stand (contract §1): per domain its newest run, and each source by itself. */
export class SyncHealth extends Effect.Service<SyncHealth>()("@daybook/core/SyncHealth", {
  effect: Effect.gen(function*() {
    const entries = yield* Sources
    const store = yield* SyncStore
    return {
      status: Effect.fn("SyncHealth.status")(function*() {
        const now = yield* Clock.currentTimeMillis
        const runs = yield* store.latest(now - dayMs)
        const enrichment = yield* store.enrichment
        const runOf = new Map(runs.map((run) => [run.source, run]))
        return {
          status: runs.some((run) => run.status === "failed") ? "degraded" : "ok",
          domains: Object.fromEntries(domains.map((domain) => [domain, stateOf(newest(runs, domain))])) as SyncStatus["domains"],
          sources: Object.fromEntries(entries.map((entry) => [entry.id, sourceStatus(entry, runOf.get(entry.id), now)])),
          enrichment: {
            artists_missing_apple_music_url_with_plays: enrichment.artistsWithPlaysWithoutLink,
            artists_missing_apple_music_url: enrichment.artistsWithoutLink,
            tracks_missing_itunes_enrichment: enrichment.tracksWithoutLink
          },
          integrity: { lastfm_album_artist_mismatch_count: enrichment.mismatchedAlbums }
        } satisfies SyncStatus
      })
    }
  })
}) {}

const newest = (runs: ReadonlyArray<LatestRun>, domain: Domain): LatestRun | undefined =>
  runs.filter((run) => run.domain === domain).sort((a, b) => b.startedAt - a.startedAt)[0]

const never: SyncStatus["domains"][Domain] = {
  last_sync: null,
  status: "never",
  sync_type: "unknown",
  items_synced: null,
  duration_ms: null,
  error: null,
  error_rate: 0
}

const stateOf = (run: LatestRun | undefined): SyncStatus["domains"][Domain] => run === undefined ? never : {
  last_sync: iso(Option.getOrElse(run.finishedAt, () => run.startedAt)),
  status: run.status,
  sync_type: run.syncType,
  items_synced: run.status === "running" ? null : run.added + run.changed,
  duration_ms: Option.getOrNull(Option.map(run.finishedAt, (end) => end - run.startedAt)),
  error: Option.getOrNull(Option.map(run.failure, (failure) => `${failure.message}; ${failure.next}`)),
  error_rate: Math.round(run.errorRate * 100) / 100
}

const sourceStatus = (entry: SourceEntry, run: LatestRun | undefined, now: number): SyncStatus["sources"][string] => ({
  ...stateOf(run),
  domain: entry.domain,
  configured: Option.isSome(entry.source),
  last_success: isoOrNull(Option.flatMap(Option.fromNullable(run), (latest) => latest.lastSuccess)),
  next_run: Option.isNone(entry.source) ? null : isoOrNull(Option.flatMap(entry.schedule, (schedule) => nextRun(schedule, now)))
})

/** The next time a schedule comes due after an instant; none for a schedule that cannot be read. */
const nextRun = (schedule: { readonly cron: string; readonly zone: string }, now: number): Option.Option<number> =>
  Option.map(Either.getRight(Cron.parse(schedule.cron, schedule.zone)), (cron) => Cron.next(cron, now).getTime())
