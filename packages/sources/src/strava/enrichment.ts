import type { DeclaredStore, DeclaredWriteServices } from "@daybook/core/domain"
import type { SourceRanks } from "@daybook/core/ranks"
import type { Publisher } from "@daybook/core/publishing"
import {
  removeRuns,
  applyReports,
  detailTask,
  gearTask,
  RunningRecords,
  type EnrichmentTarget
} from "@daybook/core/running"
import { type Places, type Calendar, type StorageFailure, type Transaction } from "@daybook/core/shared"
import {
  type DataVersions,
  enrichDue,
  type Enrichment,
  type EnrichmentTask,
  EnrichmentTasks,
  type SourceFailure
} from "@daybook/core/sync"
import { Clock, Duration, Effect, Option, Schedule } from "effect"
import { readActivity } from "./activities.js"
import type { Strava } from "./client.js"
import { toShoe } from "./detail.js"

/** Services that store what Strava answers. */
export type StravaServices =
  | Places
  | RunningRecords
  | DeclaredWriteServices
  | DeclaredStore
  | Publisher
  | Transaction
  | DataVersions
  | Calendar
  | SourceRanks

const batch = 20
const firstPause = Duration.toMillis("1 hour")
const maxDoublings = 9
/** Strava computes best efforts some minutes after an upload. */
const processing = Duration.toMillis("10 minutes")
const fresh = Duration.toMillis("1 day")
/** Another program of the same account may use up the limit. Each window ends after at most 15 minutes. */
const refusedPause = Duration.minutes(5)
const refusedPauses = 3

/** Enrichments with details of runs, newest first, and with shoes. */
export const enrichments = (strava: Strava): ReadonlyArray<Enrichment<StravaServices>> => [
  enrichment(detailTask("strava"), (target) => detail(strava, target)),
  enrichment(gearTask("strava"), (target) => gear(strava, target))
]

interface EnrichmentOutcome {
  readonly found: boolean
  /** When to try again (epoch milliseconds); null when complete. */
  readonly until: number | null
}

/** Requests one target and stores the result. */
type Handle = (
  target: EnrichmentTarget
) => Effect.Effect<EnrichmentOutcome, SourceFailure | StorageFailure, StravaServices>

const enrichment = (task: EnrichmentTask, handle: Handle): Enrichment<StravaServices> => ({
  id: task.task,
  drain: enrichDue({
    task,
    batch,
    due: (limit) => Effect.flatMap(RunningRecords, (records) => records.due(task, limit)),
    left: Effect.flatMap(EnrichmentTasks, (tasks) => tasks.queuedCount(task)),
    subject: ({ subject }) => subject,
    enrich: (target) => handleWithRetry(task, target, handle)
  })
})

/** Waits for the rate limit until the next window, then fails: what lasts longer must be seen. */
const handleWithRetry = (
  task: EnrichmentTask,
  target: EnrichmentTarget,
  handle: Handle
): Effect.Effect<boolean, SourceFailure | StorageFailure, StravaServices | EnrichmentTasks> =>
  Effect.gen(function* () {
    const { found, until } = yield* handle(target).pipe(
      Effect.retry({ schedule: Schedule.spaced(refusedPause), times: refusedPauses, while: isLimit })
    )
    const tasks = yield* EnrichmentTasks
    // An incomplete answer counts as an attempt, so that it is asked for once more only.
    yield* until === null
      ? tasks.complete(task, [target.subject])
      : tasks.recordOutcome(task, [target.subject], until, false)
    return found
  })

const isLimit = (failure: SourceFailure | StorageFailure) => "state" in failure && failure.state === "rate_limited"

const backOff = ({ attempts }: EnrichmentTarget) => firstPause * 2 ** Math.min(attempts, maxDoublings)

const detail = Effect.fn("strava.detail")(function* (strava: Strava, target: EnrichmentTarget) {
  const id = Number(target.subject)
  const activity = yield* readActivity(strava, id, "whenever")
  if (Option.isNone(activity)) {
    yield* removeRuns("strava", [id])
    return { found: false, until: null }
  }
  const { detail, run } = activity.value.report
  // The list of shoes lacks deleted ones; only their runs name them.
  yield* applyReports("strava", [activity.value.report, ...activity.value.shoes])
  const now = yield* Clock.currentTimeMillis
  const isIncomplete =
    detail.efforts === null && run.distance >= 400 && now - run.startedAt < fresh && target.attempts === 0
  return { found: true, until: isIncomplete ? now + processing : null }
})

/** Strava returns 404 for deleted shoes. Their stored data stays. */
const gear = Effect.fn("strava.gear")(function* (strava: Strava, target: EnrichmentTarget) {
  const answer = yield* strava.gear(target.subject).pipe(
    Effect.asSome,
    Effect.catchIf(
      ({ state }) => state === "not_found",
      () => Effect.succeedNone
    )
  )
  if (Option.isNone(answer)) return { found: false, until: (yield* Clock.currentTimeMillis) + backOff(target) }
  yield* applyReports("strava", [{ _tag: "Shoes", shoe: toShoe({ ...answer.value, id: target.subject }) }])
  return { found: true, until: null }
})
