import { Clock, Cron, Duration, Effect, Either, FiberMap, Option } from "effect"
import { type Source } from "./Source.js"
import { type Schedule, type SourceEntry, Sources } from "./Sources.js"
import type { SourceState } from "./SourceFailure.js"
import { SyncEngine, syncDefaults } from "./SyncEngine.js"
import { type LatestRun, SyncStore } from "./SyncStore.js"

/** Failures that may end without action by the owner. */
const passing: ReadonlySet<SourceState> = new Set<SourceState>([
  "unavailable",
  "bad_answer",
  "bad_source",
  "rate_limited",
  "interrupted"
])
/** Failures that are retried before the next scheduled run. */
const retried: ReadonlySet<SourceState> = new Set<SourceState>(["unavailable", "bad_answer", "interrupted"])

/** After so many consecutive failures that only the owner can fix, the schedule pauses the source. */
const pausedAfter = 3
/** A provider that refuses may answer again without the owner: a paused source is tried once a day. */
const pausedRetryMs = 86_400_000
const firstRetryMs = 60_000
const maxRetryMs = 3_600_000

/** True while the schedule skips a source, but for one run a day. A successful run ends the pause. */
export const isPaused = (run: Pick<LatestRun, "failure" | "failures"> | undefined): boolean =>
  run !== undefined && run.failures >= pausedAfter && Option.exists(run.failure, ({ state }) => !passing.has(state))

/**
 * Whether the newest of these runs paused the source. They are the outcomes of its runs, newest first: the state of a
 * failure, or null for a success.
 */
export const hasJustPaused = (outcomes: ReadonlyArray<SourceState | null>): boolean =>
  isPausedAfter(outcomes) && !isPausedAfter(outcomes.slice(1))

/** The number of outcomes that `hasJustPaused` needs. */
export const pauseWindow = pausedAfter + 1

const isPausedAfter = (outcomes: ReadonlyArray<SourceState | null>) => {
  const success = outcomes.indexOf(null)
  const [state] = outcomes
  const failures = success === -1 ? outcomes.length : success
  return state !== undefined && state !== null && failures >= pausedAfter && !passing.has(state)
}

/**
 * When a source is due, epoch milliseconds: at the scheduled time, earlier to retry a transient failure, and
 * immediately if it was never read or a scheduled run was missed. While it is paused, a day after its last run.
 */
export const dueAt = (schedule: Schedule, run: LatestRun | undefined, now: number): Option.Option<number> => {
  if (run === undefined) return Option.map(nextRun(schedule, now), () => now)
  if (isPaused(run))
    return Option.map(nextRun(schedule, run.startedAt), (at) => Math.max(at, run.startedAt + pausedRetryMs))
  const planned = nextRun(schedule, run.startedAt)
  const state = Option.map(run.failure, (failure) => failure.state)
  return run.failures > 0 && Option.exists(state, (one) => retried.has(one))
    ? Option.map(planned, (at) => Math.min(at, retryAt(run)))
    : planned
}

const retryAt = ({ failures, finishedAt, id, startedAt }: LatestRun): number => {
  const wait = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 10))
  return Option.getOrElse(finishedAt, () => startedAt) + Math.round(wait * jitter(id))
}

/** 0.8 to 1.2. Every host computes the same value, so all agree on when a retry is due. */
const jitter = (id: number): number => 0.8 + ((Math.imul(id, 0x9e3779b1) >>> 0) / 2 ** 32) * 0.4

/** True if two scheduled runs have passed since the last success, for any reason. */
export const isStale = (schedule: Schedule, lastSuccess: Option.Option<number>, now: number): boolean =>
  Option.match(lastSuccess, {
    onNone: () => false,
    onSome: (at) =>
      Option.exists(
        Option.flatMap(nextRun(schedule, at), (first) => nextRun(schedule, first)),
        (second) => second < now
      )
  })

/** The next run of a schedule after an instant, epoch milliseconds. None if there is none, such as 30 February. */
export const nextRun = ({ cron, zone }: Schedule, now: number): Option.Option<number> =>
  Option.flatMap(
    Either.getRight(Cron.parse(cron, zone)),
    Option.liftThrowable((parsed) => Cron.next(parsed, now).getTime())
  )

/** A manual sync, or one on another host, may change what is due, so the scheduler checks at least this often. */
const lookAgainMs = 60_000

interface Planned {
  readonly source: Source<never>
  readonly due: number
}

/**
 * Syncs each source when it is due, for as long as the scope lives. If there are several hosts, only one takes each
 * due time.
 */
export class Scheduler extends Effect.Service<Scheduler>()("@daybook/core/Scheduler", {
  effect: Effect.gen(function* () {
    const entries = yield* Sources
    const engine = yield* SyncEngine
    const store = yield* SyncStore

    const sync = (source: Source<never>) =>
      // The sync status already shows a failed run. A run on another host is no failure.
      unbroken(Effect.catchTag(engine.sync(source, syncDefaults("schedule")), "Busy", () => Effect.void))

    /** Starts the due syncs and returns the wait until the next check, milliseconds. */
    const look = Effect.fn("Scheduler.look")(function* (start: (planned: Planned) => Effect.Effect<void>) {
      yield* store.endDeadRuns
      const now = yield* Clock.currentTimeMillis
      const plan = planOf(entries, yield* store.latest(now), now)
      for (const planned of plan) {
        if (planned.due <= now && (yield* store.takeSlot(planned.source.id, planned.due))) yield* start(planned)
      }
      const next = plan
        .filter(({ due }) => due > now)
        .reduce((least, { due }) => Math.min(least, due - now), lookAgainMs)
      return Math.max(1, next)
    })

    return {
      start: Effect.gen(function* () {
        const runs = yield* FiberMap.make<string>()
        const start = ({ source }: Planned) =>
          Effect.asVoid(FiberMap.run(runs, source.id, sync(source), { onlyIfMissing: true }))
        yield* look(start).pipe(
          Effect.catchAll((failure) => Effect.as(Effect.logWarning(failure.message), lookAgainMs)),
          Effect.flatMap((wait) => Effect.sleep(Duration.millis(wait))),
          Effect.forever,
          Effect.forkScoped
        )
      })
    }
  })
}) {}

/** The configured sources with a schedule, each with its due time. A source with an active run is skipped. */
const planOf = (
  entries: ReadonlyArray<SourceEntry>,
  runs: ReadonlyArray<LatestRun>,
  now: number
): ReadonlyArray<Planned> =>
  entries.flatMap(({ enrichesOnly, id, schedule, source }) => {
    const run = runs.find((one) => one.source === id)
    if (Option.isNone(source) || Option.isNone(schedule) || enrichesOnly || run?.status === "running") return []
    return Option.match(dueAt(schedule.value, run, now), {
      onNone: () => [],
      onSome: (due) => [{ source: source.value, due }]
    })
  })

/** Logs a failure; it ends only this run. */
const unbroken = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.catchAll((failure) => Effect.logWarning(failure.message)),
    Effect.catchAllDefect((defect) => Effect.logError("a scheduled sync broke", defect))
  )
