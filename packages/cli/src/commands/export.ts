import * as Daybook from "@daybook/adapters"
import { type Domain, domains } from "@daybook/core"
import { Exports } from "@daybook/core/export"
import { Args, Command, Options } from "@effect/cli"
import { isPlatformError } from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { Effect, Ref, Stream } from "effect"
import { domainNamed } from "../choose.js"
import { Failure } from "../Failure.js"
import { described } from "../manual.js"
import * as Given from "../options.js"
import * as print from "../print.js"

const chosen = Args.text({ name: "domain" }).pipe(Args.withDescription("What to write; all domains when none is named"), Args.repeated)
const options = {
  domains: chosen,
  out: Options.text("out").pipe(Options.withDescription("Folder for the files; made where it is not there")),
  json: Given.json
}

/** What the file system says, for the person who gave the folder. */
const unwritable = (out: string) => <E>(error: E) =>
  isPlatformError(error)
    ? new Failure({ message: `the export into ${out} cannot be written: ${error._tag === "SystemError" ? error.description ?? error.reason : error.message}; give --out a folder, or a place for one, that this user may write to` })
    : error

/** Writes one table: whole under its name, or not at all. Gives its rows. */
const write = Effect.fn("export.write")(function*(file: string, rows: Stream.Stream<string, { readonly message: string }>) {
  const files = yield* FileSystem.FileSystem
  const count = yield* Ref.make(0)
  const draft = `${file}.part`
  yield* Stream.run(
    Stream.encodeText(Stream.tap(Stream.map(rows, (row) => `${row}\n`), () => Ref.update(count, (sum) => sum + 1))),
    files.sink(draft)
  ).pipe(
    Effect.zipRight(files.rename(draft, file)),
    Effect.onError(() => Effect.ignore(files.remove(draft, { force: true })))
  )
  return yield* Ref.get(count)
})

const writing = (chosen: ReadonlyArray<Domain>, out: string, json: boolean) =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const exports = yield* Exports
    const rows: Array<{ readonly domain: string; readonly table: string; readonly rows: number }> = []
    for (const domain of chosen) {
      const folder = path.join(out, domain)
      yield* files.makeDirectory(folder, { recursive: true })
      for (const { name, rows: of } of exports.tables(domain)) {
        rows.push({ domain, table: name, rows: yield* write(path.join(folder, `${name}.ndjson`), of) })
      }
    }
    yield* print.answer(json, rows, () => print.table(["domain", "table", "rows"], rows.map((row) => [row.domain, row.table, row.rows])))
  }).pipe(Effect.mapError(unwritable(out)))

export const exportTables = Command.make("export", options, ({ domains: wanted, json, out }) =>
  Effect.gen(function*() {
    const chosen = wanted.length === 0 ? domains : yield* Effect.forEach(wanted, domainNamed)
    yield* Effect.provide(writing(chosen, out, json), Daybook.layer)
  })
).pipe(Command.withDescription(described("Write everything stored as NDJSON, a file a table, without secrets", "daybook export listening --out my-data")))
