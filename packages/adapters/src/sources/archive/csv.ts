import { Chunk, Stream } from "effect"
import { parse } from "csv-parse/sync"
import { type Shape, lineEnd, shapeOf } from "./csvShape.js"

/** One row of a CSV. */
export interface CsvRow {
  /** Line of the file at which it begins or, where it runs over several, one of them; counted from 1. */
  readonly line: number
  /** Null for a row that cannot be read. */
  readonly values: ReadonlyArray<string> | null
  /** The file ends within it. */
  readonly isCut: boolean
}

export interface CsvLayout {
  /** How many values each row has. */
  readonly columns: number
  /** The row names the columns and is no row of data. */
  readonly isHeader: boolean
}

export interface CsvOptions {
  /** Asked of each row until it says how the rows are laid out; rows before that one cannot be read. */
  readonly layout: (values: ReadonlyArray<string>) => CsvLayout | null
  /** The exporter leaves out empty values at the end of a row. */
  readonly mayBeShort?: boolean
}

/** Bytes parsed at a time, and the longest that a row may be. */
const block = 131_072
const longest = 1_048_576
/** Damaged rows of a block after which each of its lines is taken for a row: damage must not make reading slow. */
const mostRestarts = 8

/**
 * The rows of a CSV (RFC 4180) in flat memory: delimiter by the first line, any line end. A quoted value may run over
 * any number of lines. One that never ends, or ends where another row begins, is damage and costs only its first line.
 */
export const csvRows = <E, R>(text: Stream.Stream<string, E, R>, options: CsvOptions): Stream.Stream<CsvRow, E, R> =>
  Stream.suspend(() => {
    const reader = makeReader(options)
    return Stream.mapConcatChunk(text, (part) => Chunk.unsafeFromArray(reader.feed(part))).pipe(
      Stream.concat(Stream.suspend(() => Stream.fromIterable(reader.end())))
    )
  })

const makeReader = (options: CsvOptions) => {
  let waiting: Array<Buffer> = []
  let size = 0
  let needed = block
  let shape: Shape | null = null
  const state: State = { line: 1, columns: null, options }
  const read = (isEnd: boolean): Array<CsvRow> => {
    let bytes = Buffer.concat(waiting)
    if (shape === null) {
      shape = shapeOf(bytes)
      bytes = bytes.subarray(shape.skip)
      if (shape.skip > 0) state.line++
    }
    const { rest, rows } = readBlock(bytes, shape, state, isEnd)
    // A line that is longer than any row cannot be read, whatever follows in it.
    const kept = rest.length > longest && lineEnd.last(rest, shape) === 0 ? rest.subarray(0, longest) : rest
    waiting = [Buffer.from(kept)]
    size = kept.length
    needed = size + block
    return rows
  }
  return {
    feed: (part: string): Array<CsvRow> => {
      const bytes = Buffer.from(part)
      waiting.push(bytes)
      size += bytes.length
      return size < needed ? [] : read(false)
    },
    end: (): Array<CsvRow> => size === 0 ? [] : read(true)
  }
}

interface State {
  line: number
  columns: number | null
  readonly options: CsvOptions
}

interface Parsed {
  readonly values: ReadonlyArray<string>
  /** Offset behind it, and the lines up to there. */
  readonly end: number
  readonly lines: number
}

const withLineFeeds = (value: string): string => value.includes("\r") ? value.replace(/\r\n?/g, "\n") : value

const parsed = (bytes: Buffer, { delimiter, ends }: Shape, lenient = false): { readonly rows: ReadonlyArray<Parsed>; readonly error: string | null } => {
  const rows: Array<Parsed> = []
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: [...ends],
      relax_column_count: true,
      relax_quotes: lenient,
      skip_empty_lines: true,
      on_record: (values, { bytes: end, lines }) => {
        rows.push({ values: values.map(withLineFeeds), end, lines })
        return null
      }
    })
    return { rows, error: null }
  } catch (cause) {
    return { rows, error: cause instanceof Error && "code" in cause ? String(cause.code) : "unknown" }
  }
}

