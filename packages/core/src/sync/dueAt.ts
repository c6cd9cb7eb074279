import { Option } from "effect"
import { nextRun } from "./nextRun.js"
import type { SourceState } from "./SourceFailure.js"
import type { Schedule } from "./Sources.js"
import type { LatestRun } from "./SyncStore.js"

/** Failures that pass without anybody doing anything. */
const passing: ReadonlySet<SourceState> = new Set<SourceState>(["unavailable", "bad_answer", "rate_limited", "interrupted"])
/** Those that are worth another try before the schedule says so. */
const retried: ReadonlySet<SourceState> = new Set<SourceState>(["unavailable", "bad_answer", "interrupted"])

/** A source that failed this often in a row, and that only its owner can mend, is not bothered by the schedule any more. */
const pausedAfter = 3
const firstRetryMs = 60_000
const longestRetryMs = 3_600_000

/** True while the schedule leaves a source alone. A run that somebody starts by hand, and that succeeds, ends it. */
export const isPaused = (run: Pick<LatestRun, "failure" | "failures"> | undefined): boolean =>
  run !== undefined && run.failures >= pausedAfter && Option.exists(run.failure, ({ state }) => !passing.has(state))

/**
 * When a source is due: by its schedule, sooner after a failure that may pass, and at once where it was never read or
 * the host was down when it should have been. None while it is paused.
 */
export const dueAt = (schedule: Schedule, run: LatestRun | undefined, now: number): Option.Option<number> => {
  if (run === undefined) return Option.map(nextRun(schedule, now), () => now)
  if (isPaused(run)) return Option.none()
  const planned = nextRun(schedule, run.startedAt)
  const state = Option.map(run.failure, (failure) => failure.state)
  return run.failures > 0 && Option.exists(state, (one) => retried.has(one))
    ? Option.map(planned, (at) => Math.min(at, retryAt(run)))
    : planned
}

const retryAt = ({ failures, finishedAt, id, startedAt }: LatestRun): number => {
  const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 10))
  return Option.getOrElse(finishedAt, () => startedAt) + Math.round(wait * jitter(id))
}

/** 0.8 to 1.2, the same on every host, so that they agree on when a retry is due. */
const jitter = (id: number): number => 0.8 + (Math.imul(id, 0x9e3779b1) >>> 0) / 2 ** 32 * 0.4

/** True where the source should have been read twice since it last was: its data is old, whatever the reason. */
export const isStale = (schedule: Schedule, lastSuccess: Option.Option<number>, now: number): boolean =>
  Option.match(lastSuccess, {
    onNone: () => false,
    onSome: (at) => Option.exists(Option.flatMap(nextRun(schedule, at), (first) => nextRun(schedule, first)), (second) => second < now)
  })
