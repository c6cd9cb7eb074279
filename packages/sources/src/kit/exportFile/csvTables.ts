import { type ImportFile, type Recognise, SourceFailure, isClutter } from "@daybook/core/sync"
import { Clock, Data, Effect, Stream } from "effect"
import { openImportFile } from "./openImportFile.js"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { csvRows, placeOf } from "./csv.js"
import { badFile, endedBy, makeTally } from "./exportPages.js"
import type { Format, OpenFile, Placed } from "./Format.js"
import { type Cells, columnsOf } from "./formats.js"
import { headerOf, isZipFile } from "./sample.js"
import { decodeText } from "./text.js"
import { forEachInSlices } from "../slices.js"
import { makeTableDays, unclearDays } from "./writtenDates.js"
import * as Zip from "./Zip.js"

export type { Cells } from "./formats.js"

/** What else a reader of a row gets. */
export interface RowContext {
  /** Epoch milliseconds. */
  readonly now: number
  /** Says that a date of the row cannot be right and was left out. The report names it with its line. */
  readonly dropDate: (text: string) => void
}

/** A readable row that is no record, and why: `canceled`. */
export class LeftOutRow extends Data.TaggedClass("LeftOutRow")<{ readonly reason: string }> {}

/** A format of CSV files with column names in the first row. */
export interface CsvFormat<A> {
  /** What the file is an export of: `Goodreads`. */
  readonly name: string
  /** The columns, in lower case, without which a file is not of this format. */
  readonly columns: ReadonlyArray<string>
  /** Columns of days, in lower case. `read` gets them with the year first, also of a spreadsheet. */
  readonly days?: ReadonlyArray<string>
  /** Columns of numbers, in lower case. `read` gets them with a decimal point, also of a spreadsheet. */
  readonly numbers?: ReadonlyArray<string>
  /** Reads a row. Null for one without data. */
  readonly read: (cells: Cells, context: RowContext) => A | LeftOutRow | null
}

/** Uncompressed bytes. Larger files need a reader that stores page by page. */
const maxBytes = 128 * 1_048_576

/** The comma in `9,5`, as spreadsheets write it in many languages; they group no digits unless told to. */
const decimalComma = /(?<=^\s*-?\d+),(?=\d+\s*$)/

/** A number with a decimal point, also of a spreadsheet. */
export const withDecimalPoint = (cell: string): string => cell.replace(decimalComma, ".")

const again = "export it again and import the new file as it came"

interface CsvSource {
  readonly name: string
  readonly size: number
  readonly bytes: ImportFile["stream"]
}

const isTable = (name: string): boolean => /(?:^|\/)[^/.][^/]*\.csv$/i.test(name) && !isClutter(name)

/** The CSV files in a file: itself, or those in a zip archive, in whatever folder. */
const csvFilesIn = ({ archive, file, source }: Pick<OpenFile, "archive" | "file" | "source">) =>
  Effect.gen(function* () {
    if (archive === null)
      return [{ name: file.name, size: file.size, bytes: file.stream }] satisfies ReadonlyArray<CsvSource>
    if (archive.cut !== null) return yield* Zip.cutShort(file, source, archive.cut)
    const only = Zip.onlyFile(archive.files)
    const entries = archive.files.filter(({ name }) => isTable(name))
    return (entries.length === 0 && only !== null ? [only] : entries).map((entry): CsvSource => ({
      name: entry.name,
      size: entry.size,
      bytes: Zip.open(file, source, entry)
    }))
  })

/** The format whose columns a header has, or what the nearest one lacks. */
const formatOf = <A>(header: ReadonlyArray<string>, formats: ReadonlyArray<CsvFormat<A>>) => {
  const all = formats
    .map((format) => ({ format, lacking: format.columns.filter((column) => !header.includes(column)) }))
    .toSorted((one, other) => one.lacking.length - other.lacking.length)
  const [nearest] = all
  return nearest?.lacking.length === 0
    ? { format: nearest.format, lacking: [] }
    : { format: undefined, lacking: nearest?.lacking ?? [] }
}

/** Recognises CSV files by their columns, also in an archive. */
export const recogniseTables =
  (formats: ReadonlyArray<Pick<CsvFormat<unknown>, "columns">>): Recognise =>
  ({ members = [], rows }) =>
    [{ name: "", rows }, ...members.filter(({ name }) => isTable(name))].some((beginning) => {
      const names = columnsOf(beginning)
      return formats.some(({ columns }) => columns.every((name) => names.has(name)))
    })

