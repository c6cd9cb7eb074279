import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { Route } from "../front/Route.js"
import { snapshot } from "../metrics/Metrics.js"
import { contentType, prometheus } from "../metrics/prometheus.js"
import { uncached } from "../shared/caching.js"

/** What an operator watches. Not part of the contract: it is about the host, and what it holds goes with the version. */
export const metricsRoute = {
  method: "GET",
  path: "/metrics",
  access: "admin",
  query: new Set<string>(),
  takesJson: false,
  made: uncached
} as const satisfies Route

export const metricsPage = Effect.map(snapshot, (pairs) => HttpServerResponse.text(prometheus(pairs), { contentType }))
