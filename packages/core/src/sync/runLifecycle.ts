import { type Context, Effect, Cause, Exit, Option, Metric, MetricBoundaries, Ref } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { isSourceFailure, SourceFailure, withAnswer } from "./SourceFailure.js"
import type { SyncStore, Run, Counts } from "./SyncStore.js"

const heartbeat = "5 seconds"

/** Sends heartbeats for a run. Fails once the run counts as dead, because another may have started. */
export const keepAlive = (
  store: Context.Tag.Service<SyncStore>,
  source: string,
  run: number
): Effect.Effect<never, SourceFailure | StorageFailure> =>
  Effect.delay(store.heartbeat(run), heartbeat).pipe(
    Effect.flatMap((ours) => (ours ? Effect.void : Effect.fail(runLost(source)))),
    Effect.forever
  )

const progressInterval = "1 second"

/** Stores the counts of a run when they have changed, at most once a second. A failure does not concern the run. */
export const reportCounts = (
  store: Context.Tag.Service<SyncStore>,
  counts: Ref.Ref<Counts>,
  run: number
): Effect.Effect<never> =>
  Effect.gen(function* () {
    for (let before = yield* Ref.get(counts); ;) {
      yield* Effect.sleep(progressInterval)
      const now = yield* Ref.get(counts)
      if (now !== before) yield* Effect.ignoreLogged(store.progress(run, now))
      before = now
    }
  })

const runLost = (source: string) =>
  new SourceFailure({
    source,
    state: "interrupted",
    message: `the sync of ${source} sent no heartbeat for so long that it was considered dead`,
    next: "run it again: it continues where it stopped"
  })

/** The failure to record for a run; none if it succeeded. */
export const failureOf = (
  source: string,
  exit: Exit.Exit<unknown, unknown>,
  work = `the sync of ${source}`
): Run["failure"] => {
  if (Exit.isSuccess(exit)) return Option.none()
  if (Cause.isInterruptedOnly(exit.cause)) {
    return Option.some({
      state: "interrupted",
      message: `${work} was stopped`,
      next: "run it again: it continues where it stopped"
    })
  }
  const failure = Option.getOrNull(Cause.failureOption(exit.cause))
  return Option.some(
    isSourceFailure(failure)
      ? { state: failure.state, message: withAnswer(failure), next: failure.next }
      : {
          state: "unavailable",
          message: `${work} failed inside Daybook`,
          next: "see the log of the process that ran it, then run it again"
        }
  )
}

const seconds = MetricBoundaries.fromIterable([0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600])

const runs = Metric.counter("daybook_sync_runs_total", {
  description: "Runs finished by this process, by outcome: completed, or the failure state",
  incremental: true
})

const rows = Metric.counter("daybook_sync_rows_total", {
  description: "Records added, changed or removed by runs of this process",
  incremental: true
})

const lengths = Metric.histogram("daybook_sync_run_seconds", seconds, "Duration of runs of this process")

/** Counts a finished run. `millis` is its duration. */
export const countRun = (source: string, counts: Counts, failure: Run["failure"], millis: number): void => {
  const outcome = Option.match(failure, { onNone: () => "completed", onSome: ({ state }) => state })
  Metric.tagged(Metric.tagged(runs, "source", source), "outcome", outcome).unsafeUpdate(1, [])
  Metric.tagged(lengths, "source", source).unsafeUpdate(millis / 1_000, [])
  for (const change of ["added", "changed", "removed"] as const) {
    Metric.tagged(Metric.tagged(rows, "source", source), "change", change).unsafeUpdate(counts[change], [])
  }
}
