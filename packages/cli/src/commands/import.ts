import * as Daybook from "@daybook/adapters"
import { Sources, SyncEngine, syncDefaults } from "@daybook/core/sync"
import { Args, Command } from "@effect/cli"
import { Effect } from "effect"
import { describeCommand } from "../help.js"
import { entryNamed } from "../sourceSelection.js"
import * as commonOptions from "../options.js"
import * as print from "../print.js"
import { withProgress } from "../progress.js"
import { dataOf, orFail, tableOf, toOutcome } from "../syncing.js"

const name = Args.text({ name: "source" }).pipe(Args.withDescription("The source that the file was exported from"))
const files = Args.text({ name: "file" }).pipe(
  Args.withDescription("The unchanged export file of the provider"),
  Args.atLeast(1)
)

/** Imports export files. This needs no key or login of the provider. */
export const importFiles = Command.make(
  "import",
  {
    name,
    files,
    dryRun: commonOptions.dryRun,
    allowMassDelete: commonOptions.allowMassDelete,
    json: commonOptions.json
  },
  ({ allowMassDelete, dryRun, files, json, name }) =>
    Effect.gen(function* () {
      const entry = yield* entryNamed(yield* Sources, name)
      const engine = yield* SyncEngine
      const outcomes = yield* Effect.forEach(files, (path) =>
        toOutcome(
          name,
          Effect.scoped(
            Effect.flatMap(Daybook.openImportFile(name, path), (file) =>
              withProgress(file.name, (onProgress) =>
                engine.import(entry.archive, file, { ...syncDefaults("import"), allowMassDelete, dryRun, onProgress })
              )
            )
          ),
          json
        )
      )
      yield* print.answer(json, dataOf(outcomes), () => tableOf(outcomes))
      yield* orFail(outcomes)
    }).pipe(Effect.provide(Daybook.writingLayer))
).pipe(Command.withDescription(describeCommand("Read a provider's export file", "daybook import lastfm scrobbles.csv")))
