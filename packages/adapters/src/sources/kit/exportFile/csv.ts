import { Chunk, Stream } from "effect"
import { parse } from "csv-parse/sync"
import { type Shape, lineEnd, shapeOf } from "./csvShape.js"

/** One row of a CSV. */
export interface CsvRow {
  /** Line number from 1: the line at which the row begins or, if it spans several, one of them. */
  readonly line: number
  /** Null for an unreadable row. */
  readonly values: ReadonlyArray<string> | null
  /** The file ends within this row. */
  readonly isCut: boolean
}

export interface CsvLayout {
  /** Number of values in each row. */
  readonly columns: number
  /** The row contains column names, not data. */
  readonly isHeader: boolean
}

export interface CsvOptions {
  /** Called for each row until it returns a layout. Rows before that one are unreadable. */
  readonly layout: (values: ReadonlyArray<string>) => CsvLayout | null
  /** The exporter omits empty values at the end of a row. */
  readonly mayBeShort?: boolean
}

/** Bytes parsed at a time, and the maximum length of a row. */
const block = 131_072
const maxRowLength = 1_048_576
/** After this many damaged rows, each line of the block counts as a row. This bounds the cost of damage. */
const maxRestarts = 8

/**
 * The rows of a CSV (RFC 4180) in constant memory. The delimiter comes from the first line; any line end works. A
 * quoted value may span any number of lines. A quote that never closes, or closes where another row begins, is damage
 * and costs only its first line.
 */
export const csvRows = <E, R>(text: Stream.Stream<string, E, R>, options: CsvOptions): Stream.Stream<CsvRow, E, R> =>
  Stream.suspend(() => {
    const reader = makeReader(options)
    return Stream.mapConcatChunk(text, (part) => Chunk.unsafeFromArray(reader.feed(part))).pipe(
      Stream.concat(Stream.suspend(() => Stream.fromIterable(reader.end())))
    )
  })

const makeReader = (options: CsvOptions) => {
  let buffered: Array<Buffer> = []
  let size = 0
  let needed = block
  let shape: Shape | null = null
  const state: State = { line: 1, columns: null, options }
  const read = (isEnd: boolean): Array<CsvRow> => {
    let bytes = Buffer.concat(buffered)
    if (shape === null) {
      shape = shapeOf(bytes)
      bytes = bytes.subarray(shape.skip)
      if (shape.skip > 0) state.line++
    }
    const { rest, rows } = readBlock(bytes, shape, state, isEnd)
    // A line longer than the limit is unreadable, so only its start is kept.
    const pending =
      rest.length > maxRowLength && lineEnd.last(rest, shape) === 0 ? rest.subarray(0, maxRowLength) : rest
    buffered = [Buffer.from(pending)]
    size = pending.length
    needed = size + block
    return rows
  }
  return {
    feed: (part: string): Array<CsvRow> => {
      const bytes = Buffer.from(part)
      buffered.push(bytes)
      size += bytes.length
      return size < needed ? [] : read(false)
    },
    end: (): Array<CsvRow> => (size === 0 ? [] : read(true))
  }
}

interface State {
  line: number
  columns: number | null
  readonly options: CsvOptions
}

interface ParsedRow {
  readonly values: ReadonlyArray<string>
  /** Offset after the row, and the number of lines up to there. */
  readonly end: number
  readonly lines: number
}

const withLineFeeds = (value: string): string => (value.includes("\r") ? value.replace(/\r\n?/g, "\n") : value)

