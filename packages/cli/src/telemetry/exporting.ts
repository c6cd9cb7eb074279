import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Duration, Effect, Layer, Option } from "effect"
import { version } from "../version.js"
import { discreet } from "./discreet.js"
import type { TelemetrySettings } from "./settings.js"

/** How long a process that ends waits for whoever takes its telemetry. */
const shutdownTimeout = Duration.seconds(2)

/** Sends what the settings want to where they say. */
export const exporting = (settings: TelemetrySettings) => {
  const resource = { serviceName: settings.serviceName, serviceVersion: version }
  const traces = Option.match(settings.traces, {
    onNone: () => Layer.empty,
    onSome: (to) =>
      Layer.unwrapScoped(Effect.gen(function*() {
        const tracer = yield* OtlpTracer.make({ ...to, resource, exportInterval: settings.tracesEvery, shutdownTimeout })
        return Layer.setTracer(yield* discreet(tracer, yield* Effect.tracer, settings))
      }))
  })
  const metrics = Option.match(settings.metrics, {
    onNone: () => Layer.empty,
    onSome: (to) => OtlpMetrics.layer({ ...to, resource, exportInterval: settings.metricsEvery, shutdownTimeout })
  })
  return Layer.mergeAll(traces, metrics).pipe(
    Layer.provide(settings.protocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf),
    Layer.provide(NodeHttpClient.layerUndici)
  )
}
