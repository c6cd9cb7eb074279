import { Clock, Effect, Option, Ref, Stream } from "effect"
import type { Days } from "../shared/DateRange.js"
import { type StorageFailure, errorWithMessage } from "../shared/errors.js"
import { Transaction } from "../shared/Transaction.js"
import { type Comparison, checkDrift } from "./drift.js"
import { keepAlive, failureOf, countRun, reportCounts } from "./runLifecycle.js"
import { recordLog } from "./runLog.js"
import { noRowUsed, observed } from "./fileReport.js"
import type { FileReport } from "./FileSample.js"
import type { Source, Step, ImportFile } from "./Source.js"
import { RawPayloads, readRaw, withRejected } from "./RawPayloads.js"
import { isSourceFailure, SourceFailure } from "./SourceFailure.js"
import {
  type Counts,
  DataVersions,
  type RunOptions,
  type SyncDeps,
  SyncStore,
  type Trigger,
  noProgress
} from "./SyncStore.js"
import { storePages } from "./storePages.js"

export interface SyncOptions extends RunOptions {
  readonly trigger: Trigger
  readonly full: boolean
  /** Read only these days, if the source supports it. */
  readonly days?: Days | undefined
  /** Called with the run's id as soon as the run is claimed. */
  readonly onClaimed?: (run: number) => Effect.Effect<void>
}

/** Options of an incremental sync without progress reports. */
export const syncDefaults = (trigger: Trigger): SyncOptions => ({
  trigger,
  full: false,
  dryRun: false,
  allowMassDelete: false,
  onProgress: () => Effect.void
})

/** The outcome of a run, counted in records. */
export interface SyncReport extends Counts {
  readonly source: string
  readonly seconds: number
}

/** The outcome of an import. A failed one reports to `ImportFile.onReport` alone. */
export interface ImportedReport extends SyncReport {
  readonly file: FileReport
  /** Records that were read. */
  readonly records: number
}

/** Another run of the same source is active. */
export class Busy extends errorWithMessage<{ readonly source: string; readonly run: number }>()(
  "Busy",
  ({ source }) => `a sync of ${source} is already running; wait until it ends`
) {}

type Failure = SourceFailure | StorageFailure | Busy

/** Syncs sources into their domains, for the command line, the scheduler, admin routes and webhooks. */
export class SyncEngine extends Effect.Service<SyncEngine>()("@daybook/core/SyncEngine", {
  effect: Effect.gen(function* () {
    const deps = { store: yield* SyncStore, transaction: yield* Transaction, versions: yield* DataVersions }
    const raw = yield* RawPayloads
    return {
      /** Reads new records from the provider (or everything, with `full`) and stores them page by page. */
      sync: Effect.fn("SyncEngine.sync")(function* (source: Source<never>, options: SyncOptions) {
        if (options.days !== undefined) {
          if (Option.isNone(source.pullDays)) return yield* daysUnsupported(source.id)
          return yield* run(
            deps,
            source,
            withoutCursor(source.pullDays.value(options.days)),
            options,
            Effect.succeed([])
          )
        }
        // Read the cursor after the run is claimed: until then another run may move it.
        const position = yield* Effect.cached(deps.store.position(source.id))
        const pages = Stream.unwrap(Effect.map(position, ({ cursor }) => source.pull({ cursor, full: options.full })))
        const comparison = Effect.map(position, ({ cursor, drift }) => ({
          before: drift,
          isWhole: options.full || Option.isNone(cursor)
        }))
        return yield* run(deps, source, pages, options, deps.store.staged(source.id), comparison)
      }),
      /** Stores an export file in the same way. */
      import: Effect.fn("SyncEngine.import")(function* (source: Source<never>, file: ImportFile, options: SyncOptions) {
        if (Option.isNone(source.importFile)) return yield* noExportFile(source.id)
        if (file.size === 0) return yield* emptyFile(source.id, file.name)
        const observation = observed(file)
        const reportAll = Effect.suspend(() => file.onReport?.(observation.report()) ?? Effect.void)
        const check = Effect.suspend(() => noRowUsed(source.id, file.name, observation.report()) ?? Effect.void)
        const reject = (reason: string) =>
          options.dryRun
            ? Effect.succeedNone
            : raw.file({
                ...{ source: source.id, file, reason },
                ...{ members: observation.memberNames(), rows: observation.report().leftOut }
              })
        const leftOut = Effect.suspend(() => {
          const { unreadable } = observation.report()
          return unreadable === 0 ? Effect.succeedNone : reject(`${unreadable} of its rows could not be read`)
        }).pipe(
          Effect.flatMap((id) =>
            Option.isNone(id) ? Effect.void : Effect.logInfo(`${file.name}: ${readRaw(id.value)} lists these rows`)
          )
        )
        let records = options.resume?.seen ?? noProgress.seen
        const ran = yield* run(
          deps,
          source,
          Stream.concat(
            source.importFile.value(observation.file),
            Stream.drain(Stream.fromEffect(Effect.zipRight(check, leftOut)))
          ).pipe(
            Stream.catchAll((failure) =>
              failure.state === "bad_file"
                ? Effect.flatMap(reject(failure.message), (id) => withRejected(failure, id))
                : failure
            )
          ),
          {
            ...options,
            trigger: "import",
            fileName: file.name,
            onProgress: (at) =>
              Effect.zipRight(
                Effect.sync(() => void (records = at.seen)),
                options.onProgress(at)
              )
          },
          // Removals staged by a sync of the provider do not concern this file.
          Effect.succeed([]),
          Effect.map(deps.store.position(source.id), ({ drift }) => ({ before: drift, isWhole: false }))
        ).pipe(Effect.ensuring(reportAll))
        return { ...ran, file: observation.report(), records } satisfies ImportedReport
      }),
      /** Stores single records that were read again, for example after a webhook. The cursor does not move. */
      reread: Effect.fn("SyncEngine.reread")(function* (
        source: Source<never>,
        steps: Stream.Stream<Step<never>, SourceFailure>
      ) {
        return yield* run(deps, source, withoutCursor(steps), syncDefaults("webhook"), Effect.succeed([]))
      })
    }
  })
}) {}

