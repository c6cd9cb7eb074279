import { Clock, Effect, Option, Ref, Stream } from "effect"
import type { Days } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import { errorSaying } from "../shared/errorSaying.js"
import { Transaction } from "../shared/Transaction.js"
import { alive } from "./alive.js"
import { DataVersions } from "./DataVersions.js"
import { failureOf } from "./failureOf.js"
import type { ImportFile } from "./ImportFile.js"
import type { Source, Step } from "./Source.js"
import { SourceFailure } from "./SourceFailure.js"
import { countRun } from "./metrics.js"
import { type Counts, SyncStore, type Trigger } from "./SyncStore.js"
import type { Ground, WalkOptions } from "./Ground.js"
import { walk } from "./walk.js"

export interface SyncOptions extends WalkOptions {
  readonly trigger: Trigger
  readonly full: boolean
  /** Only these days, where the source can tell them apart. */
  readonly days?: Days | undefined
  /** Told the run's id as soon as it has one. */
  readonly onClaimed?: (run: number) => Effect.Effect<void>
}

/** How hosts sync: what is new, nobody watching. */
export const quietly = (trigger: Trigger): SyncOptions => ({
  trigger,
  full: false,
  dryRun: false,
  allowMassDelete: false,
  onProgress: () => Effect.void
})

/** What a run did, in records. */
export interface Report extends Counts {
  readonly source: string
  readonly seconds: number
}

/** Another run of the same source is alive. */
export class Busy extends errorSaying<{ readonly source: string; readonly run: number }>()(
  "Busy",
  ({ source }) => `a sync of ${source} is running already; wait for it to end`
) {}

type Failure = SourceFailure | StorageFailure | Busy

/** Runs sources into their rooms: command, schedule, admin route and webhook all come through here. */
export class SyncEngine extends Effect.Service<SyncEngine>()("@daybook/core/SyncEngine", {
  effect: Effect.gen(function*() {
    const ground = { store: yield* SyncStore, transaction: yield* Transaction, versions: yield* DataVersions }
    return {
      /** Reads what is new at the provider (or everything, with `full`) and stores it page by page. */
      sync: Effect.fn("SyncEngine.sync")(function*(source: Source<never>, options: SyncOptions) {
        if (options.days !== undefined) {
          if (Option.isNone(source.pullDays)) return yield* noDays(source.id)
          return yield* run(ground, source, withoutCursor(source.pullDays.value(options.days)), options, Effect.succeed([]))
        }
        // Read once the run is claimed: another run may move it until then.
        const pages = Stream.unwrap(Effect.map(ground.store.cursor(source.id), (cursor) => source.pull({ cursor, full: options.full })))
        return yield* run(ground, source, pages, options, ground.store.staged(source.id))
      }),
      /** The same walk with an export file as the page source. */
      import: Effect.fn("SyncEngine.import")(function*(source: Source<never>, file: ImportFile, options: SyncOptions) {
        if (Option.isNone(source.importFile)) return yield* noExportFile(source.id)
        if (file.size === 0) return yield* emptyFile(source.id, file.name)
        // What a walk of the provider found lacking is not this file's affair.
        return yield* run(ground, source, source.importFile.value(file), { ...options, trigger: "import", fileName: file.name }, Effect.succeed([]))
      }),
      /** Stores what was read anew of single records, as after a webhook: the next sync begins where it would have. */
      reread: Effect.fn("SyncEngine.reread")(function*(source: Source<never>, steps: Stream.Stream<Step<never>, SourceFailure>) {
        return yield* run(ground, source, withoutCursor(steps), quietly("webhook"), Effect.succeed([]))
      })
    }
  })
}) {}

type Pages = Stream.Stream<Step<never>, SourceFailure | StorageFailure>

const withoutCursor = (steps: Stream.Stream<Step<never>, SourceFailure>): Pages => Stream.map(steps, (step) => ({ ...step, cursor: Option.none() }))

const run = (ground: Ground, source: Source<never>, pages: Pages, options: SyncOptions, staged: Effect.Effect<ReadonlyArray<string>, StorageFailure>) =>
  Effect.gen(function*() {
    const start = yield* Clock.currentTimeMillis
    const counts = yield* Ref.make<Counts>({ added: 0, changed: 0, removed: 0 })
    const work = Effect.flatMap(staged, (missing) => walk(ground, source, pages, options, new Set(missing), counts))
    // What was stored before a failure counts too, so the room settles in either case.
    yield* options.dryRun ? work : recorded(ground, source, Effect.ensuring(work, Effect.ignoreLogged(source.settle)), options, counts, start)
    const end = yield* Clock.currentTimeMillis
    return { source: source.id, seconds: (end - start) / 1000, ...yield* Ref.get(counts) } satisfies Report
  })

/** Begins the run, keeps it alive, and writes down how it ended, however it ended. */
const recorded = ({ store }: Ground, source: Source<never>, work: Effect.Effect<void, SourceFailure | StorageFailure>, { onClaimed, trigger }: SyncOptions, counts: Ref.Ref<Counts>, start: number) =>
  Effect.acquireUseRelease(
    store.claim({ source: source.id, domain: source.domain, syncType: source.syncType, trigger }),
    (claim): Effect.Effect<void, Failure> =>
      claim._tag === "Busy"
        ? new Busy({ source: source.id, run: claim.run })
        : Effect.zipRight(onClaimed?.(claim.run) ?? Effect.void, Effect.raceFirst(work, alive(store, source.id, claim.run))),
    (claim, exit) =>
      claim._tag === "Busy"
        ? Effect.void
        : Effect.flatMap(Effect.all([Ref.get(counts), Clock.currentTimeMillis]), ([sum, now]) => {
          const failure = failureOf(source.id, exit)
          countRun(source.id, sum, failure, now - start)
          return Effect.ignoreLogged(store.finish(claim.run, sum, failure))
        })
  )

const noDays = (source: string) =>
  new SourceFailure({
    source,
    state: "bad_answer",
    message: `${source} cannot be read by days`,
    next: "sync it whole"
  })

const emptyFile = (source: string, name: string) =>
  new SourceFailure({
    source,
    state: "bad_file",
    message: `${name} is empty`,
    next: "export it again, and see that the whole file is saved"
  })

const noExportFile = (source: string) =>
  new SourceFailure({
    source,
    state: "bad_file",
    message: `${source} has no export file that Daybook reads`,
    next: "see `daybook sources` for those that have one"
  })
