import { Metric, MetricBoundaries, Option } from "effect"
import type { Counts, Run } from "./SyncStore.js"

const seconds = MetricBoundaries.fromIterable([0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600])

const runs = Metric.counter("daybook_sync_runs_total", { description: "Runs that ended in this process, by how: completed, or the state of the failure", incremental: true })
const rows = Metric.counter("daybook_sync_rows_total", { description: "Records that runs of this process added, changed or removed", incremental: true })
const lengths = Metric.histogram("daybook_sync_run_seconds", seconds, "How long runs of this process took")

/** Counts a run that has ended. `millis` is how long it took. */
export const countRun = (source: string, counts: Counts, failure: Run["failure"], millis: number): void => {
  const outcome = Option.match(failure, { onNone: () => "completed", onSome: ({ state }) => state })
  Metric.tagged(Metric.tagged(runs, "source", source), "outcome", outcome).unsafeUpdate(1, [])
  Metric.tagged(lengths, "source", source).unsafeUpdate(millis / 1_000, [])
  for (const change of ["added", "changed", "removed"] as const) {
    Metric.tagged(Metric.tagged(rows, "source", source), "change", change).unsafeUpdate(counts[change], [])
  }
}
