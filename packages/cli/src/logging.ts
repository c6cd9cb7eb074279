import { Config, ConfigError, Either, Inspectable, Layer, Logger, LogLevel } from "effect"

const levels: Readonly<Record<string, LogLevel.LogLevel>> = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

/**
 * One object a line. What the line is annotated with (`request_id`, `route`, `status`, `duration_ms`) stands beside
 * `time`, `level` and `message`.
 */
const json = Logger.map(Logger.structuredLogger, ({ annotations, cause, logLevel, message, timestamp }) =>
  Inspectable.stringifyCircular({ time: timestamp, level: logLevel.toLowerCase(), message, ...annotations, ...(cause === undefined ? {} : { cause }) }))

/** Both go to stderr: stdout belongs to what a command prints. */
const formats: Readonly<Record<string, Logger.Logger<unknown, void>>> = {
  pretty: Logger.prettyLogger({ stderr: true }),
  json: Logger.withConsoleError(json)
}

const oneOf = <A>(name: string, choices: Readonly<Record<string, A>>, standard: string): Config.Config<A> =>
  Config.mapOrFail(Config.withDefault(Config.nonEmptyString(name), standard), (text) => {
    const chosen = choices[text.trim().toLowerCase()]
    return chosen === undefined
      ? Either.left(ConfigError.InvalidData([name], `${name} is "${text}": give one of ${Object.keys(choices).join(", ")}`))
      : Either.right(chosen)
  })

const settings = Config.all({
  level: oneOf("DAYBOOK_LOG_LEVEL", levels, "info"),
  logger: oneOf("DAYBOOK_LOG_FORMAT", formats, process.stderr.isTTY === true ? "pretty" : "json")
})

/** What goes on inside, as `DAYBOOK_LOG_LEVEL` and `DAYBOOK_LOG_FORMAT` say. */
export const layer = Layer.unwrapEffect(Config.map(settings, ({ level, logger }) =>
  Layer.mergeAll(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(level))))