type Pages = Stream.Stream<Step<never>, SourceFailure | StorageFailure>

const withoutCursor = (steps: Stream.Stream<Step<never>, SourceFailure>): Pages =>
  Stream.map(steps, (step) => ({ ...step, cursor: Option.none() }))

const run = (
  deps: SyncDeps,
  source: Source<never>,
  pages: Pages,
  options: SyncOptions,
  staged: Effect.Effect<ReadonlyArray<string>, StorageFailure>,
  /** Asked at the end. Absent: the provider's number of records is not compared. */
  comparison?: Effect.Effect<Comparison, StorageFailure>
) =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const counts = yield* Ref.make<Counts>({ added: 0, changed: 0, removed: 0 })
    const readsAll = comparison === undefined ? Effect.succeed(false) : Effect.map(comparison, ({ isWhole }) => isWhole)
    const work = Effect.flatMap(staged, (missing) =>
      storePages(deps, source, pages, options, new Set(missing), counts, readsAll)
    ).pipe(
      Effect.flatMap((seen) =>
        comparison === undefined || options.dryRun ? Effect.void : checkDrift(deps.store, source, comparison, seen)
      ),
      Effect.catchSomeDefect((defect) => (isSourceFailure(defect) ? Option.some(Effect.fail(defect)) : Option.none()))
    )
    // Pages stored before a failure count too, so the domain recounts in either case.
    yield* options.dryRun
      ? work
      : recordRun(deps, source, Effect.ensuring(work, Effect.ignoreLogged(source.recount)), options, counts, start)
    const end = yield* Clock.currentTimeMillis
    return { source: source.id, seconds: (end - start) / 1000, ...(yield* Ref.get(counts)) } satisfies SyncReport
  })

/** Claims the run, sends heartbeats, and records how it ended. */
const recordRun = (
  { store }: SyncDeps,
  source: Source<never>,
  work: Effect.Effect<void, SourceFailure | StorageFailure>,
  { onClaimed, trigger }: SyncOptions,
  counts: Ref.Ref<Counts>,
  start: number
) =>
  Effect.acquireUseRelease(
    store.claim({ source: source.id, domain: source.domain, syncType: source.syncType, trigger }),
    (claim): Effect.Effect<void, Failure> =>
      claim._tag === "Busy"
        ? new Busy({ source: source.id, run: claim.run })
        : Effect.zipRight(
            onClaimed?.(claim.run) ?? Effect.void,
            Effect.raceFirst(
              recordLog(store, claim.run, Effect.raceFirst(work, keepAlive(store, source.id, claim.run))),
              reportCounts(store, counts, claim.run)
            )
          ),
    (claim, exit) =>
      claim._tag === "Busy"
        ? Effect.void
        : Effect.flatMap(Effect.all([Ref.get(counts), Clock.currentTimeMillis]), ([sum, now]) => {
            const failure = failureOf(source.id, exit)
            countRun(source.id, sum, failure, now - start)
            return Effect.ignoreLogged(store.finish(claim.run, sum, failure))
          })
  )

const daysUnsupported = (source: string) =>
  new SourceFailure({
    source,
    state: "bad_answer",
    message: `${source} cannot be read by days`,
    next: "run a full sync"
  })

const emptyFile = (source: string, name: string) =>
  new SourceFailure({
    source,
    state: "bad_file",
    message: `${name} is empty`,
    next: "export it again and check that the download is complete"
  })

const noExportFile = (source: string) =>
  new SourceFailure({
    source,
    state: "bad_file",
    message: `${source} has no export file that Daybook can read`,
    next: "run `daybook sources` to list the sources that have one"
  })
