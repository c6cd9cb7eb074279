import { watchCounts } from "@daybook/adapters"
import { Backups } from "@daybook/core/backups"
import { purgeDeletions } from "@daybook/core/changes"
import { watchCorrections } from "@daybook/core/corrections"
import { HookSender, NowPlayingWatch } from "@daybook/core/hooks"
import { sweepOriginals } from "@daybook/core/images"
import { Imports } from "@daybook/core/imports"
import { Enrichments, RawStore, Scheduler, SyncStore } from "@daybook/core/sync"
import { Webhooks } from "@daybook/core/webhooks"
import { Clock, Duration, Effect, Schedule } from "effect"
import type { HostSettings } from "../hostSettings.js"

/** Daily, first one hour after the start, which has enough to do. */
const imageCleanup = Effect.repeat(
  Effect.delay(Effect.ignoreLogged(sweepOriginals), Duration.hours(1)),
  Schedule.spaced(Duration.hours(23))
)

/** Hourly: deletions that every reader has had time to read. */
const logCleanup = (retentionDays: number) =>
  Effect.repeat(Effect.ignoreLogged(purgeDeletions(Duration.days(retentionDays))), Schedule.spaced(Duration.hours(1)))

/** Hourly: what could not be parsed, once it is too old. */
const rawCleanup = Effect.all([RawStore, Clock.currentTimeMillis]).pipe(
  Effect.flatMap(([store, now]) => store.prune(now)),
  Effect.ignoreLogged,
  Effect.repeat(Schedule.spaced(Duration.hours(1)))
)

/** Ends the runs of processes that died: nothing else does on a host that syncs nothing by itself. */
const runCleanup = SyncStore.pipe(
  Effect.flatMap((store) => store.endDeadRuns),
  Effect.ignoreLogged,
  Effect.repeat(Schedule.spaced(Duration.minutes(1)))
)

/**
 * Counts what has changed, ends dead runs, handles webhooks, sends the messages of hooks, imports files, finishes
 * corrections, drains the enrichment queues and, with `schedule`, runs scheduled syncs and backups until the scope
 * closes.
 */
export const doWork = Effect.fn("doWork")(function* (settings: HostSettings, schedule: boolean) {
  yield* watchCounts
  yield* Effect.forkScoped(runCleanup)
  yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.start)
  yield* Effect.flatMap(HookSender, (sender) => sender.start)
  yield* Effect.flatMap(NowPlayingWatch, (watch) => watch.start)
  yield* Effect.flatMap(Imports, (imports) => imports.run)
  yield* watchCorrections
  yield* Effect.forkScoped(imageCleanup)
  yield* Effect.forkScoped(logCleanup(settings.changesRetentionDays))
  yield* Effect.forkScoped(rawCleanup)
  // Imports, webhooks and manual syncs queue enrichment tasks even without a schedule.
  yield* Effect.flatMap(Enrichments, (enrichments) => enrichments.watch)
  if (!schedule) return
  yield* Effect.flatMap(Scheduler, (scheduler) => scheduler.start)
  yield* Effect.flatMap(Backups, (backups) => backups.watch)
})
