import { Gauges } from "@daybook/core/metrics"
import {
  Array as Arr,
  Context,
  Effect,
  Metric,
  MetricBoundaries,
  type MetricKey,
  type MetricPair,
  MetricState,
  Option
} from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import type { RequestCounts } from "./requests.js"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const memory = gauge("process_resident_memory_bytes", "Resident memory of this process")
const heap = gauge("nodejs_heap_size_used_bytes", "Memory of the JavaScript heap")
const external = gauge("nodejs_external_memory_bytes", "Memory of buffers and native code")
const started = gauge("process_start_time_seconds", "Start time of this process")
const cpu = Metric.counter("process_cpu_seconds_total", { description: "User and system CPU time", incremental: true })
const delay = gauge("nodejs_eventloop_delay_seconds", "Event loop delay since the last scrape")
const lag = Metric.histogram(
  "nodejs_eventloop_lag_seconds",
  MetricBoundaries.fromIterable([0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5]),
  "How late the event loop ran a timer that is due fifty times a second"
)
const info = gauge("daybook_build_info", "Always 1, labelled with version, engine and Node version")

const streams = gauge("daybook_streams", "Open streams of this host")
const changes = gauge("daybook_changes_seq", "Newest number in the log of changes that this host knows")

const nanos = 1e-9
const resolutionMs = 20

/** A reader who waits longer than this in milliseconds notices it, next to the time of the answer itself. */
const noticeableMs = 50

/** Delays of the event loop since they were asked last: the longest in milliseconds, and how many a reader notices. */
export interface LoopDelays {
  readonly longest: number
  readonly times: number
}

const noDelays: LoopDelays = { longest: 0, times: 0 }

/** Metrics of this process. The event loop monitor runs until `end` is called. */
const processMetrics = (about: { readonly version: string; readonly engine: string }) => {
  const eventLoopDelay = monitorEventLoopDelay({ resolution: resolutionMs })
  eventLoopDelay.enable()
  let due = performance.now() + resolutionMs
  let delays = noDelays
  const ticks = setInterval(() => {
    const now = performance.now()
    const late = Math.max(0, now - due)
    lag.unsafeUpdate(late / 1_000, [])
    delays = { longest: Math.max(delays.longest, late), times: delays.times + (late > noticeableMs ? 1 : 0) }
    due = now + resolutionMs
  }, resolutionMs).unref()
  const takeDelays = () => {
    const latest = delays
    delays = noDelays
    return latest
  }
  let countedSeconds = 0
  const refresh = () => {
    const { external: outside, heapUsed, rss } = process.memoryUsage()
    memory.unsafeUpdate(rss, [])
    heap.unsafeUpdate(heapUsed, [])
    external.unsafeUpdate(outside, [])
    started.unsafeUpdate(Math.round(Date.now() / 1_000 - process.uptime()), [])
    const { system, user } = process.cpuUsage()
    cpu.unsafeUpdate((user + system) / 1e6 - countedSeconds, [])
    countedSeconds = (user + system) / 1e6
    // The measurement includes the sampling interval.
    const lateness = (measured: number) =>
      Number.isFinite(measured) ? Math.max(0, measured * nanos - resolutionMs / 1_000) : 0
    Object.entries({
      p50: eventLoopDelay.percentile(50),
      p99: eventLoopDelay.percentile(99),
      max: eventLoopDelay.max
    }).forEach(([quantile, measured]) =>
      Metric.tagged(delay, "quantile", quantile).unsafeUpdate(lateness(measured), [])
    )
    eventLoopDelay.reset()
    Object.entries({ ...about, node: process.versions.node })
      .reduce((metric, [name, value]) => Metric.tagged(metric, name, value), info)
      .unsafeUpdate(1, [])
  }
  const end = () => {
    clearInterval(ticks)
    eventLoopDelay.disable()
  }
  return { refresh, takeDelays, end }
}

/** The metrics of this host as a page in the Prometheus text format. */
export class Metrics extends Context.Tag("@daybook/http/Metrics")<
  Metrics,
  { readonly page: Effect.Effect<string> }
>() {}

/** What the metrics say about changes and streams. */
export interface LiveCounts {
  readonly streams: () => number
  readonly changes: () => number
}

/** Lives until the scope closes. */
export const metrics = Effect.fn("metrics")(function* (counts: RequestCounts, version: string, live: LiveCounts) {
  const gauges = yield* Gauges
  const own = yield* Effect.acquireRelease(
    Effect.sync(() => processMetrics({ version, engine: gauges.engine })),
    (own) => Effect.sync(own.end)
  )
  /** Updates counters that are kept elsewhere and gauges that need a query. */
  const refresh = Effect.zipRight(
    gauges.update,
    Effect.sync(() => {
      counts.flush()
      streams.unsafeUpdate(live.streams(), [])
      changes.unsafeUpdate(live.changes(), [])
      own.refresh()
    })
  )
  const { takeDelays } = own
  return { refresh, takeDelays, page: Effect.zipRight(refresh, Effect.map(Metric.snapshot, prometheus)) }
})

/** https://prometheus.io/docs/instrumenting/exposition_formats */
export const contentType = "text/plain; version=0.0.4; charset=utf-8"

/** The registry also contains Effect's metrics. */
const isOurs = ({ metricKey: { name } }: MetricPair.MetricPair.Untyped) => /^(daybook|process|nodejs)_/.test(name)

type Labels = ReadonlyArray<readonly [name: string, value: string]>

const escaped = (value: string) => value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"')

const numeral = (value: number) => (value === Infinity ? "+Inf" : String(value))

const line = (name: string, labels: Labels, value: number | bigint) => {
  const labelText = labels.map(([name, value]) => `${name}="${escaped(value)}"`).join(",")
  return `${name}${labelText === "" ? "" : `{${labelText}}`} ${numeral(Number(value))}`
}

const labelsOf = ({ tags }: MetricKey.MetricKey.Untyped): Labels => tags.map(({ key, value }) => [key, value] as const)

const samples = ({ metricKey, metricState: state }: MetricPair.MetricPair.Untyped): ReadonlyArray<string> => {
  const labels = labelsOf(metricKey)
  if (MetricState.isCounterState(state)) return [line(metricKey.name, labels, state.count)]
  if (MetricState.isGaugeState(state)) return [line(metricKey.name, labels, state.value)]
  if (!MetricState.isHistogramState(state)) return []
  return [
    ...state.buckets.map(([most, count]) =>
      line(`${metricKey.name}_bucket`, [...labels, ["le", numeral(most)]], count)
    ),
    line(`${metricKey.name}_sum`, labels, state.sum),
    line(`${metricKey.name}_count`, labels, state.count)
  ]
}

const typeOf = ({ metricState: state }: MetricPair.MetricPair.Untyped): string =>
  MetricState.isCounterState(state) ? "counter" : MetricState.isHistogramState(state) ? "histogram" : "gauge"

/** Metrics in the Prometheus text format: families sorted by name, each with HELP and TYPE. */
const prometheus = (pairs: ReadonlyArray<MetricPair.MetricPair.Untyped>): string =>
  Object.entries(Arr.groupBy(pairs.filter(isOurs), ({ metricKey }) => metricKey.name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, family]) => [
      `# HELP ${name} ${escapedHelp(Option.getOrElse(family[0].metricKey.description, () => name))}`,
      `# TYPE ${name} ${typeOf(family[0])}`,
      ...family.flatMap(samples)
    ])
    .join("\n") + "\n"

const escapedHelp = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")
