import { Clock, Effect, Option } from "effect"
import { type Domain, domains } from "../domains.js"
import { iso } from "../shared/fields.js"
import { dueAt, isPaused, isStale, nextRun } from "./Scheduler.js"
import { type SourceEntry, Sources } from "./Source.js"
import type { SyncStatus } from "./views.js"
import { type LatestRun, SyncStore } from "./SyncStore.js"

const dayMs = 86_400_000
const isoOrNull = (instant: Option.Option<number>) => Option.getOrNull(Option.map(instant, iso))

/** The state of all syncs: the newest run of each domain, and each source. */
export class SyncHealth extends Effect.Service<SyncHealth>()("@daybook/core/SyncHealth", {
  effect: Effect.gen(function* () {
    const entries = yield* Sources
    const store = yield* SyncStore
    return {
      status: Effect.fn("SyncHealth.status")(function* () {
        const now = yield* Clock.currentTimeMillis
        const runs = yield* store.latest(now - dayMs)
        const runOf = new Map(runs.map((run) => [run.source, run]))
        return {
          status: runs.some((run) => run.status === "failed") ? "degraded" : "ok",
          domains: Object.fromEntries(
            domains.map((domain) => [domain, domainStatus(runs, domain)])
          ) as SyncStatus["domains"],
          sources: Object.fromEntries(entries.map((entry) => [entry.id, sourceStatus(entry, runOf.get(entry.id), now)]))
        } satisfies SyncStatus
      })
    }
  })
}) {}

/** A domain shows its newest run and the error rate of all its sources. */
const domainStatus = (runs: ReadonlyArray<LatestRun>, domain: Domain): SyncStatus["domains"][Domain] => {
  const own = runs.filter((run) => run.domain === domain).sort((a, b) => b.startedAt - a.startedAt)
  return { ...stateOf(own[0]), error_rate: errorRate(own) }
}

const errorRate = (runs: ReadonlyArray<LatestRun>) => {
  const recent = runs.reduce((sum, run) => sum + run.recent, 0)
  const failed = runs.reduce((sum, run) => sum + run.recentFailed, 0)
  return recent === 0 ? 0 : Math.round((failed / recent) * 100) / 100
}

const never: SyncStatus["domains"][Domain] = {
  last_sync: null,
  status: "never",
  sync_type: "unknown",
  items_synced: null,
  duration_ms: null,
  error: null,
  error_rate: 0
}

const stateOf = (run: LatestRun | undefined): SyncStatus["domains"][Domain] =>
  run === undefined
    ? never
    : {
        last_sync: iso(Option.getOrElse(run.finishedAt, () => run.startedAt)),
        status: run.status,
        sync_type: run.syncType,
        items_synced: run.status === "running" ? null : run.added + run.changed,
        duration_ms: Option.getOrNull(Option.map(run.finishedAt, (end) => end - run.startedAt)),
        error: Option.getOrNull(Option.map(run.failure, (failure) => `${failure.message}; ${failure.next}`)),
        error_rate: errorRate([run])
      }

const sourceStatus = (entry: SourceEntry, run: LatestRun | undefined, now: number): SyncStatus["sources"][string] => ({
  ...stateOf(run),
  domain: entry.domain,
  configured: Option.isSome(entry.source),
  last_success: isoOrNull(Option.flatMap(Option.fromNullable(run), (latest) => latest.lastSuccess)),
  next_run: Option.isNone(entry.source)
    ? null
    : isoOrNull(
        Option.flatMap(entry.schedule, (schedule) =>
          Option.flatMap(dueAt(schedule, run, now), (due) => (due > now ? Option.some(due) : nextRun(schedule, now)))
        )
      ),
  paused: isPaused(run),
  stale:
    Option.isSome(entry.source) &&
    run !== undefined &&
    Option.exists(entry.schedule, (schedule) => isStale(schedule, run.lastSuccess, now))
})
