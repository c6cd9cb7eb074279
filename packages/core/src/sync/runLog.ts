import { Cause, type Context, Effect, Exit, FiberRef, HashSet, Inspectable, Logger, LogLevel } from "effect"
import { isSourceFailure, withAnswer } from "./SourceFailure.js"
import type { LogLine, SyncStore } from "./SyncStore.js"

const flushInterval = "1 second"
/** Lines of a run; a run that logs each of its records must not fill the database. */
const maxLines = 500
const maxLength = 4_000

const levelOf = (level: LogLevel.LogLevel): LogLine["level"] =>
  LogLevel.greaterThanEqual(level, LogLevel.Error)
    ? "error"
    : LogLevel.greaterThanEqual(level, LogLevel.Warning)
      ? "warning"
      : LogLevel.greaterThanEqual(level, LogLevel.Info)
        ? "info"
        : "debug"

const textOf = (message: unknown, cause: Cause.Cause<unknown>): string => {
  const parts = Array.isArray(message) ? message : [message]
  const text = parts.map((part) => (typeof part === "string" ? part : Inspectable.toStringUnknown(part, 0))).join(" ")
  const whole = Cause.isEmpty(cause) ? text : `${text}\n${Cause.pretty(cause, { renderErrorCause: true })}`
  return whole.length > maxLength ? `${whole.slice(0, maxLength)} …` : whole
}

/** The lines of a run that are not stored yet. */
interface Buffer {
  readonly add: (line: LogLine) => void
  readonly take: () => ReadonlyArray<LogLine>
}

const newBuffer = (): Buffer => {
  let lines: Array<LogLine> = []
  let count = 0
  return {
    add: (line) => {
      count += 1
      if (count < maxLines) lines.push(line)
      else if (count === maxLines)
        lines.push({ ...line, level: "warning", message: "further lines are only in the log of the process" })
    },
    take: () => {
      const added = lines
      lines = []
      return added
    }
  }
}

/** Sends what the work logs to the buffer too, from debug on. The loggers of the process get what they got before. */
const withBuffer = <A, E, R>(work: Effect.Effect<A, E, R>, { add }: Buffer): Effect.Effect<A, E, R> =>
  Effect.flatMap(FiberRef.get(FiberRef.currentMinimumLogLevel), (minimum) => {
    const logger = Logger.make<unknown, void>(({ cause, date, logLevel, message }) =>
      add({ at: date.getTime(), level: levelOf(logLevel), message: textOf(message, cause) })
    )
    const isForProcess = (level: LogLevel.LogLevel) => LogLevel.greaterThanEqual(level, minimum)
    return work.pipe(
      Effect.locallyWith(FiberRef.currentLoggers, (loggers) =>
        HashSet.add(
          HashSet.map(loggers, (one): Logger.Logger<unknown, unknown> => Logger.filterLogLevel(one, isForProcess)),
          logger
        )
      ),
      Logger.withMinimumLogLevel(LogLevel.lessThan(minimum, LogLevel.Debug) ? minimum : LogLevel.Debug)
    )
  })

/** The last line of a run that failed. A failure inside Daybook has its stack here alone. */
const failureLine = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  if (isSourceFailure(failure)) return `${withAnswer(failure)}; ${failure.next}`
  return Cause.isInterruptedOnly(cause) ? "the run was stopped" : textOf("the run failed inside Daybook", cause)
}

/**
 * Stores what a run logs, at most a second after it was logged, so that the log of a killed process is there too. A
 * failure to store it does not concern the run.
 */
export const recordLog = <A, E, R>(
  store: Context.Tag.Service<SyncStore>,
  run: number,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const buffer = newBuffer()
    const flush = Effect.suspend(() => {
      const lines = buffer.take()
      return lines.length === 0
        ? Effect.void
        : Effect.catchAllCause(store.writeLog(run, lines), (cause) =>
            Effect.logDebug("the log of a run was not stored", cause)
          )
    })
    const logged = Effect.onExit(withBuffer(work, buffer), (exit) =>
      Exit.isSuccess(exit)
        ? Effect.void
        : Effect.clockWith((clock) =>
            Effect.sync(() =>
              buffer.add({ at: clock.unsafeCurrentTimeMillis(), level: "error", message: failureLine(exit.cause) })
            )
          )
    )
    const flushing = Effect.forever(Effect.delay(flush, flushInterval))
    return Effect.scoped(Effect.zipRight(Effect.forkScoped(flushing), logged)).pipe(
      Effect.ensuring(flush)
    ) as typeof work
  })
