import * as Daybook from "@daybook/adapters"
import {
  type FileReport,
  type SourceEntry,
  Sources,
  SyncEngine,
  noReport,
  recogniseSource,
  syncDefaults
} from "@daybook/core/sync"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { basename } from "node:path"
import { Failure, Usage } from "../failures.js"
import { type ImportOutcome, importData, linesOf } from "../importReport.js"
import { entryNamed } from "../sourceSelection.js"
import * as print from "../print.js"
import { withProgress } from "../progress.js"
import { orFail, tableOf, toOutcome } from "../syncing.js"

interface ImportOptions {
  /** A source and files, or files alone. */
  readonly names: ReadonlyArray<string>
  readonly dryRun: boolean
  readonly allowMassDelete: boolean
  readonly json: boolean
}

/** A first argument that can only be a source: it is no path and no file. */
const isSourceName = (name: string) => !/[./\\]/.test(name) && !existsSync(name)

/** The source, if one is named, and the files. */
const selectionOf = (entries: ReadonlyArray<SourceEntry>, names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const [first = "", ...rest] = names
    if (rest.length === 0 || (!entries.some(({ id }) => id === first) && !isSourceName(first)))
      return { entry: undefined, files: names }
    return { entry: yield* entryNamed(entries, first), files: rest }
  })

/** The source that the content of a file names. */
const recognised = (entries: ReadonlyArray<SourceEntry>, path: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = yield* Daybook.openImportFile("import", path)
      return yield* recogniseSource(entries, yield* Daybook.sampleOf(file), path)
    })
  ).pipe(Effect.catchTag("BadInput", ({ message }) => new Failure({ message })))

/** A source alone is a mistake that needs no database to find. */
const refuseSourceAlone = ([first = "", ...rest]: ReadonlyArray<string>) =>
  rest.length === 0 && isSourceName(first)
    ? new Usage({ message: `there is no file ${first}: give one, as in \`daybook import ${first} <file>\`` })
    : Effect.void

/** Imports export files. This needs no key or login of the provider. */
export const importFiles = (options: ImportOptions) =>
  Effect.zipRight(refuseSourceAlone(options.names), importing(options))

const importing = ({ allowMassDelete, dryRun, json, names }: ImportOptions) =>
  Effect.gen(function* () {
    const entries = yield* Sources
    const engine = yield* SyncEngine
    const { entry: named, files } = yield* selectionOf(entries, names)
    const read = (entry: SourceEntry, path: string) =>
      Effect.gen(function* () {
        let report = noReport
        const keep = (one: FileReport) => Effect.sync(() => void (report = one))
        let records = 0
        const run = Effect.scoped(
          Effect.flatMap(Daybook.openImportFile(entry.id, path), (file) =>
            withProgress(file.name, (onProgress) =>
              engine.import(
                entry.archive,
                { ...file, onReport: keep },
                {
                  ...syncDefaults("import"),
                  ...{ allowMassDelete, dryRun },
                  onProgress: (at) =>
                    Effect.zipRight(
                      Effect.sync(() => void (records = at.seen)),
                      onProgress(at)
                    )
                }
              )
            )
          )
        )
        const outcome = yield* toOutcome(entry.id, run, json)
        return { name: basename(path), outcome, file: report, records } satisfies ImportOutcome
      })
    const ended = yield* Effect.forEach(files, (path) =>
      (named === undefined ? recognised(entries, path) : Effect.succeed(named)).pipe(
        Effect.matchEffect({
          onFailure: (failure) =>
            Effect.map(toOutcome(path, Effect.fail(failure), json), (outcome): ImportOutcome => ({
              name: basename(path),
              outcome,
              file: noReport,
              records: 0
            })),
          onSuccess: (entry) => read(entry, path)
        })
      )
    )
    const outcomes = ended.map(({ outcome }) => outcome)
    yield* print.answer(json, ended.map(importData), () => tableOf(outcomes))
    if (!json) yield* Effect.forEach(ended.flatMap(linesOf), print.note, { discard: true })
    yield* orFail(outcomes)
  }).pipe(Effect.provide(Daybook.writingLayer))
