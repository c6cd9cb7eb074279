import { Metric, MetricBoundaries } from "effect"
import type { Caller, RequestObserver, Route } from "../front/requests.js"

const seconds = MetricBoundaries.fromIterable([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10])

const requests = Metric.counter("daybook_http_requests_total", {
  description: "Requests by route and status; the label answer is kept (from the cache), computed or front",
  incremental: true
})
const limited = Metric.counter("daybook_http_rate_limited_total", {
  description: "Requests over the limit of their key, address or viewer of pictures",
  incremental: true
})
const times = Metric.histogram(
  "daybook_http_request_seconds",
  seconds,
  "Duration of computed responses until the last byte"
)

type AnswerKind = "kept" | "computed" | "front"

/** Counts requests in plain numbers, which `flush` adds to the metrics. */
export interface RequestCounts {
  readonly cached: (route: Route, status: 200 | 304) => void
  readonly answered: (method: string, route: Route | undefined, status: string, answer: AnswerKind) => void
  readonly rateLimited: (caller: Caller) => void
  readonly duration: (route: Route, millis: number) => void
  /** Adds the counts to the metrics. */
  readonly flush: () => void
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** One label for all paths without a route. */
const noRoute = "none"

export const requestCounts = (): RequestCounts => {
  const cached = new Map<Route, [whole: number, unchanged: number]>()
  const others = new Map<string, number>()
  const refused = new Map<Caller, number>()
  const durations = new Map<Route, typeof times>()
  const add = (method: string, route: string, status: string, answer: AnswerKind, count: number) =>
    Object.entries({ method, route, status, answer })
      .reduce((metric, [name, value]) => Metric.tagged(metric, name, value), requests)
      .unsafeUpdate(count, [])
  return {
    cached: (route, status) => {
      let counts = cached.get(route)
      if (counts === undefined) cached.set(route, (counts = [0, 0]))
      counts[status === 200 ? 0 : 1]++
    },
    answered: (method, route, status, answer) => {
      const key = `${methods.has(method) ? method : "other"} ${route?.path ?? noRoute} ${status} ${answer}`
      others.set(key, (others.get(key) ?? 0) + 1)
    },
    rateLimited: (caller) => void refused.set(caller, (refused.get(caller) ?? 0) + 1),
    duration: (route, millis) => {
      let metric = durations.get(route)
      if (metric === undefined) durations.set(route, (metric = Metric.tagged(times, "route", route.path)))
      metric.unsafeUpdate(millis / 1_000, [])
    },
    flush: () => {
      for (const [{ method, path }, [whole, unchanged]] of cached) {
        if (whole > 0) add(method, path, "200", "kept", whole)
        if (unchanged > 0) add(method, path, "304", "kept", unchanged)
      }
      for (const [key, count] of others) {
        const [method = "", route = "", status = "", answer] = key.split(" ")
        add(method, route, status, answer as AnswerKind, count)
      }
      for (const [caller, count] of refused) Metric.tagged(limited, "caller", caller).unsafeUpdate(count, [])
      cached.clear()
      others.clear()
      refused.clear()
    }
  }
}

/** A log entry of a request. The route is a template, without ids or query. */
export interface AnsweredRequest {
  readonly request_id: string
  readonly method: string
  readonly route: string
  readonly status: string
  readonly answer: AnswerKind
  /** From the front to the last byte; only for computed responses. */
  readonly duration_ms?: number
}

/** Status of a request whose client disconnected before the response. */
const hungUp = "aborted"

const microsecond = 1_000

/** Counts every request and passes it to `log` if there is one. */
export const requestObserver = (
  counts: RequestCounts,
  log: ((answered: AnsweredRequest) => void) | undefined
): RequestObserver => {
  const writeLog = (
    requestId: string,
    method: string,
    route: Route | undefined,
    status: string,
    answer: AnswerKind,
    millis?: number
  ) =>
    log?.({
      request_id: requestId,
      method,
      route: route?.path ?? "none",
      status,
      answer,
      ...(millis === undefined ? {} : { duration_ms: Math.round(millis * microsecond) / microsecond })
    })
  return {
    cached: ({ method = "GET" }, requestId, route, status) => {
      counts.cached(route, status)
      if (log !== undefined) writeLog(requestId, method, route, String(status), "kept")
    },
    answeredByFront: ({ method = "GET" }, requestId, route, status) => {
      counts.answered(method, route, String(status), "front")
      if (log !== undefined) writeLog(requestId, method, route, String(status), "front")
    },
    rateLimited: counts.rateLimited,
    started: ({ method = "GET" }, requestId, route, response) => {
      const start = performance.now()
      response.once("close", () => {
        const status = response.writableFinished ? String(response.statusCode) : hungUp
        const millis = performance.now() - start
        counts.answered(method, route, status, "computed")
        counts.duration(route, millis)
        writeLog(requestId, method, route, status, "computed", millis)
      })
    }
  }
}
