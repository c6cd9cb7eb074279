import * as Daybook from "@daybook/adapters"
import type { Domain } from "@daybook/core"
import { domainNames } from "@daybook/core/domain"
import { Exports } from "@daybook/core/export"
import { isPlatformError } from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { Effect, Ref, Stream } from "effect"
import { Failure } from "../failures.js"
import { domainNamed } from "../sourceSelection.js"
import * as print from "../print.js"

interface ExportOptions {
  readonly domains: ReadonlyArray<string>
  readonly out: string
  readonly json: boolean
}

/** A file system error as a message for the user. */
const unwritable =
  (out: string) =>
  <E>(error: E) =>
    isPlatformError(error)
      ? new Failure({
          message: `the export into ${out} cannot be written: ${error._tag === "SystemError" ? (error.description ?? error.reason) : error.message}; give --out a folder that this user may write to`
        })
      : error

/** Writes one table atomically, readable by its owner only. Returns the number of rows. */
const write = Effect.fn("export.write")(function* (
  file: string,
  rows: Stream.Stream<string, { readonly message: string }>
) {
  const files = yield* FileSystem.FileSystem
  const count = yield* Ref.make(0)
  const draft = `${file}.part`
  yield* Stream.run(
    Stream.encodeText(
      Stream.tap(
        Stream.map(rows, (row) => `${row}\n`),
        () => Ref.update(count, (sum) => sum + 1)
      )
    ),
    files.sink(draft, { mode: 0o600 })
  ).pipe(
    Effect.zipRight(files.rename(draft, file)),
    Effect.onError(() => Effect.ignore(files.remove(draft, { force: true })))
  )
  return yield* Ref.get(count)
})

const writeTables = (selected: ReadonlyArray<Domain>, out: string, json: boolean) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const exports = yield* Exports
    const rows: Array<{ readonly domain: string; readonly table: string; readonly rows: number }> = []
    for (const domain of selected) {
      const folder = path.join(out, domain)
      yield* files.makeDirectory(folder, { recursive: true, mode: 0o700 })
      for (const { name, rows: of } of exports.tables(domain)) {
        rows.push({ domain, table: name, rows: yield* write(path.join(folder, `${name}.ndjson`), of) })
      }
    }
    yield* print.answer(json, rows, () =>
      print.table(
        ["domain", "table", "rows"],
        rows.map((row) => [row.domain, row.table, row.rows])
      )
    )
  }).pipe(Effect.mapError(unwritable(out)))

export const exportTables = ({ domains: names, json, out }: ExportOptions) =>
  Effect.gen(function* () {
    const selected = names.length === 0 ? yield* domainNames : yield* Effect.forEach(names, domainNamed)
    yield* Effect.provide(writeTables(selected, out, json), Daybook.layer)
  })
