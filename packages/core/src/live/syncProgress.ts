import { type Context, Duration, Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Run, SyncStore } from "../sync/SyncStore.js"
import { type LiveEvent, syncData } from "./events.js"
import { type Subscription, type Subscriptions, wants } from "./listeners.js"
import { readsFor } from "./outage.js"
import type { SyncProgressSignal } from "./ports.js"

/** Runs to look at. More of them never run at the same time. */
const newest = { page: 1, limit: 50 }
const recheck = Duration.seconds(5)

const wantsSync = (stream: Subscription) => wants(stream, "sync")

/** Sends the progress of syncs on all hosts. */
export const syncProgress = (
  store: Pick<Context.Tag.Service<SyncStore>, "runs">,
  signal: Context.Tag.Service<SyncProgressSignal>,
  streams: Subscriptions
) => {
  const succeeds = readsFor(streams, wantsSync)
  /** What was sent of each run; null before the first look. */
  let sent: ReadonlyMap<number, string> | null = null

  const send = (run: Run) => {
    const event: LiveEvent = { event: "sync", id: null, data: syncData(run) }
    for (const stream of streams.of(wantsSync))
      if (stream.domains === null || stream.domains.has(run.domain)) stream.listener.push([event])
  }

  const look: Effect.Effect<void, StorageFailure> = Effect.map(store.runs(newest), ({ rows }) => {
    const runs = rows.filter(({ job }) => job === undefined)
    const before = sent
    sent = new Map(runs.map((run) => [run.id, JSON.stringify(syncData(run))]))
    const isNews = (run: Run) => (before === null ? run.status === "running" : before.get(run.id) !== sent?.get(run.id))
    runs.filter(isNews).reverse().forEach(send)
  })

  return Effect.gen(function* () {
    for (;;) {
      if (streams.of(wantsSync).length === 0) sent = null
      yield* streams.some(wantsSync)
      const version = signal.version()
      yield* succeeds(look)
      yield* Effect.timeoutOption(signal.passed(version), recheck)
    }
  })
}
