import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Cause, Duration, Effect, Exit, Layer, Option, type Random, Tracer } from "effect"
import { version } from "../version.js"
import type { TelemetrySettings } from "./settings.js"

/** The span attributes that are exported. None of them contains user data. */
const exportedAttributes = new Set([
  "http.request.method",
  "http.route",
  "http.response.status_code",
  "daybook.request_id",
  "db.system.name",
  "db.operation.name"
])

export interface Sampling {
  readonly sampled: number
  readonly followsCaller: boolean
}

/** Database polls outside of any request or job would be most of the spans. */
const isPoll = (name: string) => name.startsWith("sql.")

/**
 * A tracer that exports names, times, outcomes and a fixed list of attributes. Of errors it exports only the type,
 * because a message may contain a URL with a key, or user data.
 */
const redactingTracer = (
  tracer: Tracer.Tracer,
  discarding: Tracer.Tracer,
  sampling: Sampling
): Effect.Effect<Tracer.Tracer> =>
  Effect.map(Effect.random, (random) => {
    const unsampled = new WeakSet<Tracer.AnySpan>()
    const isSampled = (name: string, parent: Option.Option<Tracer.AnySpan>) => {
      if (Option.isNone(parent)) return !isPoll(name) && isDrawn(random, sampling.sampled)
      if (parent.value._tag === "ExternalSpan")
        return sampling.followsCaller ? parent.value.sampled : isDrawn(random, sampling.sampled)
      return !unsampled.has(parent.value)
    }
    return Tracer.make({
      span: (name, parent, context, links, startTime, kind) => {
        if (isSampled(name, parent)) return redacted(tracer.span(name, parent, context, links, startTime, kind))
        const span = discarding.span(name, parent, context, links, startTime, kind)
        unsampled.add(span)
        return span
      },
      context: tracer.context
    })
  })

const isDrawn = (random: Random.Random, share: number) =>
  share >= 1 || (share > 0 && Effect.runSync(random.next) < share)

const redacted = (span: Tracer.Span): Tracer.Span => {
  const attribute = span.attribute.bind(span)
  const end = span.end.bind(span)
  const event = span.event.bind(span)
  return Object.assign(span, {
    attribute: (key: string, value: unknown) => (exportedAttributes.has(key) ? attribute(key, value) : undefined),
    event: (name: string, startTime: bigint) => event(name, startTime),
    end: (endTime: bigint, exit: Exit.Exit<unknown, unknown>) =>
      end(endTime, Exit.isSuccess(exit) ? Exit.void : Exit.failCause(errorTypeOf(exit.cause)))
  })
}

const errorTypeOf = (cause: Cause.Cause<unknown>): Cause.Cause<unknown> => {
  if (Cause.isInterruptedOnly(cause)) return cause
  const error = Cause.squash(cause)
  const named =
    typeof error === "object" &&
    error !== null &&
    ("_tag" in error ? error._tag : "name" in error ? error.name : undefined)
  const name = typeof named === "string" && /^[A-Za-z]\w{0,60}$/.test(named) ? named : "Error"
  return Cause.fail(Object.assign(new Error(name), { name, stack: name }))
}

/** How long an ending process waits for the collector. */
const shutdownTimeout = Duration.seconds(2)

/** Exports traces and metrics to the configured endpoints. */
export const exporterLayer = (settings: TelemetrySettings) => {
  const resource = { serviceName: settings.serviceName, serviceVersion: version }
  const traces = Option.match(settings.traces, {
    onNone: () => Layer.empty,
    onSome: (to) =>
      Layer.unwrapScoped(
        Effect.gen(function* () {
          const tracer = yield* OtlpTracer.make({
            ...to,
            resource,
            exportInterval: settings.tracesEvery,
            shutdownTimeout
          })
          return Layer.setTracer(yield* redactingTracer(tracer, yield* Effect.tracer, settings))
        })
      )
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
