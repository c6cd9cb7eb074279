import * as Setting from "@daybook/adapters/setting"
import { Config, Inspectable, Layer, Logger, LogLevel } from "effect"

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
const formats: Readonly<Record<"pretty" | "json", Logger.Logger<unknown, void>>> = {
  pretty: Logger.prettyLogger({ stderr: true }),
  json: Logger.withConsoleError(json)
}

const oneOf = <A>(name: string, choices: Readonly<Record<string, A>>, sentence: string): Setting.Setting<A> =>
  Setting.map(
    Setting.oneOf(name, Object.keys(choices), sentence, `one of ${Object.keys(choices).join(", ")}`),
    (word) => choices[word]!
  )

export const logSettings = Setting.settings({
  level: Setting.withDefault(
    oneOf("DAYBOOK_LOG_LEVEL", levels, "the least severe level that is logged"),
    LogLevel.Info,
    "info"
  ),
  logger: Setting.withDefault(
    oneOf("DAYBOOK_LOG_FORMAT", formats, "form of the log"),
    process.stderr.isTTY === true ? formats.pretty : formats.json,
    { absence: "`pretty` on a terminal, else `json`" }
  )
})

/** Logging with the configured level and format. */
export const layer = Layer.unwrapEffect(
  Config.map(logSettings.config, ({ level, logger }) =>
    Layer.mergeAll(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(level))
  )
)
