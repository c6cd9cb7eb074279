import { Pictures } from "@daybook/core/images"
import { HomeStore } from "@daybook/core/setup"
import { serve } from "@daybook/http"
import { Duration, Effect, Exit, Option, Schedule, Scope } from "effect"
import { assistantsOf } from "./assistants/host.js"
import type { HostSettings } from "./hostSettings.js"
import { watchStandstill } from "./standstill.js"
import { MetricsInterval } from "./telemetry/index.js"
import { version } from "./version.js"
import { doWork } from "./work/doWork.js"
import { workingProcess } from "./work/workingProcess.js"

/** Time limit for collecting the last metrics at shutdown. */
const lastMetricsTimeout = Duration.seconds(1)

export interface HostOptions {
  /** Whether the host syncs and makes backups on schedule. */
  readonly schedule: boolean
  /** The environment of the process that works, if it is another one. */
  readonly workEnv: NodeJS.ProcessEnv
}

/** Serves the API and does its work, here or in a second process, until the scope closes. Returns the URL. */
export const runHost = Effect.fn("runHost")(function* (settings: HostSettings, { schedule, workEnv }: HostOptions) {
  const { tilesAttribution, tilesUrl } = settings
  const server = yield* Scope.make()
  const close = yield* Effect.cached(Scope.close(server, Exit.void))
  yield* Effect.addFinalizer(() => close)
  const working = settings.worksApart ? yield* workingProcess({ env: workEnv, schedule }) : undefined
  const { port, refreshMetrics, takeDelays } = yield* serve({
    ...settings,
    tiles: tilesUrl === null ? null : { url: tilesUrl, attribution: tilesAttribution },
    version,
    assistants: yield* assistantsOf(settings),
    ...(working === undefined ? {} : { working })
  }).pipe(Scope.extend(server))
  const name = settings.host.includes(":") ? `[${settings.host}]` : settings.host
  const address = `http://${name}:${port}`
  yield* Effect.flatMap(Pictures, (pictures) => pictures.servedAt(address))
  yield* Effect.flatMap(HomeStore, (home) => home.announce(address))
  const interval = yield* MetricsInterval
  if (Option.isSome(interval)) {
    yield* Effect.forkScoped(Effect.repeat(refreshMetrics, Schedule.spaced(interval.value)))
    yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(refreshMetrics), lastMetricsTimeout))
  }
  yield* watchStandstill("answers", takeDelays)
  yield* working === undefined ? doWork(settings, schedule) : working.run(address)
  // The server begins to close before the rest: its clients do not wait for a receiver of hooks that is slow.
  yield* Effect.addFinalizer(() => Effect.forkDaemon(close))
  return address
})
