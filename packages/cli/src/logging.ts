import { Config, ConfigError, Either, Inspectable, Layer, Logger, LogLevel } from "effect"

const levels: Readonly<Record<string, LogLevel.LogLevel>> = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

/** One JSON object per line: `time`, `level`, `message` and the annotations, such as `request_id` and `route`. */
const json = Logger.map(Logger.structuredLogger, ({ annotations, cause, logLevel, message, timestamp }) =>
  Inspectable.stringifyCircular({
    time: timestamp,
    level: logLevel.toLowerCase(),
    message,
    ...annotations,
    ...(cause === undefined ? {} : { cause })
  })
)

/** Both write to stderr, because stdout holds the command's output. */
const formats: Readonly<Record<string, Logger.Logger<unknown, void>>> = {
  pretty: Logger.prettyLogger({ stderr: true }),
  json: Logger.withConsoleError(json)
}

const oneOf = <A>(name: string, choices: Readonly<Record<string, A>>, standard: string): Config.Config<A> =>
  Config.mapOrFail(Config.withDefault(Config.nonEmptyString(name), standard), (text) => {
    const choice = choices[text.trim().toLowerCase()]
    return choice === undefined
      ? Either.left(
          ConfigError.InvalidData([name], `${name} is "${text}": give one of ${Object.keys(choices).join(", ")}`)
        )
      : Either.right(choice)
  })

const settings = Config.all({
  level: oneOf("DAYBOOK_LOG_LEVEL", levels, "info"),
  logger: oneOf("DAYBOOK_LOG_FORMAT", formats, process.stderr.isTTY === true ? "pretty" : "json")
})

/** Logging with the level and format of `DAYBOOK_LOG_LEVEL` and `DAYBOOK_LOG_FORMAT`. */
export const layer = Layer.unwrapEffect(
  Config.map(settings, ({ level, logger }) =>
    Layer.mergeAll(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(level))
  )
)