/** Reads what is whole; `rest` is what goes on behind the block. */
const readBlock = (given: Buffer, shape: Shape, state: State, isEnd: boolean): { readonly rows: Array<CsvRow>; readonly rest: Buffer } => {
  const found: Array<CsvRow> = []
  const whole = lineEnd.last(given, shape)
  let bytes = isEnd ? given : given.subarray(0, whole)
  const behind = given.subarray(bytes.length)
  for (let restarts = 0; bytes.length > 0; restarts++) {
    if (restarts > mostRestarts) {
      for (const line of lineEnd.split(bytes, shape)) found.push(...lineRow(line, shape, state))
      break
    }
    const { error, rows } = parsed(bytes, shape)
    const start = state.line
    const { isDamaged, taken } = takeRows(rows, bytes, state, found, whole < given.length)
    if (!isDamaged && error === null) {
      state.line = start + lineEnd.count(bytes, shape)
      break
    }
    bytes = bytes.subarray(taken)
    const isOpen = !isDamaged && error === "CSV_QUOTE_NOT_CLOSED"
    if (isOpen && !isEnd && bytes.length < longest) return { rows: found, rest: Buffer.concat([bytes, behind]) }
    const next = lineEnd.next(bytes, shape)
    const [first] = lineRow(bytes.subarray(0, next), shape, state)
    const isCut = isOpen && isEnd && first?.values === null && !hasFurtherRows(bytes.subarray(next), shape, state)
    if (first !== undefined) found.push({ ...first, isCut })
    bytes = isCut ? bytes.subarray(bytes.length) : bytes.subarray(next)
  }
  return { rows: found, rest: behind }
}

/** Whether a row of the right length follows: then an open quote is damage in its row, and not the end of the file. */
const hasFurtherRows = (bytes: Buffer, shape: Shape, { columns }: State): boolean =>
  lineEnd.split(bytes, shape).some((line) => parsed(line, shape).rows.some(({ values }) => columns === null || values.length === columns))

/** Takes rows up to one that is damaged: one that runs over several lines and has another number of values. */
const takeRows = (rows: ReadonlyArray<Parsed>, bytes: Buffer, state: State, found: Array<CsvRow>, isOpenEnded: boolean) => {
  const start = state.line
  let taken = 0
  for (const { end, lines, values } of rows) {
    if (!isFitting(values, state) && isSeveral(bytes.subarray(taken, end))) return { taken, isDamaged: true }
    const row = rowOf(values, start + lines - 1, state)
    const isShort = row?.values === null && state.columns !== null && values.length < state.columns
    if (row !== null) found.push({ ...row, isCut: isShort && isOpenEnded && end >= bytes.length })
    taken = end
    state.line = start + lines
  }
  return { taken, isDamaged: false }
}

const isSeveral = (bytes: Buffer): boolean => /[\r\n]/.test(bytes.toString("utf8").trim())

/** Null for the row that names the columns. */
const rowOf = (values: ReadonlyArray<string>, line: number, state: State): CsvRow | null => {
  if (state.columns === null) {
    const layout = state.options.layout(values)
    if (layout === null) return { line, values: null, isCut: false }
    state.columns = layout.columns
    if (layout.isHeader) return null
  }
  return { line, values: isFitting(values, state) ? padded(values, state) : null, isCut: false }
}

const isFitting = ({ length }: ReadonlyArray<string>, { columns, options }: State): boolean =>
  columns === null || length === columns || (options.mayBeShort === true && length < columns)

const padded = (values: ReadonlyArray<string>, { columns }: State): ReadonlyArray<string> =>
  columns === null || values.length >= columns ? values : [...values, ...Array.from({ length: columns - values.length }, () => "")]

/** One line by itself, where quotes stand as they like: `7" single`. */
const lineRow = (bytes: Buffer, shape: Shape, state: State): ReadonlyArray<CsvRow> => {
  const line = state.line++
  if (bytes.toString("utf8").trim() === "") return []
  const { error, rows } = parsed(bytes, shape, true)
  const [only] = rows
  if (error !== null || rows.length !== 1 || only === undefined) return [{ line, values: null, isCut: false }]
  const row = rowOf(only.values, line, state)
  return row === null ? [] : [row]
}
