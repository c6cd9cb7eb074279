import type { Route } from "../front/Route.js"
import type { Watch } from "../front/Watch.js"
import type { AnswerKind, RequestCounts } from "./requests.js"

/** One answered request, as the log tells it. The route is a template: neither ids nor what was asked for are in it. */
export interface Answered {
  readonly request_id: string
  readonly method: string
  readonly route: string
  readonly status: string
  readonly answer: AnswerKind
  /** From the front to the last byte, for answers that were computed. */
  readonly duration_ms?: number
}

/** Whoever hung up before the answer was there. */
const hungUp = "aborted"

const microsecond = 1_000

/** Counts every request, and tells each to `log` where there is one. */
export const watch = (counts: RequestCounts, log: ((answered: Answered) => void) | undefined): Watch => {
  const tell = (requestId: string, method: string, route: Route | undefined, status: string, answer: AnswerKind, millis?: number) =>
    log?.({ request_id: requestId, method, route: route?.path ?? "none", status, answer, ...(millis === undefined ? {} : { duration_ms: Math.round(millis * microsecond) / microsecond }) })
  return {
    kept: ({ method = "GET" }, requestId, route, status) => {
      counts.kept(route, status)
      if (log !== undefined) tell(requestId, method, route, String(status), "kept")
    },
    refused: ({ method = "GET" }, requestId, route, status) => {
      counts.answered(method, route, String(status), "front")
      if (log !== undefined) tell(requestId, method, route, String(status), "front")
    },
    limited: counts.limited,
    begun: ({ method = "GET" }, requestId, route, response) => {
      const start = performance.now()
      response.once("close", () => {
        const status = response.writableFinished ? String(response.statusCode) : hungUp
        const millis = performance.now() - start
        counts.answered(method, route, status, "computed")
        counts.took(route, millis)
        tell(requestId, method, route, status, "computed", millis)
      })
    }
  }
}
