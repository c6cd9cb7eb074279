import type { FileBeginning, SourceFailure } from "@daybook/core/sync"
import { Option, Stream } from "effect"
import { type Fields, fieldsOf } from "../jsonValues.js"
import { columnName, csvRecords } from "./csvRecords.js"
import { type EachFormat, type MemberNames, type Placed, eachFile } from "./Format.js"
import { lines } from "./json.js"
import { type Member, jsonRows as rowsOfJson } from "./members.js"
import { decodeText } from "./text.js"

/** Whether a text is JSON and begins with these members. */
export const isJsonWith = (text: string, ...names: ReadonlyArray<string>): boolean =>
  /^\ufeff?\s*[[{]/.test(text) && names.every((name) => text.includes(`"${name}"`))

interface JsonOptions extends MemberNames {
  /** The members that the first objects have, of all their levels. Of several lists, one. */
  readonly has: ReadonlyArray<string> | ReadonlyArray<ReadonlyArray<string>>
  /** The member with the list of rows; the first list if left out. */
  readonly list?: string
  /** Maximum length of a row in characters, 1 MB if left out. */
  readonly maxLength?: number
}

const listsOf = (has: JsonOptions["has"]): ReadonlyArray<ReadonlyArray<string>> =>
  has.every((one) => typeof one === "string") ? [has] : (has as ReadonlyArray<ReadonlyArray<string>>)

/** The objects of a list in JSON: `{"version":"1","listens":[…]}` or `[…]`. */
export const jsonRows = ({ has, list, maxLength, ...names }: JsonOptions): EachFormat<Fields> =>
  eachFile<Fields>({
    ...names,
    begins: ({ text }) => listsOf(has).some((one) => isJsonWith(text, ...one)),
    rows: (member, { tally }) =>
      Stream.map(rowsOfJson(member, tally.cutShort, list, maxLength), ({ place, value }) => ({
        place,
        row: fieldsOf(value)
      }))
  })

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** One JSON value a line. The last line may be incomplete. */
export const jsonLines = ({ has, ...names }: Pick<JsonOptions, "has" | keyof MemberNames>): EachFormat<Fields> =>
  eachFile<Fields>({
    ...names,
    begins: ({ text }) => {
      const [line = ""] = text.split(/\r\n|\r|\n/, 1)
      return /^\ufeff?\s*\{/.test(line) && listsOf(has).some((one) => isJsonWith(line, ...one))
    },
    rows: (member, { tally }) => rowsOfJsonLines(member, tally.cutShort)
  })

/** The values of the lines that are not blank. */
const rowsOfJsonLines = (
  { bytes, name }: Member,
  cutShort: (where: string) => void
): Stream.Stream<Placed<Fields | null>, SourceFailure> =>
  lines(decodeText(bytes)).pipe(
    Stream.zipWithIndex,
    Stream.filter(([text]) => text.trim() !== ""),
    Stream.zipWithNext,
    Stream.filterMap(([[text, index], next]) => {
      const row = parse(text)
      const place = `${name}, line ${index + 1}`
      const isCut = Option.isNone(row) && Option.isNone(next)
      if (isCut) cutShort(`it ends within ${place}`)
      return isCut ? Option.none() : Option.some({ place, row: fieldsOf(Option.getOrNull(row)) })
    })
  )

/** The value of a column in a row, in lower case; empty for an absent column. */
export type Cells = (column: string) => string

/** The columns of a table, in lower case. */
export const columnsOf = ({ rows }: Pick<FileBeginning, "rows">): ReadonlySet<string> =>
  new Set((rows[0] ?? []).map(columnName))

interface CsvOptions<Values> extends MemberNames {
  /** The columns that a file must have, in lower case. Of several in one entry, one. */
  readonly columns: ReadonlyArray<string | ReadonlyArray<string>>
  /** Further columns by which a file is recognised. */
  readonly also?: ReadonlyArray<string>
  /** Columns of days, which are read with the year first, also of a spreadsheet. */
  readonly days?: (values: Values) => ReadonlyArray<string>
}

/** The rows of a CSV file with column names. */
export const csv = <Values = unknown>({
  also = [],
  columns,
  days = () => [],
  ...names
}: CsvOptions<Values>): EachFormat<Cells, never, Values> => {
  const needed = columns.map((one) => (typeof one === "string" ? [one] : one))
  const lackingIn = (beginning: Pick<FileBeginning, "rows">) => {
    const columnNames = columnsOf(beginning)
    return [...needed, ...also.map((name) => [name])].filter((some) => !some.some((name) => columnNames.has(name)))
  }
  return eachFile<Cells, never, Values>({
    ...names,
    begins: (beginning) => lackingIn(beginning).length === 0,
    lacks: (sample) =>
      `it has no column ${lackingIn(sample)
        .map((some) => some.join(" or "))
        .join(", ")}`,
    rows: (member, { source, tally: { cutShort, remark }, values }) =>
      Stream.map(csvRecords(member, { source, needed, cutShort, remark, days: days(values) }), ({ place, value }) => ({
        place,
        row: value
      }))
  })
}
