import { Context, type Duration, Effect, Layer, Option } from "effect"
import { telemetrySettings } from "./settings.js"

/** How often metrics are sent somewhere, so that whoever looks some of them up does so in time. None where they are not. */
export class MetricsSent extends Context.Reference<MetricsSent>()("daybook/MetricsSent", {
  defaultValue: (): Option.Option<Duration.Duration> => Option.none()
}) {}

/** Sends traces and metrics as OTLP where the standard variables say so. Where they do not, nothing of it is even loaded. */
export const layer = Layer.unwrapEffect(Effect.gen(function*() {
  const settings = yield* telemetrySettings
  if (Option.isNone(settings.traces) && Option.isNone(settings.metrics)) return Layer.empty
  const { exporting } = yield* Effect.promise(() => import("./exporting.js"))
  return Layer.merge(exporting(settings), Layer.succeed(MetricsSent, Option.as(settings.metrics, settings.metricsEvery)))
}))
