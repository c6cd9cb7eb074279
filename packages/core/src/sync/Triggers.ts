import { Deferred, Duration, Effect, Exit, FiberSet, Option } from "effect"
import { type Domain, domains } from "../rooms.js"
import { Conflict, NoData } from "../shared/errors.js"
import { Followers } from "./Followers.js"
import type { Source } from "./Source.js"
import { Sources } from "./Sources.js"
import { SyncEngine, type SyncOptions, quietly } from "./SyncEngine.js"

/** A run that was begun, or was under way already. */
export interface Triggered {
  readonly source: string
  readonly run: number
}

const followBudget = Duration.hours(6)

/** Starts syncs and answers before they are done: what admin routes ask for. The runs end with the scope at the latest. */
export class Triggers extends Effect.Service<Triggers>()("@daybook/core/Triggers", {
  scoped: Effect.gen(function*() {
    const entries = yield* Sources
    const engine = yield* SyncEngine
    const followers = yield* Followers
    const fibers = yield* FiberSet.make()

    const begin = Effect.fn("Triggers.begin")(function*(source: Source<never>, options: Pick<SyncOptions, "full">) {
      const claimed = yield* Deferred.make<number, Effect.Effect.Error<ReturnType<typeof engine.sync>>>()
      const sync = engine.sync(source, { ...quietly("admin"), ...options, onClaimed: (run) => Effect.asVoid(Deferred.succeed(claimed, run)) }).pipe(
        Effect.onExit((exit) => Exit.isFailure(exit) ? Deferred.failCause(claimed, exit.cause) : Effect.void),
        Effect.zipRight(followers.drain(source.domain, { budget: followBudget, onProgress: () => Effect.void })),
        // A run that failed says so in the sync status.
        Effect.ignore
      )
      yield* FiberSet.run(fibers, sync)
      const run = yield* Effect.catchTags(Deferred.await(claimed), {
        Busy: ({ run }) => Effect.succeed(run),
        SourceFailure: ({ message, next }) => new Conflict({ message: `${message}; ${next}` })
      })
      return { source: source.id, run } satisfies Triggered
    })

    return {
      /** Starts the sources of a domain, or the one source of that name, that are set up. */
      start: Effect.fn("Triggers.start")(function*(target: string, options: Pick<SyncOptions, "full"> & { readonly source?: string | undefined }) {
        const known = entries.filter((entry) => (entry.domain === target || entry.id === target) && (options.source === undefined || entry.id === options.source))
        if (known.length === 0 && !domains.includes(target as Domain)) return yield* new NoData({ what: `source ${target}` })
        const ready = known.flatMap(({ follows, source }) => Option.isSome(source) && !follows ? [source.value] : [])
        if (ready.length === 0) {
          const missing = known.flatMap((entry) => entry.missing)
          const next = missing.length === 0 ? "see `daybook sources`" : `set ${missing.join(", ")}`
          return yield* new Conflict({ message: `no source of ${options.source ?? target} is set up: ${next}` })
        }
        return yield* Effect.forEach(ready, (source) => begin(source, options))
      })
    }
  })
}) {}
