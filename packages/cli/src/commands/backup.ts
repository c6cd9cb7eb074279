import { makeBackup, verifyBackup } from "@daybook/adapters/backup"
import { Args, Command } from "@effect/cli"
import { Effect, Option, Ref } from "effect"
import { Usage } from "../Failure.js"
import { described } from "../manual.js"
import * as Given from "../options.js"
import * as print from "../print.js"
import { localTime } from "../times.js"
import { withProgress } from "../progress.js"

const count = (value: number) => value.toLocaleString("en-US")
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Shows rows as they go by. */
export const withRows = <A, E, R>(name: string, work: (progress: (rows: number) => Effect.Effect<void>) => Effect.Effect<A, E, R>) =>
  withProgress(name, (report) =>
    Effect.flatMap(Ref.make(0), (seen) =>
      work((rows) => Effect.flatMap(Ref.updateAndGet(seen, (sum) => sum + rows), (sum) => report({ seen: sum, total: Option.none() })))))

const file = Args.text({ name: "file" })

const verify = Command.make("verify", { file: file.pipe(Args.withDescription("A file that `daybook backup` made")), json: Given.json }, ({ file, json }) =>
  Effect.gen(function*() {
    const good = yield* withRows("verify", (progress) => verifyBackup(file, progress))
    const data = { file, made_at: good.madeAt, schema: good.schema, tables: good.tables, rows: good.rows, pictures: good.pictures }
    yield* print.answer(json, data, () =>
      print.line(`${file} is good: restored for trial, all ${count(good.rows)} rows of ${good.tables} tables and ${count(good.pictures)} pictures are as they were on ${localTime(Date.parse(good.madeAt))}`))
  })
).pipe(Command.withDescription(described("Restore a backup for trial, somewhere else, and compare everything", "daybook backup verify daybook-2026-01-31.backup")))

export const backup = Command.make("backup", {
  file: file.pipe(Args.withDescription("Where to write it; a file that is there gives way when the new one is whole"), Args.optional),
  json: Given.json
}, ({ file, json }) =>
  Effect.gen(function*() {
    const path = yield* Effect.orElseFail(file, () => new Usage({ message: "say where to write the backup, such as `daybook backup daybook.backup`" }))
    const made = yield* withRows("backup", (progress) => makeBackup(path, progress))
    const data = { file: path, schema: made.schema, tables: made.tables, rows: made.rows, pictures: made.pictures, missing_pictures: made.missingPictures, bytes: made.bytes }
    yield* print.answer(json, data, () =>
      print.line(`${path}: ${count(made.rows)} rows of ${made.tables} tables and ${count(made.pictures)} pictures, ${megabytes(made.bytes)}`))
    if (made.missingPictures > 0) yield* print.note(`note: ${count(made.missingPictures)} pictures are not in the picture store any more, and so not in the backup`)
  })
).pipe(
  Command.withDescription(described("Write everything, pictures included, into one file", "daybook backup daybook-2026-01-31.backup")),
  Command.withSubcommands([verify])
)
