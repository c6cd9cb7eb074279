import * as Daybook from "@daybook/adapters"
import { domains } from "@daybook/core"
import { Exports } from "@daybook/core/export"
import { Args, Command, Options } from "@effect/cli"
import { FileSystem, Path } from "@effect/platform"
import { Effect, Ref, Stream } from "effect"
import { described } from "../manual.js"
import * as Given from "../options.js"
import * as print from "../print.js"

const chosen = Args.choice(domains.map((domain) => [domain, domain] as const), { name: "domain" }).pipe(Args.repeated)
const options = {
  domains: chosen,
  out: Options.text("out").pipe(Options.withDescription("Folder for the files; made where it is not there")),
  json: Given.json
}

/** Writes one table: whole under its name, or not at all. Gives its rows. */
const write = Effect.fn("export.write")(function*(file: string, rows: Stream.Stream<string, { readonly message: string }>) {
  const files = yield* FileSystem.FileSystem
  const count = yield* Ref.make(0)
  const draft = `${file}.part`
  yield* Stream.run(
    Stream.encodeText(Stream.tap(Stream.map(rows, (row) => `${row}\n`), () => Ref.update(count, (sum) => sum + 1))),
    files.sink(draft)
  )
  yield* files.rename(draft, file)
  return yield* Ref.get(count)
})

export const exportTables = Command.make("export", options, ({ domains: wanted, json, out }) =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const exports = yield* Exports
    const rows: Array<{ readonly domain: string; readonly table: string; readonly rows: number }> = []
    for (const domain of wanted.length === 0 ? domains : wanted) {
      const folder = path.join(out, domain)
      yield* files.makeDirectory(folder, { recursive: true })
      for (const { name, rows: of } of exports.tables(domain)) {
        rows.push({ domain, table: name, rows: yield* write(path.join(folder, `${name}.ndjson`), of) })
      }
    }
    yield* print.answer(json, rows, () => print.table(["domain", "table", "rows"], rows.map((row) => [row.domain, row.table, row.rows])))
  }).pipe(Effect.provide(Daybook.layer))
).pipe(Command.withDescription(described("Write everything stored as NDJSON, a file a table, without secrets", "daybook export listening --out my-data")))
