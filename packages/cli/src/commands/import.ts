import * as Daybook from "@daybook/adapters"
import { Sources, SyncEngine, quietly } from "@daybook/core/sync"
import { Args, Command } from "@effect/cli"
import { Effect } from "effect"
import { entryNamed } from "../choose.js"
import { described } from "../manual.js"
import * as Option from "../options.js"
import * as print from "../print.js"
import { withProgress } from "../progress.js"
import { dataOf, orFail, tableOf, told } from "../syncing.js"

const name = Args.text({ name: "source" }).pipe(Args.withDescription("Whose export file it is"))
const files = Args.text({ name: "file" }).pipe(Args.withDescription("The export file, as the provider gave it"), Args.atLeast(1))

/** Reads export files. The provider's key or login is not needed for that. */
export const importFiles = Command.make("import", { name, files, dryRun: Option.dryRun, allowMassDelete: Option.allowMassDelete, json: Option.json }, ({ allowMassDelete, dryRun, files, json, name }) =>
  Effect.gen(function*() {
    const entry = yield* entryNamed(yield* Sources, name)
    const engine = yield* SyncEngine
    const outcomes = yield* Effect.forEach(files, (path) =>
      told(
        name,
        Effect.scoped(Effect.flatMap(Daybook.openImportFile(name, path), (file) =>
          withProgress(file.name, (onProgress) => engine.import(entry.archive, file, { ...quietly("import"), dryRun, allowMassDelete, onProgress })))),
        json
      ))
    yield* print.answer(json, dataOf(outcomes), () => tableOf(outcomes))
    yield* orFail(outcomes)
  }).pipe(Effect.provide(Daybook.layer))
).pipe(Command.withDescription(described("Read a provider's export file", "daybook import lastfm scrobbles.csv")))
