import type { SourceFailure } from "@daybook/core/sync"
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import { csvRows, placeOf } from "./csv.js"
import { badFile } from "./exportPages.js"
import type { Member } from "./members.js"
import { decodeText } from "./text.js"
import { makeTableDays, unclearDays } from "./writtenDates.js"

/** A row of a CSV file with column names. */
interface CsvRecord {
  /** `name, line 12`. */
  readonly place: string
  /** The value of a column, in lower case; empty for an absent column. Null for a row that cannot be read. */
  readonly value: ((column: string) => string) | null
}

interface CsvRecordsOptions {
  readonly source: string
  /** The columns that a file must have, in lower case. Of several in one entry, one. */
  readonly needed: ReadonlyArray<ReadonlyArray<string>>
  readonly cutShort: (where: string) => void
  /** Columns of days, which are read with the year first, also of a spreadsheet. The file is then read twice. */
  readonly days?: ReadonlyArray<string>
  /** Required with `days`: says that the order of day and month is unclear. */
  readonly remark?: (sentence: string) => void
}

/** A column's name as it is compared: in lower case, without a byte order mark. */
export const columnName = (name: string): string =>
  name
    .replace(/^\ufeff/, "")
    .trim()
    .toLowerCase()

/** The rows of a CSV file in constant memory, but for its days. Columns are found by name; unknown ones are ignored. */
export const csvRecords = (member: Member, options: CsvRecordsOptions): Stream.Stream<CsvRecord, SourceFailure> => {
  const { days: columns = [], remark } = options
  if (columns.length === 0) return plainRecords(member, options)
  return Stream.unwrap(
    Effect.gen(function* () {
      const texts: Array<string> = []
      yield* Stream.runForEach(plainRecords(member, { ...options, cutShort: () => undefined }), ({ value }) =>
        Effect.sync(() => void (value !== null && texts.push(...columns.map(value))))
      )
      const days = makeTableDays(texts, yield* Clock.currentTimeMillis)
      if (days.isUnclear) remark?.(`${member.name}: ${unclearDays}; its dates were left out`)
      return Stream.map(plainRecords(member, options), ({ place, value }) => ({
        place,
        value:
          value === null
            ? null
            : (column: string) => (columns.includes(column) ? (days.dayIn(value(column)) ?? "") : value(column))
      }))
    })
  )
}

const plainRecords = (
  { bytes, name }: Member,
  { cutShort, needed, source }: CsvRecordsOptions
): Stream.Stream<CsvRecord, SourceFailure> =>
  Stream.suspend(() => {
    let columns: ReadonlyMap<string, number> | null = null
    const layout = (values: ReadonlyArray<string>) => {
      columns = new Map(values.map((value, index) => [columnName(value), index]))
      return { columns: values.length, isHeader: true }
    }
    const lacking = () => needed.find((names) => !names.some((one) => columns?.has(one) === true))
    const check = Effect.suspend(() => {
      const column = lacking()?.join(" or ")
      const next = "give the file as the service made it"
      return column === undefined ? Effect.void : badFile(source, `${name} has no column ${column}`, next)
    })
    return csvRows(decodeText(bytes), { layout, mayBeShort: true }).pipe(
      Stream.mapChunksEffect((rows) => Effect.as(columns === null ? Effect.void : check, rows)),
      Stream.concat(Stream.drain(Stream.fromEffect(check))),
      Stream.mapChunks((rows) =>
        Chunk.filterMap(rows, (row) => {
          const { isCut, line, values } = row
          if (isCut) cutShort(`it ends within the row at line ${line} of ${name}`)
          if (isCut && values === null) return Option.none()
          const value = values === null ? null : (column: string) => values[columns?.get(column) ?? -1] ?? ""
          return Option.some<CsvRecord>({ place: `${name}, ${placeOf(row)}`, value })
        })
      )
    )
  })
