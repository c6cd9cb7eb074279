import { Deferred, Duration, Effect, Exit, FiberSet, Option } from "effect"
import { domainNames } from "../declared/DeclaredDomains.js"
import { BadInput, Conflict, NoData } from "../shared/errors.js"
import { Enrichments } from "./Enrichments.js"
import { type Source } from "./Source.js"
import { Sources, missingSettings } from "./Sources.js"
import { SyncEngine, type SyncOptions, syncDefaults } from "./SyncEngine.js"
import type { Counts } from "./SyncStore.js"

/** A run that was started or was already active. */
export interface StartedRun {
  readonly source: string
  readonly run: number
}

/** The changes a run would make, in records. With an error, the changes found before it. */
export interface DryRunReport extends Counts {
  readonly source: string
  readonly error: string | null
}

/**
 * What to sync: the named source, or all sources of a domain that have records to read. `source` selects one source of
 * a domain.
 */
export interface SyncRequest extends Pick<SyncOptions, "full" | "days"> {
  readonly source?: string | undefined
}

const enrichmentBudget = Duration.hours(6)
/** The client waits for the response. */
const dryRunBudget = Duration.minutes(2)

/** Starts syncs for admin routes and returns before they finish. Runs end with the scope at the latest. */
export class Triggers extends Effect.Service<Triggers>()("@daybook/core/Triggers", {
  scoped: Effect.gen(function* () {
    const entries = yield* Sources
    const engine = yield* SyncEngine
    const enrichments = yield* Enrichments
    const fibers = yield* FiberSet.make()
    const dryRuns = yield* Effect.makeSemaphore(1)
    const allDomains = yield* domainNames

    const begin = Effect.fn("Triggers.begin")(function* (source: Source<never>, { days, full }: SyncRequest) {
      const claimed = yield* Deferred.make<number, Effect.Effect.Error<ReturnType<typeof engine.sync>>>()
      const sync = engine
        .sync(source, {
          ...syncDefaults("admin"),
          full,
          days,
          onClaimed: (run) => Effect.asVoid(Deferred.succeed(claimed, run))
        })
        .pipe(
          Effect.onExit((exit) => (Exit.isFailure(exit) ? Deferred.failCause(claimed, exit.cause) : Effect.void)),
          Effect.zipRight(
            enrichments.drain([source.domain], { budget: enrichmentBudget, onProgress: () => Effect.void })
          ),
          // The sync status already shows a failed run.
          Effect.ignore
        )
      yield* FiberSet.run(fibers, sync)
      const run = yield* Effect.catchTags(Deferred.await(claimed), {
        Busy: ({ run }) => Effect.succeed(run),
        SourceFailure: ({ message, next }) => new Conflict({ message: `${message}; ${next}` })
      })
      return { source: source.id, run } satisfies StartedRun
    })

    const dryRunOf = (source: Source<never>, { days, full }: SyncRequest) =>
      engine.sync(source, { ...syncDefaults("admin"), full, days, dryRun: true }).pipe(
        Effect.map(({ added, changed, removed }): DryRunReport => ({
          source: source.id,
          added,
          changed,
          removed,
          error: null
        })),
        Effect.catchTags({
          // A dry run claims no run.
          Busy: Effect.die,
          SourceFailure: ({ message, next }) =>
            Effect.succeed<DryRunReport>({
              source: source.id,
              added: 0,
              changed: 0,
              removed: 0,
              error: `${message}; ${next}`
            })
        })
      )

    const selectSources = Effect.fn("Triggers.selectSources")(function* (
      target: string,
      { days, source }: SyncRequest
    ) {
      const candidates = entries.filter(
        (entry) => (entry.domain === target || entry.id === target) && (source === undefined || entry.id === source)
      )
      if (candidates.length === 0 && !allDomains.includes(target))
        return yield* new NoData({ what: `source ${target}` })
      if (candidates.length === 0 && source !== undefined) {
        const available = entries.filter(({ domain, id }) => domain === target || id === target).map(({ id }) => id)
        return yield* new BadInput({
          message: `source must be one of ${available.join(", ")} where the target is ${target}`
        })
      }
      // A source that only enriches has no records to read. It runs only when named, for its enrichments.
      const ready = candidates.flatMap((entry) =>
        Option.isSome(entry.source) && (!entry.enrichesOnly || entry.id === target || entry.id === source)
          ? [entry.source.value]
          : []
      )
      if (ready.length === 0) {
        const missing = candidates.flatMap(missingSettings)
        const next = missing.length === 0 ? "see `daybook sources`" : `set ${missing.join(", ")}`
        return yield* new Conflict({ message: `no source of ${source ?? target} is configured: ${next}` })
      }
      const withoutDays =
        days === undefined ? [] : ready.filter(({ pullDays }) => Option.isNone(pullDays)).map(({ id }) => id)
      if (withoutDays.length > 0)
        return yield* new BadInput({
          message:
            `from and to are not supported here: ${withoutDays.join(", ")} cannot be read by days; ` +
            "leave them out, or name a source that can"
        })
      return ready
    })

    return {
      /** Starts a sync of every configured source that the request selects. */
      start: Effect.fn("Triggers.start")(function* (target: string, request: SyncRequest) {
        return yield* Effect.forEach(yield* selectSources(target, request), (source) => begin(source, request))
      }),
      /**
       * Reports what the same sync would change, without writing. Only one dry run is active at a time, because it
       * reads as much as a sync.
       */
      dryRun: Effect.fn("Triggers.dryRun")(function* (target: string, request: SyncRequest) {
        const sources = yield* selectSources(target, request)
        const done = yield* Effect.forEach(sources, (source) => dryRunOf(source, request)).pipe(
          Effect.timeoutFail({
            duration: dryRunBudget,
            onTimeout: () =>
              new Conflict({
                message:
                  `a dry run of ${target} takes longer than ${Duration.toMinutes(dryRunBudget)} minutes: ` +
                  `run \`daybook sync ${target} --dry-run\``
              })
          }),
          dryRuns.withPermitsIfAvailable(1)
        )
        return yield* Effect.mapError(
          done,
          () => new Conflict({ message: "another dry run is active: try again when it has finished" })
        )
      })
    }
  })
}) {}