const parseRows = (
  bytes: Buffer,
  { delimiter, ends }: Shape,
  lenient = false
): { readonly rows: ReadonlyArray<ParsedRow>; readonly error: string | null } => {
  const rows: Array<ParsedRow> = []
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

/**
 * The values of a line without a quote; null for any other line. An unclosed quote makes every line of a block a row of
 * its own, and to set up a parser for each takes seconds a megabyte.
 */
const plainValues = (line: Buffer, { delimiter }: Shape): ReadonlyArray<string> | null => {
  if (line.includes(quote)) return null
  const text = line.toString("utf8").replace(/(?:\r\n|\r|\n)$/, "")
  return text === "" || /[\r\n]/.test(text) ? null : text.split(delimiter)
}

const quote = 0x22

/** Reads the complete rows; `rest` continues in the next block. */
const readBlock = (
  block: Buffer,
  shape: Shape,
  state: State,
  isEnd: boolean
): { readonly rows: Array<CsvRow>; readonly rest: Buffer } => {
  const output: Array<CsvRow> = []
  const whole = lineEnd.last(block, shape)
  let bytes = isEnd ? block : block.subarray(0, whole)
  const remainder = block.subarray(bytes.length)
  for (let restarts = 0; bytes.length > 0; restarts++) {
    if (restarts > maxRestarts) {
      for (const line of lineEnd.split(bytes, shape)) output.push(...lineRow(line, shape, state))
      break
    }
    const { error, rows } = parseRows(bytes, shape)
    const start = state.line
    const { isDamaged, offset } = takeRows(rows, bytes, state, output, whole < block.length)
    if (!isDamaged && error === null) {
      state.line = start + lineEnd.count(bytes, shape)
      break
    }
    bytes = bytes.subarray(offset)
    const isOpen = !isDamaged && error === "CSV_QUOTE_NOT_CLOSED"
    if (isOpen && !isEnd && bytes.length < maxRowLength)
      return { rows: output, rest: Buffer.concat([bytes, remainder]) }
    const next = lineEnd.next(bytes, shape)
    const [first] = lineRow(bytes.subarray(0, next), shape, state)
    const isCut = isOpen && isEnd && first?.values === null && !hasFurtherRows(bytes.subarray(next), shape, state)
    if (first !== undefined) output.push({ ...first, isCut })
    bytes = isCut ? bytes.subarray(bytes.length) : bytes.subarray(next)
  }
  return { rows: output, rest: remainder }
}

/** Whether a row of the right length follows. An open quote is then damage, not the end of the file. */
const hasFurtherRows = (bytes: Buffer, shape: Shape, { columns }: State): boolean =>
  lineEnd.split(bytes, shape).some((line) => {
    const plain = plainValues(line, shape)
    const rows = plain === null ? parseRows(line, shape).rows.map(({ values }) => values) : [plain]
    return rows.some(({ length }) => columns === null || length === columns)
  })

/** Takes rows up to the first damaged one: a row that spans several lines and has the wrong number of values. */
const takeRows = (
  rows: ReadonlyArray<ParsedRow>,
  bytes: Buffer,
  state: State,
  output: Array<CsvRow>,
  isOpenEnded: boolean
) => {
  const start = state.line
  let offset = 0
  for (const { end, lines, values } of rows) {
    if (!isFitting(values, state) && spansLines(bytes.subarray(offset, end))) return { offset, isDamaged: true }
    const row = rowOf(values, start + lines - 1, state)
    const isShort = row?.values === null && state.columns !== null && values.length < state.columns
    if (row !== null) output.push({ ...row, isCut: isShort && isOpenEnded && end >= bytes.length })
    offset = end
    state.line = start + lines
  }
  return { offset, isDamaged: false }
}

const spansLines = (bytes: Buffer): boolean => /[\r\n]/.test(bytes.toString("utf8").trim())

/** Null for the header row. */
const rowOf = (values: ReadonlyArray<string>, line: number, state: State): CsvRow | null => {
  if (state.columns === null) {
    const layout = state.options.layout(values)
    if (layout === null) return { line, values: null, isCut: false }
    state.columns = layout.columns
    if (layout.isHeader) return null
  }
  return { line, values: isFitting(values, state) ? padded(values, state) : null, isCut: false }
}

/** Empty values behind the last column say nothing: programs for tables write them. */
const isFitting = (values: ReadonlyArray<string>, { columns, options }: State): boolean =>
  columns === null ||
  values.length === columns ||
  (values.length < columns ? options.mayBeShort === true : values.slice(columns).every((value) => value.trim() === ""))

const padded = (values: ReadonlyArray<string>, { columns }: State): ReadonlyArray<string> =>
  columns === null || values.length === columns
    ? values
    : values.length > columns
      ? values.slice(0, columns)
      : [...values, ...Array.from({ length: columns - values.length }, () => "")]

/** Parses one line by itself, with quotes anywhere: `7" single`. */
const lineRow = (bytes: Buffer, shape: Shape, state: State): ReadonlyArray<CsvRow> => {
  const line = state.line++
  if (bytes.toString("utf8").trim() === "") return []
  const plain = plainValues(bytes, shape)
  if (plain !== null) {
    const row = rowOf(plain, line, state)
    return row === null ? [] : [row]
  }
  const { error, rows } = parseRows(bytes, shape, true)
  const [only] = rows
  if (error !== null || rows.length !== 1 || only === undefined) return [{ line, values: null, isCut: false }]
  const row = rowOf(only.values, line, state)
  return row === null ? [] : [row]
}
