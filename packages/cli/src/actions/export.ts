import * as Daybook from "@daybook/adapters"
import type { Domain } from "@daybook/core"
import { domainNames } from "@daybook/core/domain"
import { Corrections, correctionLine } from "@daybook/core/corrections"
import { Exports } from "@daybook/core/export"
import { type ExportFormat, type ExportFormatName, exportFormats, fileNameOf } from "@daybook/core/formats"
import { Calendar } from "@daybook/core/shared"
import * as Path from "@effect/platform/Path"
import { Effect, Option, Ref, Stream } from "effect"
import { Usage } from "../failures.js"
import { makePrivateFolder, unwritable, writePrivateFile } from "../privateFile.js"
import { domainNamed } from "../sourceSelection.js"
import * as print from "../print.js"

interface ExportOptions {
  readonly domains: ReadonlyArray<string>
  readonly format: Option.Option<ExportFormatName>
  readonly out: string
  readonly json: boolean
}

/** Writes one table. Returns the number of rows. */
const writeTable = Effect.fn("export.writeTable")(function* (
  file: string,
  rows: Stream.Stream<string, { readonly message: string }>
) {
  const count = yield* Ref.make(0)
  const countedRows = Stream.tap(rows, () => Ref.update(count, (sum) => sum + 1))
  yield* writePrivateFile(file, Stream.encodeText(Stream.map(countedRows, (row) => `${row}\n`)))
  return yield* Ref.get(count)
})

const writeTables = (selected: ReadonlyArray<Domain>, out: string, json: boolean) =>
  Effect.gen(function* () {
    const path = yield* Path.Path
    const exports = yield* Exports
    const rows: Array<{ readonly domain: string; readonly table: string; readonly rows: number }> = []
    for (const domain of selected) {
      const folder = path.join(out, domain)
      yield* makePrivateFolder(folder)
      for (const { name, rows: of } of exports.tables(domain)) {
        rows.push({ domain, table: name, rows: yield* writeTable(path.join(folder, `${name}.ndjson`), of) })
      }
    }
    const corrections = yield* Effect.flatMap(Corrections, ({ all }) => all)
    const lines = corrections.filter(({ domain }) => selected.some((name) => name === domain)).map(correctionLine)
    yield* writeTable(path.join(out, "corrections.ndjson"), Stream.fromIterable(lines))
    yield* print.answer(json, rows, () =>
      print.table(
        ["domain", "table", "rows"],
        rows.map((row) => [row.domain, row.table, row.rows])
      )
    )
  })

const exportTables = ({ domains: names, json, out }: ExportOptions) =>
  Effect.gen(function* () {
    const selected = names.length === 0 ? yield* domainNames : yield* Effect.forEach(names, domainNamed)
    yield* Effect.provide(writeTables(selected, out, json), Daybook.layer)
  })

/** The domains of a format, in words: `running and activities`. */
const domainsOf = ({ domain, optionalDomain }: ExportFormat): string =>
  optionalDomain === undefined ? domain : `${domain} and ${optionalDomain}`

/** Writes the records of a format's domain into one file, and says so if there are none. */
const writeFormat = (name: ExportFormatName, out: string, json: boolean) =>
  Effect.gen(function* () {
    const path = yield* Path.Path
    const format = exportFormats[name]
    const file = path.join(out, fileNameOf(format, yield* Effect.flatMap(Calendar, ({ today }) => today)))
    const count = yield* Ref.make(0)
    yield* makePrivateFolder(out)
    yield* writePrivateFile(file, format.write(Ref.update(count, (sum) => sum + 1)))
    const records = yield* Ref.get(count)
    yield* print.answer(json, { format: name, domain: format.domain, file, records }, () =>
      print.line(
        records === 0
          ? `${file}: empty, as ${domainsOf(format)} ${format.optionalDomain === undefined ? "has" : "have"} no records for ${name} yet`
          : `${file}: ${records} ${records === 1 ? "record" : "records"} of ${domainsOf(format)}`
      )
    )
  })

const exportFormat = (name: ExportFormatName, { domains, json, out }: ExportOptions) =>
  Effect.gen(function* () {
    if (domains.length > 0)
      return yield* new Usage({
        message: `--format ${name} writes ${domainsOf(exportFormats[name])} and nothing else: leave the domains out`
      })
    yield* Effect.provide(writeFormat(name, out, json), Daybook.layer)
  })

export const exportData = (options: ExportOptions) =>
  Effect.mapError(
    Option.isSome(options.format) ? exportFormat(options.format.value, options) : exportTables(options),
    unwritable(options.out)
  )