/** The rows of a file; the failure for a file of no format, which an archive may hold next to others. */
const readCsv = <A>(
  { bytes, name, size }: CsvSource,
  source: string,
  formats: ReadonlyArray<CsvFormat<A>>,
  tally: OpenFile["tally"]
): Effect.Effect<ReadonlyArray<Placed<A | LeftOutRow>> | SourceFailure, SourceFailure> =>
  Effect.gen(function* () {
    if (size > maxBytes) return yield* badFile(source, `${name} has more than 128 MB`, again)
    let header: ReadonlyArray<string> = []
    const layout = (values: ReadonlyArray<string>) => {
      header = headerOf(values)
      return { columns: values.length, isHeader: true }
    }
    const rows = Array.from(yield* Stream.runCollect(csvRows(decodeText(bytes), { layout, mayBeShort: true })))
    const { format, lacking } = formatOf(header, formats)
    if (format === undefined) {
      const names = formats.map((one) => one.name).join(" or ")
      const what = `${name} is no export of ${names}: it has no column ${lacking.join(", ")}`
      return badFile(source, what, "import the file as the service gave it to you")
    }
    const cellOf = (values: ReadonlyArray<string>, column: string) => values[header.indexOf(column)] ?? ""
    const columns = format.days ?? []
    const now = yield* Clock.currentTimeMillis
    const days = makeTableDays(
      rows.flatMap(({ values }) => (values === null ? [] : columns.map((column) => cellOf(values, column)))),
      now
    )
    const dropped: Array<string> = []
    if (days.isUnclear) tally.remark(`${name}: ${unclearDays}; its dates were left out`)
    const cells = (values: ReadonlyArray<string>) => (column: string) => {
      const cell = cellOf(values, column)
      // A date that is none stays as it is, so that the reader can say so.
      if (columns.includes(column)) return days.dayIn(cell) ?? (days.isUnclear ? "" : cell)
      return format.numbers?.includes(column) === true ? withDecimalPoint(cell) : cell
    }
    const records: Array<Placed<A | LeftOutRow>> = []
    yield* forEachInSlices(rows, (placed) => {
      const { isCut, line, values } = placed
      if (isCut) tally.cutShort(`${name} ends within the row at line ${line}`)
      const dropDate = (text: string) => void dropped.push(`line ${line}: ${text.slice(0, maxDateLength)}`)
      const row = values === null ? null : format.read(cells(values), { now, dropDate })
      if (row === null) {
        if (!isCut)
          tally.leaveOut(
            `${name} ${placeOf(placed)}`,
            values === null ? "it has another number of values than the columns" : "it has no data"
          )
        return
      }
      records.push({ place: `${name} line ${line}`, row })
    })
    if (dropped.length > 0) tally.remark(`${name}: ${droppedDates(dropped)}`)
    return records
  })

/** Characters of a date that a report names, and the number of dates. */
const maxDateLength = 40
const maxDates = 10

const droppedDates = (dates: ReadonlyArray<string>): string => {
  const more = dates.length > maxDates ? ` and ${dates.length - maxDates} more` : ""
  const subject =
    dates.length === 1 ? "1 date cannot be right and was" : `${dates.length} dates cannot be right and were`
  return `${subject} left out (${dates.slice(0, maxDates).join(", ")}${more})`
}

const tableRows = <A>(
  open: Pick<OpenFile, "archive" | "file" | "source" | "tally">,
  formats: ReadonlyArray<CsvFormat<A>>
): Effect.Effect<ReadonlyArray<Placed<A | LeftOutRow>>, SourceFailure> =>
  Effect.gen(function* () {
    const { file, source, tally } = open
    const files = yield* csvFilesIn(open)
    if (files.length === 0) return yield* badFile(source, `${file.name} holds no CSV file`, again)
    const results = yield* Effect.forEach(files, (one) => readCsv(one, source, formats, tally))
    const foreign = results.filter((result) => result instanceof SourceFailure)
    if (foreign.length === files.length)
      return yield* files.every(({ name }) => open.archive === null || isTable(name))
        ? foreign[0]!
        : badFile(source, `${file.name} holds no CSV file`, again)
    for (const { message } of foreign) tally.remark(`${message}; it was left out`)
    return results.flatMap((result) => (result instanceof SourceFailure ? [] : result))
  })

/** Counts the rows and reports what was left out. Fails for a file that is cut short. */
const endOf = (
  { file, source, tally }: Pick<OpenFile, "file" | "source" | "tally">,
  rows: ReadonlyArray<Placed<unknown>>
) =>
  Effect.suspend(() => {
    for (const { place, row } of rows)
      if (row instanceof LeftOutRow) tally.skip(row.reason, place)
      else tally.read()
    return Stream.runDrain(endedBy(tally.tally, { source, file })(Stream.empty))
  })

/**
 * The rows of a CSV file, or of the CSV files in a zip archive, each file by the format whose columns it has. Columns
 * are found by name, unknown ones are ignored. Rows that cannot be read are left out, counted and named by line. So are
 * files of no format next to others. Fails if there is no other, and for a file that is cut short.
 */
export const readTables = <A>(
  file: ImportFile,
  source: string,
  formats: ReadonlyArray<CsvFormat<A>>
): Effect.Effect<ReadonlyArray<A>, SourceFailure> =>
  Effect.gen(function* () {
    const archive = (yield* isZipFile(file)) ? yield* Zip.contents(file, source) : null
    const open = { archive, file, source, tally: makeTally() }
    const rows = yield* tableRows(open, formats)
    yield* endOf(open, rows)
    return rows.flatMap(({ row }) => (row instanceof LeftOutRow ? [] : [row]))
  })

/** The same as a format: a row, or why it is left out. A file that is cut short gives none. */
export const tables = <A>(formats: ReadonlyArray<CsvFormat<A>>): Format<A | string> => ({
  recognise: recogniseTables(formats),
  lacks: ({ rows }) => {
    const { lacking } = formatOf(headerOf(rows[0] ?? []), formats)
    return `it has no column ${lacking.join(", ")}`
  },
  rows: (open) =>
    Stream.fromIterableEffect(
      Effect.gen(function* () {
        const rows = yield* tableRows(open, formats)
        if (open.tally.tally().cut !== null) yield* endOf(open, rows)
        return rows.map(({ place, row }) => ({ place, row: row instanceof LeftOutRow ? row.reason : row }))
      })
    )
})

const namesIn = (folder: string) =>
  Effect.promise(() =>
    readdir(folder).then(
      (names) => names.filter((name) => /^[^.].*\.(?:csv|zip)$/i.test(name)).sort(),
      () => []
    )
  )

/** The CSV files and zip archives in a folder, by name. A folder that does not exist has none. */
export const exportFilesIn = (source: string, folder: string): Stream.Stream<ImportFile, SourceFailure> =>
  Stream.flatMap(Stream.fromIterableEffect(namesIn(folder)), (name) =>
    Stream.scoped(openImportFile(source, join(folder, name)))
  )
