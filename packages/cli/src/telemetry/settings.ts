import { Config, ConfigError, Duration, Either, Option } from "effect"

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

/** An empty variable counts as not set, as the standard demands. */
const text = (name: string) =>
  Config.map(Config.option(Config.string(name)), (text) =>
    Option.filter(
      Option.map(text, (value) => value.trim()),
      (value) => value !== ""
    )
  )

const withDefault = <A>(name: string, standard: A, read: (text: string) => A | undefined, accepted: string) =>
  Config.mapOrFail(
    text(name),
    Option.match({
      onNone: () => Either.right(standard),
      onSome: (value) =>
        Either.fromNullable(read(value), () =>
          ConfigError.InvalidData([name], `${name} is "${value}": give ${accepted}`)
        )
    })
  )

const oneOf = <const Word extends string>(name: string, words: ReadonlyArray<Word>, standard: Word) =>
  withDefault<Word>(
    name,
    standard,
    (value) => words.find((word) => word === value.toLowerCase()),
    `one of ${words.join(", ")}`
  )

const millis = (name: string, standard: Duration.DurationInput) =>
  withDefault(
    name,
    Duration.decode(standard),
    (value) => (/^[1-9]\d{0,8}$/.test(value) ? Duration.millis(Number(value)) : undefined),
    "milliseconds, 1 or more"
  )

const address = (name: string) =>
  Config.mapOrFail(
    text(name),
    Option.match({
      onNone: () => Either.right(Option.none<string>()),
      // The message does not repeat the value, which may contain a password.
      onSome: (value) =>
        URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
          ? Either.right(Option.some(value))
          : Either.left(ConfigError.InvalidData([name], `${name} is not a URL: give one such as http://127.0.0.1:4318`))
    })
  )

const decoded = (value: string) => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** `name=value,name=value`, values percent-encoded. */
const headers = (name: string) =>
  Config.map(
    text(name),
    Option.match({
      onNone: () => ({}),
      onSome: (value): Readonly<Record<string, string>> =>
        Object.fromEntries(
          value
            .split(",")
            .filter((pair) => pair.includes("="))
            .map((pair) => {
              const equals = pair.indexOf("=")
              return [pair.slice(0, equals).trim().toLowerCase(), decoded(pair.slice(equals + 1).trim())]
            })
        )
    })
  )

/** An endpoint of a single signal is used unchanged; the common one gets a path. */
const destination = (kind: "traces" | "metrics") => {
  const name = (what: string) => `OTEL_EXPORTER_OTLP_${kind.toUpperCase()}_${what}`
  return Config.map(
    Config.all({
      exporter: oneOf(`OTEL_${kind.toUpperCase()}_EXPORTER`, ["otlp", "none"], "otlp"),
      own: address(name("ENDPOINT")),
      common: address("OTEL_EXPORTER_OTLP_ENDPOINT"),
      ownHeaders: headers(name("HEADERS")),
      commonHeaders: headers("OTEL_EXPORTER_OTLP_HEADERS")
    }),
    ({ common, commonHeaders, exporter, own, ownHeaders }): Option.Option<Destination> =>
      Option.map(
        Option.filter(
          Option.orElse(own, () => Option.map(common, (base) => `${base.replace(/\/+$/, "")}/v1/${kind}`)),
          () => exporter === "otlp"
        ),
        (url) => ({ url, headers: { ...commonHeaders, ...ownHeaders } })
      )
  )
}

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const
const ratio = (value: string) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? Number(value) : undefined)

export const telemetrySettings: Config.Config<TelemetrySettings> = Config.map(
  Config.all({
    disabled: oneOf("OTEL_SDK_DISABLED", ["true", "false"], "false"),
    traces: destination("traces"),
    metrics: destination("metrics"),
    protocol: oneOf("OTEL_EXPORTER_OTLP_PROTOCOL", ["http/protobuf", "http/json"], "http/protobuf"),
    serviceName: Config.map(
      text("OTEL_SERVICE_NAME"),
      Option.getOrElse(() => "daybook")
    ),
    sampler: oneOf("OTEL_TRACES_SAMPLER", samplers, "parentbased_always_on"),
    share: withDefault("OTEL_TRACES_SAMPLER_ARG", 1, ratio, "a share from 0 to 1"),
    tracesEvery: millis("OTEL_BSP_SCHEDULE_DELAY", "5 seconds"),
    metricsEvery: millis("OTEL_METRIC_EXPORT_INTERVAL", "60 seconds")
  }),
  ({ disabled, metrics, sampler, share, traces, ...rest }) => ({
    ...rest,
    traces: disabled === "true" ? Option.none() : traces,
    metrics: disabled === "true" ? Option.none() : metrics,
    sampled: sampler.endsWith("always_off") ? 0 : sampler.endsWith("always_on") ? 1 : share,
    followsCaller: sampler.startsWith("parentbased")
  })
)
