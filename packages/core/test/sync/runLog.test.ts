import { describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Fiber, Layer, Logger, LogLevel, Option, TestClock } from "effect"
import { recordLog } from "../../src/sync/runLog.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { type LogLine, SyncStore } from "../../src/sync/SyncStore.js"

/** What the store got, and what the process logged from the level info on. */
const recorded = <A, E>(work: Effect.Effect<A, E>, during: Effect.Effect<void> = Effect.void) =>
  Effect.gen(function* () {
    const lines: Array<LogLine> = []
    const ofProcess: Array<string> = []
    const store = Layer.mock(SyncStore, {
      writeLog: (run, added) =>
        Effect.sync(() => {
          expect(run).toBe(7)
          lines.push(...added)
        })
    })
    const logger = Logger.make<unknown, void>(({ message }) => void ofProcess.push(String(message)))
    const fiber = yield* Effect.flatMap(SyncStore, (runs) => recordLog(runs, 7, work)).pipe(
      Effect.provide(store),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      Logger.withMinimumLogLevel(LogLevel.Info),
      Effect.fork
    )
    yield* during
    const exit = yield* Fiber.await(fiber)
    return { exit, lines, ofProcess }
  })

const textsOf = (lines: ReadonlyArray<LogLine>) => lines.map(({ level, message }) => `${level}: ${message}`)

describe("the log of a run", () => {
  it.effect("has every line from debug on, while the process logs what it logged before", () =>
    Effect.gen(function* () {
      const { lines, ofProcess } = yield* recorded(
        Effect.gen(function* () {
          yield* Effect.logDebug("retrying in 5 s")
          yield* Effect.logInfo("a page", { rows: 3 })
          yield* Effect.all([Effect.logWarning("left out"), Effect.logTrace("too small")], { concurrency: 2 })
        })
      )
      expect(textsOf(lines)).toEqual(["debug: retrying in 5 s", 'info: a page {"rows":3}', "warning: left out"])
      expect(ofProcess).toHaveLength(2)
    })
  )

  it.effect("is stored within a second, before the run ends", () => {
    let lineCount = 0
    return Effect.gen(function* () {
      const store = Layer.mock(SyncStore, {
        writeLog: (_, lines) => Effect.sync(() => void (lineCount += lines.length))
      })
      const work = Effect.zipRight(Effect.logInfo("begun"), Effect.never)
      const fiber = yield* Effect.flatMap(SyncStore, (runs) => recordLog(runs, 7, work)).pipe(
        Effect.provide(store),
        Effect.fork
      )
      yield* TestClock.adjust("1 second")
      expect(lineCount).toBe(1)
      yield* Fiber.interrupt(fiber)
      expect(lineCount).toBe(2)
    })
  })

  it.effect("ends with why a run failed: what to do next, or the stack of a defect", () =>
    Effect.gen(function* () {
      const refused = new SourceFailure({
        source: "lastfm",
        state: "unauthorized",
        message: "the key was refused",
        next: "give another"
      })
      const failed = yield* recorded(Effect.fail(refused))
      expect(textsOf(failed.lines)).toEqual(["error: the key was refused; give another"])
      expect(
        Option.getOrThrow(Cause.failureOption(failed.exit._tag === "Failure" ? failed.exit.cause : Cause.empty))
      ).toBe(refused)
      const broken = yield* recorded(Effect.die(new Error("no such column")))
      expect(broken.lines).toHaveLength(1)
      expect(broken.lines[0]!.message).toMatch(/^the run failed inside Daybook\n.*no such column\n +at /)
      const stopped = yield* recorded(Effect.interrupt)
      expect(textsOf(stopped.lines)).toEqual(["error: the run was stopped"])
    })
  )

  it.effect("has at most 500 lines, and says that there were more", () =>
    Effect.gen(function* () {
      const { lines } = yield* recorded(
        Effect.forEach(
          Array.from({ length: 700 }),
          (_, index) => Effect.logInfo(`line ${index} ${"x".repeat(9_000)}`),
          { discard: true }
        )
      )
      expect(lines).toHaveLength(500)
      expect(lines.at(-1)?.message).toBe("further lines are only in the log of the process")
      expect(lines.every(({ message }) => message.length < 4_100)).toBe(true)
    })
  )

  it.effect("does not fail the run when it cannot be stored", () =>
    Effect.gen(function* () {
      const store = Layer.mock(SyncStore, { writeLog: () => Effect.die("the database is away") })
      const exit = yield* Effect.flatMap(SyncStore, (runs) =>
        recordLog(runs, 7, Effect.as(Effect.logInfo("begun"), 3))
      ).pipe(Effect.provide(store), Effect.exit)
      expect(exit).toMatchObject({ _tag: "Success", value: 3 })
    })
  )
})
