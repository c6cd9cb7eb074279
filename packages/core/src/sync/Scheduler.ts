import { Clock, Duration, Effect, FiberMap, Option } from "effect"
import { dueAt } from "./dueAt.js"
import { Followers } from "./Followers.js"
import type { Source } from "./Source.js"
import { type SourceEntry, Sources } from "./Sources.js"
import { SyncEngine, quietly } from "./SyncEngine.js"
import { type LatestRun, SyncStore } from "./SyncStore.js"

/** A sync by hand, or on another host, may move what is due: so often that is looked at again. */
const lookAgainMs = 60_000

interface Planned {
  readonly source: Source<never>
  readonly due: number
}

/**
 * Syncs each source when it is due and drains the enrichment queues, for as long as the scope lives. Of several hosts one
 * takes each due time.
 */
export class Scheduler extends Effect.Service<Scheduler>()("@daybook/core/Scheduler", {
  effect: Effect.gen(function*() {
    const entries = yield* Sources
    const engine = yield* SyncEngine
    const followers = yield* Followers
    const store = yield* SyncStore

    const sync = (source: Source<never>) =>
      // The run's failure stands in the sync status already; another host's run is no failure.
      unbroken(Effect.catchTag(engine.sync(source, quietly("schedule")), "Busy", () => Effect.void))

    /** Starts what is due and says how long to wait before looking again, milliseconds. */
    const look = Effect.fn("Scheduler.look")(function*(start: (planned: Planned) => Effect.Effect<void>) {
      yield* store.reap
      const now = yield* Clock.currentTimeMillis
      const plan = planOf(entries, yield* store.latest(now), now)
      for (const planned of plan) {
        if (planned.due <= now && (yield* store.takeSlot(planned.source.id, planned.due))) yield* start(planned)
      }
      const next = plan.filter(({ due }) => due > now).reduce((least, { due }) => Math.min(least, due - now), lookAgainMs)
      return Math.max(1, next)
    })

    return {
      start: Effect.gen(function*() {
        const runs = yield* FiberMap.make<string>()
        const start = ({ source }: Planned) =>
          Effect.asVoid(FiberMap.run(runs, source.id, sync(source), { onlyIfMissing: true }))
        yield* look(start).pipe(
          Effect.catchAll((failure) => Effect.as(Effect.logWarning(failure.message), lookAgainMs)),
          Effect.flatMap((wait) => Effect.sleep(Duration.millis(wait))),
          Effect.forever,
          Effect.forkScoped
        )
        yield* followers.attend
      })
    }
  })
}) {}

/** What is set up and has a schedule, each with when it is due. A source whose run is alive is not planned. */
const planOf = (entries: ReadonlyArray<SourceEntry>, runs: ReadonlyArray<LatestRun>, now: number): ReadonlyArray<Planned> =>
  entries.flatMap(({ follows, id, schedule, source }) => {
    const run = runs.find((one) => one.source === id)
    if (Option.isNone(source) || Option.isNone(schedule) || follows || run?.status === "running") return []
    return Option.match(dueAt(schedule.value, run, now), { onNone: () => [], onSome: (due) => [{ source: source.value, due }] })
  })

/** What goes wrong in one round is logged and ends only that round. */
const unbroken = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.catchAll((failure) => Effect.logWarning(failure.message)),
    Effect.catchAllDefect((defect) => Effect.logError("a scheduled sync broke", defect))
  )
