import { Clock, Cron, Duration, Effect, Either, Option } from "effect"
import { Followers } from "./Followers.js"
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
        Effect.zipRight(followers.drain(source.domain, { budget: followBudget, onProgress: () => Effect.void })),
        // The run's failure stands in the sync status already; another host's run is no failure.
        Effect.catchTag("Busy", () => Effect.void),
        Effect.catchAll((failure) => Effect.logWarning(failure.message)),
        Effect.catchAllDefect((defect) => Effect.logError("a scheduled sync broke", defect))
      )

    return {
      start: Effect.forEach(entries, ({ follows, schedule, source }) =>
        Option.isSome(source) && Option.isSome(schedule) && !follows
          ? Effect.forkScoped(Effect.forever(Effect.zipRight(untilDue(schedule.value), once(source.value))))
          : Effect.void, { discard: true })
    }
  })
}) {}

/** Sleeps until the schedule next comes due; for good when it cannot be read, which the settings have ruled out. */
const untilDue = ({ cron, zone }: Schedule) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Either.match(Cron.parse(cron, zone), {
      onLeft: () => Effect.never,
      onRight: (parsed) => Effect.sleep(Duration.millis(Cron.next(parsed, now).getTime() - now))
    }))
