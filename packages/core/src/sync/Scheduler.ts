import { Clock, Duration, Effect, FiberMap, Option, Schedule as Spacing } from "effect"
import { type Domain, domains } from "../rooms.js"
import { DataVersions } from "./DataVersions.js"
import { dueAt } from "./dueAt.js"
import { Followers } from "./Followers.js"
import type { Source } from "./Source.js"
import { type SourceEntry, Sources } from "./Sources.js"
import { SyncEngine, quietly } from "./SyncEngine.js"
import { type LatestRun, SyncStore } from "./SyncStore.js"

/** A round of look-ups may take as long as providers that allow twenty calls a minute make it. */
const followBudget = Duration.hours(6)
/** A sync by hand, or on another host, may move what is due: so often that is looked at again. */
const lookAgainMs = 60_000
/** How often it is seen whether there is anything new for the halls, whichever process stored it. */
const lookEvery = Duration.seconds(2)
/** What a hall put off, such as a picture that was not to be had, comes due without any change. */
const lookAnyway = Duration.hours(1)
const afterTrouble = Duration.minutes(1)

interface Planned {
  readonly source: Source<never>
  readonly due: number
}

/** Syncs each source when it is due, for as long as the scope lives. Of several hosts one takes each due time. */
export class Scheduler extends Effect.Service<Scheduler>()("@daybook/core/Scheduler", {
  effect: Effect.gen(function*() {
    const entries = yield* Sources
    const engine = yield* SyncEngine
    const followers = yield* Followers
    const store = yield* SyncStore
    const versions = yield* DataVersions

    const sync = (source: Source<never>) =>
      // The run's failure stands in the sync status already; another host's run is no failure.
      unbroken(Effect.catchTag(engine.sync(source, quietly("schedule")), "Busy", () => Effect.void))
    const follow = (domain: Domain) => unbroken(followers.drainSources(domain, { budget: followBudget, onProgress: () => Effect.void }))
    const followInHalls = (domain: Domain) => followers.drainHalls(domain, { budget: followBudget, onProgress: () => Effect.void })

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
        // Look-ups go on beside the next syncs, one round of a domain at a time.
        const rounds = yield* FiberMap.make<Domain>()
        const start = ({ source }: Planned) =>
          Effect.asVoid(FiberMap.run(
            runs,
            source.id,
            Effect.zipRight(sync(source), FiberMap.run(rounds, source.domain, follow(source.domain), { onlyIfMissing: true })),
            { onlyIfMissing: true }
          ))
        yield* look(start).pipe(
          Effect.catchAll((failure) => Effect.as(Effect.logWarning(failure.message), lookAgainMs)),
          Effect.flatMap((wait) => Effect.sleep(Duration.millis(wait))),
          Effect.forever,
          Effect.forkScoped
        )
        for (const domain of domains) {
          yield* Effect.forkScoped(atEveryChange(() => versions.known(domain), followInHalls(domain)))
        }
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

/** At once, then after every change of the version, and now and then without one; what fails is tried again. */
const atEveryChange = <A, E extends { readonly message: string }>(version: () => number, work: Effect.Effect<A, E>) => {
  const untilChanged = (seen: number) =>
    Effect.timeoutOption(Effect.repeat(Effect.sync(version), { until: (now) => now !== seen, schedule: Spacing.spaced(lookEvery) }), lookAnyway)
  const round = Effect.suspend(() => {
    // Taken before the work, so that a change meanwhile leads to another round.
    const seen = version()
    const done = Effect.retry(Effect.tapError(work, (failure) => Effect.logWarning(failure.message)), Spacing.spaced(afterTrouble))
    return Effect.zipRight(done, untilChanged(seen))
  })
  return Effect.forever(Effect.catchAllDefect(round, (defect) => Effect.zipRight(Effect.logError("what follows a sync broke", defect), Effect.sleep(afterTrouble))))
}

/** What goes wrong in one round is logged and ends only that round. */
const unbroken = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.catchAll((failure) => Effect.logWarning(failure.message)),
    Effect.catchAllDefect((defect) => Effect.logError("a scheduled sync broke", defect))
  )
