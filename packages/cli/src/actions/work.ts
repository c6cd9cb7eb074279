import * as Daybook from "@daybook/adapters"
import { Pictures } from "@daybook/core/images"
import { serveWork } from "@daybook/http"
import { Effect, Fiber, type Layer, Option, Schedule } from "effect"
import { rmSync } from "node:fs"
import { setPriority } from "node:os"
import { dirname } from "node:path"
import { doWork } from "../work/doWork.js"
import { isReady, stop } from "../work/workingProcess.js"
import { hostSettings } from "../hostSettings.js"
import { watchStandstill } from "../standstill.js"
import { MetricsInterval } from "../telemetry/index.js"
import { version } from "../version.js"

/** Below the process that answers, above what the system does when it is idle. */
const niceness = 10

/** Waits for the word to stop. A host that is killed cannot say it, and its work ends with it. */
const stopWord = (socketPath: string) =>
  Effect.async<void>((resume) => {
    const killed = () => {
      if (process.platform !== "win32") rmSync(dirname(socketPath), { recursive: true, force: true })
      process.exit(1)
    }
    process.once("disconnect", killed)
    process.on("message", (message) => {
      if (message !== stop) return
      process.off("disconnect", killed)
      resume(Effect.void)
    })
  })

/** An open channel would keep the process alive. */
const leave = Effect.sync(() => process.disconnect?.())

interface WorkOptions {
  readonly socketPath: string
  /** Where the host answers. Pictures are there too. */
  readonly address: string
  readonly schedule: boolean
}

/** The work of the host that started this process, until it says stop. */
export const work = Effect.fn("work")(function* ({ address, schedule, socketPath }: WorkOptions) {
  const stopped = yield* Effect.fork(stopWord(socketPath))
  yield* Effect.ignore(Effect.try(() => setPriority(niceness)))
  const settings = yield* hostSettings.config
  const working = Effect.gen(function* () {
    const context = yield* Effect.context<Layer.Layer.Success<typeof Daybook.layer>>()
    yield* Effect.flatMap(Pictures, (pictures) => pictures.servedAt(address))
    const catchUp = Effect.provide(Daybook.catchUp, context)
    const { refreshMetrics, takeDelays } = yield* serveWork(socketPath, { version, catchUp })
    yield* watchStandstill("works", takeDelays)
    yield* doWork(settings, schedule)
    const interval = yield* MetricsInterval
    if (Option.isSome(interval))
      yield* Effect.forkScoped(Effect.repeat(refreshMetrics, Schedule.spaced(interval.value)))
    process.send?.(isReady)
    yield* Effect.never
  })
  yield* Effect.raceFirst(Effect.scoped(working).pipe(Effect.provide(Daybook.layer)), Fiber.join(stopped)).pipe(
    Effect.ensuring(leave)
  )
})
