import { Clock, Data, Effect, Option, Ref, Stream } from "effect"
import { Transaction } from "../shared/Transaction.js"
import type { StorageFailure } from "../shared/errors.js"
import { DataVersions } from "./DataVersions.js"
import type { ImportFile } from "./ImportFile.js"
import { failureOf } from "./failureOf.js"
import type { Source, Step } from "./Source.js"
import { SourceFailure } from "./SourceFailure.js"
import { type Counts, SyncStore, type Trigger } from "./SyncStore.js"

export interface SyncOptions {
  readonly trigger: Trigger
  readonly full: boolean
  readonly dryRun: boolean
  readonly allowMassDelete: boolean
  /** Told after each stored page. */
  readonly onProgress: (progress: Progress) => Effect.Effect<void>
}

/** How hosts sync: what is new, nobody watching. */
export const quietly = (trigger: Trigger): SyncOptions => ({
  trigger,
  full: false,
  dryRun: false,
  allowMassDelete: false,
  onProgress: () => Effect.void
})

export interface Progress {
  readonly seen: number
  readonly total: Option.Option<number>
}

/** What a run did, in records. */
export interface Report extends Counts {
  readonly source: string
  readonly seconds: number
}

/** Another run of the same source is alive. */
export class Busy extends Data.TaggedError("Busy")<{ readonly source: string; readonly run: number }> {}

/** Removing more than this share of a source's records, and more than a handful, needs the operator's word. */
const massShare = 0.2
const massFloor = 10
const heartbeat = "5 seconds"

/** Runs sources into their rooms: command, schedule, admin route and webhook all come through here. */
export class SyncEngine extends Effect.Service<SyncEngine>()("@daybook/core/SyncEngine", {
  effect: Effect.gen(function*() {
    const store = yield* SyncStore
    const transaction = yield* Transaction
    const versions = yield* DataVersions

    const storePage = (source: Source<never>, step: Step<never>, options: SyncOptions) =>
      Effect.gen(function*() {
        const applied = yield* step.apply
        if (options.dryRun) return applied
        if (applied.missing.length > 0) yield* store.stage(source.id, applied.missing)
        if (applied.added + applied.changed > 0) yield* versions.bump(source.domain)
        if (Option.isSome(step.cursor)) yield* store.advance(source.id, step.cursor.value)
        return applied
      })

    const removeMissing = Effect.fn("SyncEngine.removeMissing")(function*(source: Source<never>, missing: ReadonlyArray<string>, options: SyncOptions) {
      if (missing.length === 0) return 0
      const held = missing.length > massFloor && !options.allowMassDelete ? yield* source.count : Infinity
      if (missing.length > held * massShare) {
        if (!options.dryRun) yield* store.unstage(source.id)
        return yield* massRemoval(source.id, missing.length, held)
      }
      if (options.dryRun) return missing.length
      return yield* transaction.run(Effect.gen(function*() {
        const removed = yield* source.remove(missing)
        yield* store.unstage(source.id)
        yield* versions.bump(source.domain)
        return removed
      }))
    })

    const walk = (source: Source<never>, pages: Stream.Stream<Step<never>, SourceFailure>, options: SyncOptions, counts: Ref.Ref<Counts>) =>
      Effect.gen(function*() {
        const seen = yield* Ref.make(0)
        const missing = yield* Ref.make<ReadonlyArray<string>>([])
        yield* Stream.runForEach(pages, (step) =>
          Effect.gen(function*() {
            const page = storePage(source, step, options)
            const applied = yield* (options.dryRun ? transaction.rehearse(page) : transaction.run(page))
            yield* Ref.update(counts, (sum) => ({ ...sum, added: sum.added + applied.added, changed: sum.changed + applied.changed }))
            if (options.dryRun) yield* Ref.update(missing, (keys) => [...keys, ...applied.missing])
            const total = yield* Ref.updateAndGet(seen, (n) => n + step.seen)
            yield* options.onProgress({ seen: total, total: step.total })
          }))
        const keys = options.dryRun ? yield* Ref.get(missing) : yield* store.staged(source.id)
        const removed = yield* removeMissing(source, keys, options)
        yield* Ref.update(counts, (sum) => ({ ...sum, removed }))
      })

    const claimed = (source: Source<never>, pages: Stream.Stream<Step<never>, SourceFailure>, options: SyncOptions) =>
      Effect.gen(function*() {
        const counts = yield* Ref.make<Counts>({ added: 0, changed: 0, removed: 0 })
        const work = walk(source, pages, options, counts)
        // What was stored before a failure counts too, so the room settles in either case.
        if (options.dryRun) yield* work
        else yield* recorded(source, Effect.ensuring(work, Effect.ignoreLogged(source.settle)), options, counts)
        return yield* Ref.get(counts)
      })

    /** Begins the run, keeps it alive, and writes down how it ended, however it ended. */
    const recorded = (source: Source<never>, work: Effect.Effect<void, SourceFailure | StorageFailure>, options: SyncOptions, counts: Ref.Ref<Counts>) =>
      Effect.acquireUseRelease(
        store.claim({ source: source.id, domain: source.domain, syncType: source.syncType, trigger: options.trigger }),
        (claim): Effect.Effect<void, SourceFailure | StorageFailure | Busy> =>
          claim._tag === "Busy"
            ? new Busy({ source: source.id, run: claim.run })
            : Effect.raceFirst(work, Effect.forever(Effect.delay(store.beat(claim.run), heartbeat))),
        (claim, exit) =>
          claim._tag === "Busy"
            ? Effect.void
            : Ref.get(counts).pipe(
              Effect.flatMap((sum) => store.finish(claim.run, sum, failureOf(source.id, exit))),
              Effect.ignoreLogged
            )
      )

    const timed = (source: Source<never>, run: Effect.Effect<Counts, SourceFailure | StorageFailure | Busy>) =>
      Effect.gen(function*() {
        const start = yield* Clock.currentTimeMillis
        const counts = yield* run
        const end = yield* Clock.currentTimeMillis
        return { source: source.id, seconds: (end - start) / 1000, ...counts } satisfies Report
      })

    return {
      /** Reads what is new at the provider (or everything, with `full`) and stores it page by page. */
      sync: Effect.fn("SyncEngine.sync")(function*(source: Source<never>, options: SyncOptions) {
        const cursor = yield* store.cursor(source.id)
        return yield* timed(source, claimed(source, source.pull({ cursor, full: options.full }), options))
      }),
      /** The same walk with an export file as the page source. */
      import: Effect.fn("SyncEngine.import")(function*(source: Source<never>, file: ImportFile, options: SyncOptions) {
        if (Option.isNone(source.importFile)) {
          return yield* new SourceFailure({
            source: source.id,
            state: "bad_file",
            message: `${source.id} has no export file that Daybook reads`,
            next: "see `daybook sources` for those that have one"
          })
        }
        return yield* timed(source, claimed(source, source.importFile.value(file), { ...options, trigger: "import" }))
      })
    }
  })
}) {}

const massRemoval = (source: string, missing: number, before: number) =>
  new SourceFailure({
    source,
    state: "mass_removal",
    message: `${source} no longer holds ${missing} of ${before} records; nothing was removed`,
    next: `if that is right, run \`daybook sync ${source} --full --allow-mass-delete\``
  })
