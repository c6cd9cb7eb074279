import * as Setting from "@daybook/adapters/setting"
import { Config, Duration, Either, Option } from "effect"

/** The endpoint of one kind of telemetry. */
export interface Destination {
  readonly url: string
  /** Usually secrets. */
  readonly headers: Readonly<Record<string, string>>
}

/** The standard variables: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables */
export interface TelemetrySettings {
  readonly traces: Option.Option<Destination>
  readonly metrics: Option.Option<Destination>
  readonly protocol: "http/protobuf" | "http/json"
  readonly serviceName: string
  /** The share of locally started traces that is exported, 0 to 1. */
  readonly sampled: number
  /** Whether the sampling decision of the caller applies. */
  readonly followsCaller: boolean
  readonly tracesEvery: Duration.Duration
  readonly metricsEvery: Duration.Duration
}

const oneOf = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  fallback: Word,
  sentence: string
): Setting.Setting<Word> =>
  Setting.withDefault(Setting.oneOf(name, words, sentence, `one of ${words.join(", ")}`), fallback, fallback)

const millis = (name: string, fallback: number, sentence: string): Setting.Setting<Duration.Duration> =>
  Setting.withDefault(
    Setting.setting({
      name,
      type: "milliseconds",
      sentence,
      parse: (value) =>
        /^[1-9]\d{0,8}$/.test(value)
          ? Either.right(Duration.millis(Number(value)))
          : Either.left(Setting.refusal(name, value, "milliseconds, 1 or more"))
    }),
    Duration.millis(fallback),
    String(fallback)
  )

const address = (name: string, sentence: string, absence: string): Setting.Setting<Option.Option<string>> =>
  Setting.optional(
    Setting.setting({
      name,
      type: "address",
      sentence,
      // The message does not repeat the value, which may contain a password.
      parse: (value) =>
        Setting.isWebUrl(value)
          ? Either.right(value)
          : Either.left(`${name} is not a URL: give one such as http://127.0.0.1:4318`)
    }),
    absence
  )

const decoded = (value: string) => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** `name=value,name=value`, values percent-encoded. */
const headers = (name: string, sentence: string): Setting.Setting<Readonly<Record<string, string>>> =>
  Setting.withDefault<Readonly<Record<string, string>>>(
    Setting.setting({
      name,
      type: "`name=value,name=value`",
      sentence,
      isSecret: true,
      parse: (value) =>
        Either.right(
          Object.fromEntries(
            value
              .split(",")
              .filter((pair) => pair.includes("="))
              .map((pair) => {
                const equals = pair.indexOf("=")
                return [pair.slice(0, equals).trim().toLowerCase(), decoded(pair.slice(equals + 1).trim())]
              })
          )
        )
    }),
    {},
    { absence: "none" }
  )

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const
const ratio = Setting.setting({
  name: "OTEL_TRACES_SAMPLER_ARG",
  type: "number, 0 to 1",
  sentence: "share of traces",
  parse: (value, name) =>
    /^(0(\.\d+)?|1(\.0+)?)$/.test(value)
      ? Either.right(Number(value))
      : Either.left(Setting.refusal(name, value, "a share from 0 to 1"))
})

/** The variables of the standard that Daybook reads. */
export const variables = Setting.settings({
  endpoint: address(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "collector for traces and metrics, such as `http://127.0.0.1:4318`",
    "none"
  ),
  tracesEndpoint: address("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "full address for traces", "from the above"),
  metricsEndpoint: address("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "full address for metrics", "from the above"),
  headers: headers("OTEL_EXPORTER_OTLP_HEADERS", "headers for the collector, values percent-encoded"),
  tracesHeaders: headers("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "more headers, for traces"),
  metricsHeaders: headers("OTEL_EXPORTER_OTLP_METRICS_HEADERS", "more headers, for metrics"),
  protocol: oneOf(
    "OTEL_EXPORTER_OTLP_PROTOCOL",
    ["http/protobuf", "http/json"],
    "http/protobuf",
    "encoding of what is sent"
  ),
  tracesExporter: oneOf("OTEL_TRACES_EXPORTER", ["otlp", "none"], "otlp", "whether traces are sent"),
  metricsExporter: oneOf("OTEL_METRICS_EXPORTER", ["otlp", "none"], "otlp", "whether metrics are sent"),
  serviceName: Setting.withDefault(Setting.text("OTEL_SERVICE_NAME", "name of the service"), "daybook", "daybook"),
  /** Read by the exporter. */
  resourceAttributes: Setting.optional(Setting.text("OTEL_RESOURCE_ATTRIBUTES", "more attributes of the resource")),
  sampler: oneOf("OTEL_TRACES_SAMPLER", samplers, "parentbased_always_on", "which traces are sent"),
  share: Setting.withDefault(ratio, 1, "1"),
  tracesEvery: millis("OTEL_BSP_SCHEDULE_DELAY", 5_000, "time between two exports of traces"),
  metricsEvery: millis("OTEL_METRIC_EXPORT_INTERVAL", 60_000, "time between two exports of metrics"),
  disabled: oneOf("OTEL_SDK_DISABLED", ["true", "false"], "false", "`true` turns telemetry off")
})
type Values = Setting.ValuesOf<typeof variables>

/** An endpoint of a single signal is used unchanged; the common one gets a path. */
const destination = (kind: "traces" | "metrics", values: Values): Option.Option<Destination> =>
  Option.map(
    Option.filter(
      Option.orElse(values[`${kind}Endpoint`], () =>
        Option.map(values.endpoint, (base) => `${base.replace(/\/+$/, "")}/v1/${kind}`)
      ),
      () => values[`${kind}Exporter`] === "otlp" && values.disabled === "false"
    ),
    (url) => ({ url, headers: { ...values.headers, ...values[`${kind}Headers`] } })
  )

export const telemetrySettings: Config.Config<TelemetrySettings> = Config.map(variables.config, (values) => {
  const { metricsEvery, protocol, sampler, serviceName, share, tracesEvery } = values
  return {
    metricsEvery,
    protocol,
    serviceName,
    tracesEvery,
    traces: destination("traces", values),
    metrics: destination("metrics", values),
    sampled: sampler.endsWith("always_off") ? 0 : sampler.endsWith("always_on") ? 1 : share,
    followsCaller: sampler.startsWith("parentbased")
  }
})
