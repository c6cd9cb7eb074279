import { Metric, MetricBoundaries } from "effect"
import type { Caller } from "../front/Watch.js"
import type { Route } from "../front/Route.js"

const seconds = MetricBoundaries.fromIterable([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10])

const requests = Metric.counter("daybook_http_requests_total", {
  description: "Requests by route and status; answer says whether its bytes were kept, computed, or the front's own",
  incremental: true
})
const limited = Metric.counter("daybook_http_rate_limited_total", { description: "Requests over the limit of their key, address, or viewer of pictures", incremental: true })
const times = Metric.histogram("daybook_http_request_seconds", seconds, "How long computed answers took, to their last byte")

export type AnswerKind = "kept" | "computed" | "front"

/** Counts of requests: plain numbers as they happen, metrics once they are asked for. */
export interface RequestCounts {
  readonly kept: (route: Route, status: 200 | 304) => void
  readonly answered: (method: string, route: Route | undefined, status: string, answer: AnswerKind) => void
  readonly limited: (caller: Caller) => void
  readonly took: (route: Route, millis: number) => void
  /** Brings the metrics up to date. */
  readonly settle: () => void
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** What has no route has one label for all, whatever was asked for. */
const nowhere = "none"

export const requestCounts = (): RequestCounts => {
  const kept = new Map<Route, [whole: number, unchanged: number]>()
  const others = new Map<string, number>()
  const refused = new Map<Caller, number>()
  const add = (method: string, route: string, status: string, answer: AnswerKind, count: number) =>
    Object.entries({ method, route, status, answer }).reduce((metric, [name, value]) => Metric.tagged(metric, name, value), requests).unsafeUpdate(count, [])
  return {
    kept: (route, status) => {
      let counts = kept.get(route)
      if (counts === undefined) kept.set(route, counts = [0, 0])
      counts[status === 200 ? 0 : 1]++
    },
    answered: (method, route, status, answer) => {
      const key = `${methods.has(method) ? method : "other"} ${route?.path ?? nowhere} ${status} ${answer}`
      others.set(key, (others.get(key) ?? 0) + 1)
    },
    limited: (caller) => void refused.set(caller, (refused.get(caller) ?? 0) + 1),
    took: (route, millis) => Metric.tagged(times, "route", route.path).unsafeUpdate(millis / 1_000, []),
    settle: () => {
      for (const [{ method, path }, [whole, unchanged]] of kept) {
        if (whole > 0) add(method, path, "200", "kept", whole)
        if (unchanged > 0) add(method, path, "304", "kept", unchanged)
      }
      for (const [key, count] of others) {
        const [method = "", route = "", status = "", answer] = key.split(" ")
        add(method, route, status, answer as AnswerKind, count)
      }
      for (const [caller, count] of refused) Metric.tagged(limited, "caller", caller).unsafeUpdate(count, [])
      kept.clear()
      others.clear()
      refused.clear()
    }
  }
}
