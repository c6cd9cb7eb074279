import { Clock, Effect, Option, Ref, Stream } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { noReport } from "../sync/fileReport.js"
import type { FileReport } from "../sync/FileSample.js"
import type { ImportFile } from "../sync/Source.js"
import { SourceFailure } from "../sync/SourceFailure.js"
import type { SourceEntry } from "../sync/Sources.js"
import { type Busy, type SyncEngine, syncDefaults } from "../sync/SyncEngine.js"
import { type RunProgress, noProgress } from "../sync/SyncStore.js"
import type { Import, ImportProgress, ImportResult } from "./model.js"
import type { ImportFiles, ImportStore } from "./ports.js"

/** How often the progress of a dry run is stored, in milliseconds. An import stores it with each page. */
const reportEvery = 1_000

/** A file that counts the bytes that are read, and keeps the report of its reader. */
const metered = (file: ImportFile) => {
  let bytes = 0
  let report = noReport
  const count = (part: Uint8Array) => void (bytes += part.byteLength)
  const meteredFile: ImportFile = {
    ...file,
    stream: Stream.map(file.stream, (part) => (count(part), part)),
    slice: (from, to) => Effect.tap(file.slice(from, to), (part) => Effect.sync(() => count(part))),
    onReport: (one) => Effect.sync(() => void (report = one))
  }
  return { file: meteredFile, bytes: () => Math.min(bytes, file.size), report: () => report }
}

const progressOf = (
  { added, changed, pages, present, removed, seen, times }: RunProgress,
  bytesRead: number
): ImportProgress => ({
  ...{ pages, added, changed, removed, present, bytesRead },
  rows: seen,
  firstAt: times?.from ?? null,
  lastAt: times?.to ?? null
})

/** Where an interrupted import goes on. */
const resumedAt = ({ added, changed, firstAt, lastAt, pages, present, removed, rows }: Import): RunProgress => ({
  ...{ pages, added, changed, removed, present },
  seen: rows,
  total: Option.none(),
  times: firstAt === null || lastAt === null ? undefined : { from: firstAt, to: lastAt }
})

const resultOf = (
  { added, changed, present, removed, seen, times }: RunProgress,
  { leftOut, members, readable, reasons, remarks, unreadable }: FileReport
): ImportResult => ({
  ...{ added, changed, removed, present, leftOut, members, readable, reasons, remarks, unreadable },
  rows: seen,
  firstAt: times?.from ?? null,
  lastAt: times?.to ?? null
})

/** How an attempt ended. A failed one has the result up to the failure. */
export interface Attempt {
  readonly result: ImportResult
  readonly failure: SourceFailure | null
}

interface AttemptDeps {
  readonly engine: SyncEngine
  readonly files: typeof ImportFiles.Service
  readonly store: typeof ImportStore.Service
}

/**
 * Reads the file into its source: a dry run, or an import that goes on after the last stored page. Is interrupted if
 * the import was stopped while a page was being stored; that page is not.
 */
export const attempt = (
  { engine, files, store }: AttemptDeps,
  entry: SourceEntry | undefined,
  one: Import
): Effect.Effect<Attempt, StorageFailure | Busy> =>
  Effect.scoped(
    Effect.gen(function* () {
      const progress = yield* Ref.make<RunProgress>(one.isDryRun ? noProgress : resumedAt(one))
      const opened = yield* Effect.either(entry === undefined ? unknownSource(one) : files.open(one.file, one.name))
      if (opened._tag === "Left") return { result: resultOf(noProgress, noReport), failure: opened.left }
      const meter = metered(opened.right)
      const save = (at: RunProgress) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => store.progress(one.id, progressOf(at, meter.bytes()), now))
      let savedAt = 0
      const saveSometimes = (at: RunProgress) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          if (now - savedAt < reportEvery) return Effect.void
          savedAt = now
          return Effect.ignoreLogged(save(at))
        })
      const ended = yield* engine
        .import(entry!.archive, meter.file, {
          ...syncDefaults("import"),
          dryRun: one.isDryRun,
          onClaimed: (run) => Effect.ignoreLogged(store.claimed(one.id, run)),
          onProgress: (at) => Effect.zipRight(Ref.set(progress, at), one.isDryRun ? saveSometimes(at) : Effect.void),
          // A page that would be stored without its progress would be counted again, with nothing added.
          inPage: (at) => Effect.if(save(at), { onTrue: () => Effect.void, onFalse: () => Effect.interrupt }),
          ...(one.isDryRun || one.pages === 0 ? {} : { resume: resumedAt(one) })
        })
        .pipe(
          Effect.map(({ removed }) => ({ removed, failure: null })),
          Effect.catchTag("SourceFailure", (failure) => Effect.succeed({ removed: 0, failure }))
        )
      if (one.isDryRun) yield* Effect.ignoreLogged(store.tidy)
      const at = yield* Ref.get(progress)
      return { result: resultOf({ ...at, removed: ended.removed }, meter.report()), failure: ended.failure }
    })
  )

const unknownSource = ({ source }: Import) =>
  new SourceFailure({
    source,
    state: "bad_file",
    message: `this host has no source ${source}`,
    next: "configure it again, or delete the import"
  })
