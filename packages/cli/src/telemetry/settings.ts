import { Config, ConfigError, Duration, Either, Option } from "effect"

/** Where one kind of signal goes. */
export interface Destination {
  readonly url: string
  /** Secrets, as a rule. */
  readonly headers: Readonly<Record<string, string>>
}

/** What the standard variables say: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables */
export interface TelemetrySettings {
  readonly traces: Option.Option<Destination>
  readonly metrics: Option.Option<Destination>
  readonly protocol: "http/protobuf" | "http/json"
  readonly serviceName: string
  /** Of traces that begin here, the share that is told, 0 to 1. */
  readonly sampled: number
  /** Whether the caller of a request decides of its trace, where it says. */
  readonly followsCaller: boolean
  readonly tracesEvery: Duration.Duration
  readonly metricsEvery: Duration.Duration
}

/** A variable that is empty counts as not set, as the standard has it. */
const text = (name: string) => Config.map(Config.option(Config.string(name)), (given) => Option.filter(Option.map(given, (value) => value.trim()), (value) => value !== ""))

const withDefault = <A>(name: string, standard: A, read: (text: string) => A | undefined, accepted: string) =>
  Config.mapOrFail(text(name), Option.match({
    onNone: () => Either.right(standard),
    onSome: (given) => Either.fromNullable(read(given), () => ConfigError.InvalidData([name], `${name} is "${given}": give ${accepted}`))
  }))

const oneOf = <const Word extends string>(name: string, words: ReadonlyArray<Word>, standard: Word) =>
  withDefault<Word>(name, standard, (given) => words.find((word) => word === given.toLowerCase()), `one of ${words.join(", ")}`)

const millis = (name: string, standard: Duration.DurationInput) =>
  withDefault(name, Duration.decode(standard), (given) => /^[1-9]\d{0,8}$/.test(given) ? Duration.millis(Number(given)) : undefined, "milliseconds, 1 or more")

const address = (name: string) =>
  Config.mapOrFail(text(name), Option.match({
    onNone: () => Either.right(Option.none<string>()),
    // What was given may hold a password.
    onSome: (given) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)
      ? Either.right(Option.some(given))
      : Either.left(ConfigError.InvalidData([name], `${name} is no address: give one such as http://127.0.0.1:4318`))
  }))

const decoded = (value: string) => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** `name=value,name=value`, values percent-encoded. */
const headers = (name: string) =>
  Config.map(text(name), Option.match({
    onNone: () => ({}),
    onSome: (given): Readonly<Record<string, string>> =>
      Object.fromEntries(given.split(",").filter((pair) => pair.includes("=")).map((pair) => {
        const equals = pair.indexOf("=")
        return [pair.slice(0, equals).trim().toLowerCase(), decoded(pair.slice(equals + 1).trim())]
      }))
  }))

/** Each kind may have an address of its own, which is then taken as it is. */
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
        Option.filter(Option.orElse(own, () => Option.map(common, (base) => `${base.replace(/\/+$/, "")}/v1/${kind}`)), () => exporter === "otlp"),
        (url) => ({ url, headers: { ...commonHeaders, ...ownHeaders } })
      )
  )
}

const samplers = ["always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"] as const
const ratio = (given: string) => /^(0(\.\d+)?|1(\.0+)?)$/.test(given) ? Number(given) : undefined

export const telemetrySettings: Config.Config<TelemetrySettings> = Config.map(
  Config.all({
    disabled: oneOf("OTEL_SDK_DISABLED", ["true", "false"], "false"),
    traces: destination("traces"),
    metrics: destination("metrics"),
    protocol: oneOf("OTEL_EXPORTER_OTLP_PROTOCOL", ["http/protobuf", "http/json"], "http/protobuf"),
    serviceName: Config.map(text("OTEL_SERVICE_NAME"), Option.getOrElse(() => "daybook")),
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
