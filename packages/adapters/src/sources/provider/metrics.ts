import { Metric, MetricBoundaries } from "effect"

const seconds = MetricBoundaries.fromIterable([0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30])

const calls = Metric.counter("daybook_provider_calls_total", { description: "Calls to providers, by the HTTP status of the answer, or none where there was none", incremental: true })
const waits = Metric.histogram("daybook_provider_call_seconds", seconds, "How long providers took to answer, from the sending to the last byte")

/** Counts a call of a source. `status` is none where no answer came. */
export const countCall = (source: string, status: number | undefined, millis: number): void => {
  Metric.tagged(Metric.tagged(calls, "source", source), "status", status === undefined ? "none" : String(status)).unsafeUpdate(1, [])
  Metric.tagged(waits, "source", source).unsafeUpdate(millis / 1_000, [])
}
