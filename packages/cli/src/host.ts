import { Backups } from "@daybook/core/backups"
import { purgeDeletions } from "@daybook/core/changes"
import { HookSender, NowPlayingWatch } from "@daybook/core/hooks"
import { Pictures, sweepOriginals } from "@daybook/core/images"
import { Imports } from "@daybook/core/imports"
import { HomeStore } from "@daybook/core/setup"
import { Enrichments, Scheduler } from "@daybook/core/sync"
import { Webhooks } from "@daybook/core/webhooks"
import { serve } from "@daybook/http"
import { Duration, Effect, Exit, Option, Schedule, Scope } from "effect"
import { assistantsOf } from "./assistants/host.js"
import type { HostSettings } from "./hostSettings.js"
import { MetricsInterval } from "./telemetry/index.js"
import { version } from "./version.js"

/** Daily, first one hour after the start, which has enough to do. */
const imageCleanup = Effect.repeat(
  Effect.delay(Effect.ignoreLogged(sweepOriginals), Duration.hours(1)),
  Schedule.spaced(Duration.hours(23))
)

/** Hourly: deletions that every reader has had time to read. */
const logCleanup = (retentionDays: number) =>
  Effect.repeat(Effect.ignoreLogged(purgeDeletions(Duration.days(retentionDays))), Schedule.spaced(Duration.hours(1)))

/** Time limit for collecting the last metrics at shutdown. */
const lastMetricsTimeout = Duration.seconds(1)

/**
 * Serves the API, handles webhooks, sends the messages of hooks, imports files, drains the enrichment queues and, with
 * `schedule`, runs scheduled syncs until the scope closes. Returns the URL.
 */
export const runHost = Effect.fn("runHost")(function* (settings: HostSettings, schedule: boolean) {
  const { tilesAttribution, tilesUrl } = settings
  const server = yield* Scope.make()
  const close = yield* Effect.cached(Scope.close(server, Exit.void))
  yield* Effect.addFinalizer(() => close)
  const { port, refreshMetrics } = yield* serve({
    ...settings,
    tiles: tilesUrl === null ? null : { url: tilesUrl, attribution: tilesAttribution },
    version,
    assistants: yield* assistantsOf(settings)
  }).pipe(Scope.extend(server))
  const name = settings.host.includes(":") ? `[${settings.host}]` : settings.host
  const address = `http://${name}:${port}`
  yield* Effect.flatMap(Pictures, (pictures) => pictures.servedAt(address))
  yield* Effect.flatMap(HomeStore, (home) => home.announce(address))
  yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.start)
  yield* Effect.flatMap(HookSender, (sender) => sender.start)
  yield* Effect.flatMap(NowPlayingWatch, (watch) => watch.start)
  yield* Effect.flatMap(Imports, (imports) => imports.run)
  yield* Effect.forkScoped(imageCleanup)
  yield* Effect.forkScoped(logCleanup(settings.changesRetentionDays))
  const interval = yield* MetricsInterval
  if (Option.isSome(interval)) {
    yield* Effect.forkScoped(Effect.repeat(refreshMetrics, Schedule.spaced(interval.value)))
    yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(refreshMetrics), lastMetricsTimeout))
  }
  // Imports, webhooks and manual syncs queue enrichment tasks even without a schedule.
  yield* Effect.flatMap(Enrichments, (enrichments) => enrichments.watch)
  if (schedule) {
    yield* Effect.flatMap(Scheduler, (scheduler) => scheduler.start)
    yield* Effect.flatMap(Backups, (backups) => backups.watch)
  }
  // The server begins to close before the rest: its clients do not wait for a receiver of hooks that is slow.
  yield* Effect.addFinalizer(() => Effect.forkDaemon(close))
  return address
})
