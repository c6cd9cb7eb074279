import { Context, type Duration, Effect, Layer, Option } from "effect"
import { telemetrySettings } from "./settings.js"

/** The export interval of metrics, so that expensive gauges are updated in time. None: metrics are not exported. */
export class MetricsInterval extends Context.Reference<MetricsInterval>()("daybook/MetricsInterval", {
  defaultValue: (): Option.Option<Duration.Duration> => Option.none()
}) {}

/** Exports traces and metrics over OTLP when the standard variables ask for it. Otherwise no exporter is loaded. */
export const layer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const settings = yield* telemetrySettings
    if (Option.isNone(settings.traces) && Option.isNone(settings.metrics)) return Layer.empty
    const { exporterLayer } = yield* Effect.promise(() => import("./exporter.js"))
    return Layer.merge(
      exporterLayer(settings),
      Layer.succeed(MetricsInterval, Option.as(settings.metrics, settings.metricsEvery))
    )
  })
)
