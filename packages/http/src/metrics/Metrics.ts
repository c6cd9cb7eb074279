import { Gauges } from "@daybook/core/metrics"
import { Context, Effect, Metric } from "effect"
import { processMetrics } from "./process.js"
import type { RequestCounts } from "./requests.js"

/** Brings every metric of this host up to date: those that are counted elsewhere and those that are looked up. */
export class Metrics extends Context.Tag("@daybook/http/Metrics")<Metrics, {
  readonly settle: Effect.Effect<void>
}>() {}

/** Every metric that there is now. */
export const snapshot = Effect.flatMap(Metrics, ({ settle }) => Effect.zipRight(settle, Metric.snapshot))

/** For as long as the scope lives. */
export const metrics = Effect.fn("metrics")(function*(counts: RequestCounts, version: string) {
  const gauges = yield* Gauges
  const own = yield* Effect.acquireRelease(
    Effect.sync(() => processMetrics({ version, engine: gauges.engine })),
    (own) => Effect.sync(own.end)
  )
  return {
    settle: Effect.zipRight(gauges.look, Effect.sync(() => {
      counts.settle()
      own.settle()
    }))
  }
})
