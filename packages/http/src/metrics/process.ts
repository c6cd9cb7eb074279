import { Metric } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const memory = gauge("process_resident_memory_bytes", "Memory of this process")
const heap = gauge("nodejs_heap_size_used_bytes", "Memory of JavaScript values")
const external = gauge("nodejs_external_memory_bytes", "Memory of buffers and of native code")
const started = gauge("process_start_time_seconds", "When this process started")
const cpu = Metric.counter("process_cpu_seconds_total", { description: "Time on processors, of user and system", incremental: true })
const delay = gauge("nodejs_eventloop_delay_seconds", "By how much timers were late since this was last asked")
const info = gauge("daybook_build_info", "1, with what runs here")

const nanos = 1e-9
const resolutionMs = 20

/** What is told of this process. Watching the event loop costs a timer of the platform's own and ends with it. */
export const processMetrics = (about: { readonly version: string; readonly engine: string }) => {
  const late = monitorEventLoopDelay({ resolution: resolutionMs })
  late.enable()
  let counted = 0
  const settle = () => {
    const { external: outside, heapUsed, rss } = process.memoryUsage()
    memory.unsafeUpdate(rss, [])
    heap.unsafeUpdate(heapUsed, [])
    external.unsafeUpdate(outside, [])
    started.unsafeUpdate(Math.round(Date.now() / 1_000 - process.uptime()), [])
    const { system, user } = process.cpuUsage()
    cpu.unsafeUpdate((user + system) / 1e6 - counted, [])
    counted = (user + system) / 1e6
    // Of what it measures the interval itself is a part.
    const lateness = (measured: number) => Number.isFinite(measured) ? Math.max(0, measured * nanos - resolutionMs / 1_000) : 0
    Object.entries({ p50: late.percentile(50), p99: late.percentile(99), max: late.max })
      .forEach(([quantile, measured]) => Metric.tagged(delay, "quantile", quantile).unsafeUpdate(lateness(measured), []))
    late.reset()
    Object.entries({ ...about, node: process.versions.node }).reduce((metric, [name, value]) => Metric.tagged(metric, name, value), info).unsafeUpdate(1, [])
  }
  return { settle, end: () => late.disable() }
}
