import { Clock, Effect, Option } from "effect"
import type { Domain } from "../domains.js"
import { domainNames } from "../declared/DeclaredDomains.js"
import { iso } from "../shared/fields.js"
import { announcedChanges, currentChanges } from "./announced.js"
import { type LatestDelivery, PushedSources } from "./PushedSources.js"
import { dueAt, isPaused, isStale, nextRun } from "./Scheduler.js"
import { type SourceSetup, SourceSetups } from "./Sources.js"
import { type DomainSyncStatus, type SyncStatus, driftView, failingQueueView } from "./views.js"
import { type FailingQueue, type LatestRun, SyncStore } from "./SyncStore.js"

const dayMs = 86_400_000
const isoOrNull = (instant: Option.Option<number>) => Option.getOrNull(Option.map(instant, iso))

/** The state of all syncs: the newest run of each domain, and each source. */
export class SyncHealth extends Effect.Service<SyncHealth>()("@daybook/core/SyncHealth", {
  effect: Effect.gen(function* () {
    const setups = yield* SourceSetups
    const store = yield* SyncStore
    const pushed = yield* PushedSources
    return {
      status: Effect.fn("SyncHealth.status")(function* () {
        const now = yield* Clock.currentTimeMillis
        const deliveries = yield* pushed.latest
        const runs = [
          ...(yield* store.latest(now - dayMs)),
          ...setups.flatMap((setup) => deliveryRun(setup, deliveries.get(setup.id)))
        ]
        const failing = yield* store.failingQueues
        const runOf = new Map(runs.map((run) => [run.source, run]))
        return {
          status:
            failing.length > 0 || runs.some((run) => run.status === "failed" || isDrifting(run)) ? "degraded" : "ok",
          domains: Object.fromEntries(
            (yield* domainNames).map((domain) => [domain, domainStatus(runs, domain)])
          ) as SyncStatus["domains"],
          sources: Object.fromEntries(
            setups.map((setup) => [setup.id, sourceStatus(setup, runOf.get(setup.id), failing, now)])
          ),
          failing: failing.map(failingQueueView),
          announced: currentChanges(announcedChanges, now, isSetUp(setups))
        } satisfies SyncStatus
      })
    }
  })
}) {}

/** What a source without runs last sent, as a run. */
const deliveryRun = ({ domain, id }: SourceSetup, delivery: LatestDelivery | undefined): ReadonlyArray<LatestRun> =>
  delivery === undefined
    ? []
    : [
        {
          id: 0,
          source: id,
          domain,
          syncType: delivery.syncType,
          trigger: "webhook",
          status: "completed",
          startedAt: delivery.at,
          finishedAt: Option.some(delivery.at),
          added: delivery.added,
          changed: 0,
          removed: 0,
          failure: Option.none(),
          recent: 0,
          recentFailed: 0,
          lastSuccess: Option.some(delivery.at),
          failures: 0
        }
      ]

/** A domain shows its newest run and the error rate of all its sources. */
const domainStatus = (runs: ReadonlyArray<LatestRun>, domain: Domain): DomainSyncStatus => {
  const own = runs.filter((run) => run.domain === domain).sort((a, b) => b.startedAt - a.startedAt)
  return { ...stateOf(own[0]), error_rate: errorRate(own) }
}

const errorRate = (runs: ReadonlyArray<LatestRun>) => {
  const recent = runs.reduce((sum, run) => sum + run.recent, 0)
  const failed = runs.reduce((sum, run) => sum + run.recentFailed, 0)
  return recent === 0 ? 0 : Math.round((failed / recent) * 100) / 100
}

const never: DomainSyncStatus = {
  last_sync: null,
  status: "never",
  sync_type: "unknown",
  items_synced: null,
  duration_ms: null,
  error: null,
  error_rate: 0
}

const stateOf = (run: LatestRun | undefined): DomainSyncStatus =>
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

const isDrifting = ({ drift }: LatestRun): boolean => drift !== undefined && drift.since !== null

const isSetUp = (setups: ReadonlyArray<SourceSetup>) => (source: string) =>
  setups.some((setup) => setup.id === source && isConfigured(setup))

const isConfigured = ({ missing }: SourceSetup) => missing.length === 0

/** A source whose run succeeded but whose enrichment was refused has failed. */
const withFailing = (state: DomainSyncStatus, queue: FailingQueue | undefined): DomainSyncStatus =>
  queue === undefined || state.status === "failed" || state.status === "running"
    ? state
    : {
        ...state,
        status: "failed",
        last_sync: state.last_sync ?? iso(queue.failedAt),
        error: `${queue.message}; ${queue.next}`
      }

const sourceStatus = (
  setup: SourceSetup,
  run: LatestRun | undefined,
  failing: ReadonlyArray<FailingQueue>,
  now: number
): SyncStatus["sources"][string] => ({
  ...withFailing(
    stateOf(run),
    failing.find(({ source }) => source === setup.id)
  ),
  domain: setup.domain,
  configured: isConfigured(setup),
  last_success: isoOrNull(Option.flatMap(Option.fromNullable(run), (latest) => latest.lastSuccess)),
  next_run: !isConfigured(setup)
    ? null
    : isoOrNull(
        Option.flatMap(setup.schedule, (schedule) =>
          Option.flatMap(dueAt(schedule, run, now), (due) => (due > now ? Option.some(due) : nextRun(schedule, now)))
        )
      ),
  paused: isPaused(run),
  drift: driftView(run?.drift),
  stale:
    isConfigured(setup) &&
    run !== undefined &&
    Option.exists(setup.schedule, (schedule) => isStale(schedule, run.lastSuccess, now))
})
