import { Deferred, Duration, Effect, Exit, FiberSet, Option } from "effect"
import { type Domain, domains } from "../rooms.js"
import { BadInput, Conflict, NoData } from "../shared/errors.js"
import { Followers } from "./Followers.js"
import type { Source } from "./Source.js"
import { Sources, wanting } from "./Sources.js"
import { SyncEngine, type SyncOptions, quietly } from "./SyncEngine.js"
import type { Counts } from "./SyncStore.js"

/** A run that was begun, or was under way already. */
export interface Triggered {
  readonly source: string
  readonly run: number
}

/** What a run would do, in records; what it would find as far as it came where there is an error. */
export interface Rehearsed extends Counts {
  readonly source: string
  readonly error: string | null
}

/** Which syncs: the sources of a domain that have something to read, or the one of that name, or of a domain one source. */
export interface Asked extends Pick<SyncOptions, "full" | "days"> {
  readonly source?: string | undefined
}

const followBudget = Duration.hours(6)
/** Somebody waits for the answer. */
const rehearsalBudget = Duration.minutes(2)

/** Starts syncs and answers before they are done: what admin routes ask for. The runs end with the scope at the latest. */
export class Triggers extends Effect.Service<Triggers>()("@daybook/core/Triggers", {
  scoped: Effect.gen(function*() {
    const entries = yield* Sources
    const engine = yield* SyncEngine
    const followers = yield* Followers
    const fibers = yield* FiberSet.make()
    const stage = yield* Effect.makeSemaphore(1)

    const begin = Effect.fn("Triggers.begin")(function*(source: Source<never>, { days, full }: Asked) {
      const claimed = yield* Deferred.make<number, Effect.Effect.Error<ReturnType<typeof engine.sync>>>()
      const sync = engine.sync(source, { ...quietly("admin"), full, days, onClaimed: (run) => Effect.asVoid(Deferred.succeed(claimed, run)) }).pipe(
        Effect.onExit((exit) => Exit.isFailure(exit) ? Deferred.failCause(claimed, exit.cause) : Effect.void),
        Effect.zipRight(followers.drain([source.domain], { budget: followBudget, onProgress: () => Effect.void })),
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

    const rehearsed = (source: Source<never>, { days, full }: Asked) =>
      engine.sync(source, { ...quietly("admin"), full, days, dryRun: true }).pipe(
        Effect.map(({ added, changed, removed }): Rehearsed => ({ source: source.id, added, changed, removed, error: null })),
        Effect.catchTags({
          // No run is begun, so none is in the way.
          Busy: Effect.die,
          SourceFailure: ({ message, next }) => Effect.succeed<Rehearsed>({ source: source.id, added: 0, changed: 0, removed: 0, error: `${message}; ${next}` })
        })
      )

    const chosen = Effect.fn("Triggers.chosen")(function*(target: string, { days, source }: Asked) {
      const known = entries.filter((entry) => (entry.domain === target || entry.id === target) && (source === undefined || entry.id === source))
      if (known.length === 0 && !domains.includes(target as Domain)) return yield* new NoData({ what: `source ${target}` })
      if (known.length === 0 && source !== undefined) {
        const there = entries.filter(({ domain, id }) => domain === target || id === target).map(({ id }) => id)
        return yield* new BadInput({ message: `source must be one of ${there.join(", ")} where the target is ${target}` })
      }
      // What only looks things up has nothing of its own to read: named, it is a run whose look-ups are all there is to it.
      const ready = known.flatMap((entry) => Option.isSome(entry.source) && (!entry.follows || entry.id === target || entry.id === source) ? [entry.source.value] : [])
      if (ready.length === 0) {
        const missing = known.flatMap(wanting)
        const next = missing.length === 0 ? "see `daybook sources`" : `set ${missing.join(", ")}`
        return yield* new Conflict({ message: `no source of ${source ?? target} is set up: ${next}` })
      }
      const whole = days === undefined ? [] : ready.filter(({ pullDays }) => Option.isNone(pullDays)).map(({ id }) => id)
      if (whole.length > 0) return yield* new BadInput({ message: `from and to cannot be kept to: ${whole.join(", ")} cannot be read by days; leave them out, or name a source that can` })
      return ready
    })

    return {
      /** Starts what is set up of what is asked for. */
      start: Effect.fn("Triggers.start")(function*(target: string, asked: Asked) {
        return yield* Effect.forEach(yield* chosen(target, asked), (source) => begin(source, asked))
      }),
      /** Says what the same would change, and changes nothing. One at a time: each reads as much as a sync does. */
      rehearse: Effect.fn("Triggers.rehearse")(function*(target: string, asked: Asked) {
        const sources = yield* chosen(target, asked)
        const done = yield* Effect.forEach(sources, (source) => rehearsed(source, asked)).pipe(
          Effect.timeoutFail({
            duration: rehearsalBudget,
            onTimeout: () => new Conflict({ message: `a dry run of ${target} takes longer than ${Duration.toMinutes(rehearsalBudget)} minutes: run \`daybook sync ${target} --dry-run\`` })
          }),
          stage.withPermitsIfAvailable(1)
        )
        return yield* Effect.mapError(done, () => new Conflict({ message: "another dry run is under way: ask again when it has answered" }))
      })
    }
  })
}) {}
