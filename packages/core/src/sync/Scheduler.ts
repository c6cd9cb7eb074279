import { Clock, Duration, Effect, FiberMap, Option } from "effect"
import type { Domain } from "../rooms.js"
import { Followers } from "./Followers.js"
import { nextRun } from "./nextRun.js"
import type { Source } from "./Source.js"
import { type Schedule, Sources } from "./Sources.js"
import { SyncEngine, quietly } from "./SyncEngine.js"

/** A round of look-ups may take as long as providers that allow twenty calls a minute make it. */
const followBudget = Duration.hours(6)

/** Syncs each source when its schedule says so, for as long as the scope lives. */
export class Scheduler extends Effect.Service<Scheduler>()("@daybook/core/Scheduler", {
  effect: Effect.gen(function*() {
    const entries = yield* Sources
    const engine = yield* SyncEngine
    const followers = yield* Followers

    const once = (source: Source<never>) =>
      engine.sync(source, quietly("schedule")).pipe(
        // The run's failure stands in the sync status already; another host's run is no failure.
        Effect.catchTag("Busy", () => Effect.void),
        unbroken
      )
    const follow = (domain: Domain) => unbroken(followers.drain(domain, { budget: followBudget, onProgress: () => Effect.void }))

    return {
      start: Effect.gen(function*() {
        // Look-ups go on beside the next syncs, one round of a domain at a time.
        const rounds = yield* FiberMap.make<Domain>()
        const round = (source: Source<never>) =>
          Effect.zipRight(once(source), FiberMap.run(rounds, source.domain, follow(source.domain), { onlyIfMissing: true }))
        for (const { follows, schedule, source } of entries) {
          if (Option.isSome(source) && Option.isSome(schedule) && !follows) {
            yield* Effect.forkScoped(Effect.forever(Effect.zipRight(untilDue(schedule.value), round(source.value))))
          }
        }
      })
    }
  })
}) {}

/** What goes wrong in one round is logged and ends only that round. */
const unbroken = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.catchAll((failure) => Effect.logWarning(failure.message)),
    Effect.catchAllDefect((defect) => Effect.logError("a scheduled sync broke", defect))
  )

/** Sleeps until the schedule next comes due; for good when it never does. */
const untilDue = (schedule: Schedule) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Option.match(nextRun(schedule, now), { onNone: () => Effect.never, onSome: (due) => Effect.sleep(Duration.millis(due - now)) }))
