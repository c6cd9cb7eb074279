import { Chunk, Effect, Option, Stream } from "effect"
import { pause } from "../slices.js"
import { makeScanner } from "./csvScan.js"
import { type Shape, shapeOf } from "./csvShape.js"

/** One row of a CSV. */
export interface CsvRow {
  /** Number from 1 of the line at which the row begins. */
  readonly line: number
  /** Null for an unreadable row. */
  readonly values: ReadonlyArray<string> | null
  /** The file ends within this row. */
  readonly isCut: boolean
  /** A quote opens in the row and is not closed in it. */
  readonly isOpen?: boolean
  /** Empty values were added or dropped at the end, because the row has another number of values than the columns. */
  readonly isUneven?: boolean
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
  /** The exporter ends the last row with a line end too: a short row without one is where the file was cut. */
  readonly endsEveryRow?: boolean
  /** The exporter writes tabs between values, and quotes as they are in them. */
  readonly isUnquoted?: boolean | undefined
}

/** Characters that are read, and made records, before the event loop gets its turn. */
const slice = 16_384
/** Maximum length of a row. This bounds what is read again after a quote that is not closed. */
const maxRowLength = 1_048_576

/** The place of a row, with what a person must mend there. */
export const placeOf = ({ isOpen = false, line }: CsvRow): string =>
  isOpen ? `line ${line}, where a quote opens that is not closed` : `line ${line}`

/**
 * The rows of a CSV (RFC 4180) in constant memory and linear time. The delimiter comes from the first line; any line
 * end works. A quoted value may span lines up to a row of 1 MB. A quote that does not close within it, or closes where
 * another row begins, is damage and costs only its first line.
 */
export const csvRows = <E, R>(text: Stream.Stream<string, E, R>, options: CsvOptions): Stream.Stream<CsvRow, E, R> =>
  Stream.suspend(() => {
    const { add, end, next } = makeReader(options)
    const ready = Stream.repeatEffectChunkOption(
      Effect.suspend(() => {
        const rows = next()
        return rows === null ? Effect.fail(Option.none()) : Effect.as(pause, Chunk.unsafeFromArray(rows))
      })
    )
    const after = (step: () => void) =>
      Stream.suspend(() => {
        step()
        return ready
      })
    return Stream.flatMap(text, (part) => after(() => add(part))).pipe(Stream.concat(after(end)))
  })

/** The columns of a file, once its layout is known. */
const makeColumns = ({ layout, mayBeShort = false }: CsvOptions) => {
  let count: number | null = null

  /** Empty values behind the last column say nothing: programs for tables write them. */
  const isFitting = (values: ReadonlyArray<string>): boolean =>
    count === null ||
    values.length === count ||
    (values.length < count ? mayBeShort : values.slice(count).every((value) => value.trim() === ""))

  const padded = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
    count === null || values.length === count
      ? values
      : values.length > count
        ? values.slice(0, count)
        : [...values, ...Array.from({ length: count - values.length }, () => "")]

  return {
    isFitting,
    isOfLength: ({ length }: ReadonlyArray<string>): boolean => count === null || length === count,
    isShort: ({ length }: ReadonlyArray<string>): boolean => count !== null && length < count,
    /** Null for the header row. */
    rowOf: (values: ReadonlyArray<string>, line: number): CsvRow | null => {
      if (count === null) {
        const header = layout(values)
        if (header === null) return { line, values: null, isCut: false }
        count = header.columns
        if (header.isHeader) return null
      }
      if (!isFitting(values)) return { line, values: null, isCut: false }
      return { line, values: padded(values), isCut: false, ...(values.length === count ? {} : { isUneven: true }) }
    }
  }
}

const makeReader = (options: CsvOptions) => {
  const { isFitting, isOfLength, isShort, rowOf } = makeColumns(options)
  let text = ""
  let isEnd = false
  let shape: Shape | null = null
  /** Length of the text from which on it is worth reading. */
  let needed = slice
  /** The start of a line that is longer than the limit: the rest of it is dropped. */
  let isTooLong = false
  let line = 1

  /** Reads one line by itself, with quotes anywhere. */
  const lineRow = (content: string, format: Shape): CsvRow | null => {
    if (content.trim() === "") return null
    if (content.length >= maxRowLength) return { line, values: null, isCut: false }
    const row = makeScanner(content, format, true)(0)
    return typeof row === "string" ? { line, values: null, isCut: false, isOpen: true } : rowOf(row.values, line)
  }

  /** Whether a row of the right length follows. An open quote is then damage, not the end of the file. */
  const hasFurtherRows = (from: number, format: Shape): boolean => {
    for (let at = from; at < text.length;) {
      const end = lineAfter(text, at, format)
      const row = makeScanner(text.slice(at, end), format)(0)
      if (typeof row !== "string" && row.values.some((value) => value !== "") && isOfLength(row.values)) return true
      at = end
    }
    return false
  }

  /** The row at an offset, null for an empty line, and the offset after it; null if more text must come first. */
  const rowAt = (
    whole: string,
    at: number,
    scan: ReturnType<typeof makeScanner>,
    format: Shape
  ): readonly [row: CsvRow | null, end: number] | null => {
    const row = scan(at)
    if (row === "open" && !isEnd && text.length - at < maxRowLength) return null
    if (typeof row !== "string" && !isTooLong) {
      const content = whole.slice(at, row.end)
      if (isFitting(row.values) || !/[\r\n]/.test(content.trim())) {
        const isBlank = row.values.length === 1 && row.values[0] === "" && !content.includes('"')
        const dataRow = isBlank ? null : rowOf(row.values, line)
        const isUnreadable = dataRow?.values === null || options.endsEveryRow === true
        const isCut = !row.isEnded && isUnreadable && isShort(row.values)
        line += linesIn(content, format)
        return [dataRow === null ? null : { ...dataRow, isCut }, row.end]
      }
    }
    const end = lineAfter(whole, at, format)
    const first = isTooLong ? { line, values: null, isCut: false } : lineRow(whole.slice(at, end), format)
    const isCut = row === "open" && isEnd && first?.values === null && !hasFurtherRows(end, format)
    isTooLong = false
    line++
    return [first === null ? null : { ...first, isCut }, isCut ? whole.length : end]
  }

  /** Reads whole rows of one slice. */
  const read = (format: Shape): Array<CsvRow> => {
    const whole = isEnd ? text : text.slice(0, text.lastIndexOf(format.lineEnd) + 1)
    const scan = makeScanner(whole, format)
    const rows: Array<CsvRow> = []
    let at = 0
    while (at < whole.length && at < slice) {
      const next = rowAt(whole, at, scan, format)
      if (next === null) break
      const [row, end] = next
      if (row !== null) rows.push(row)
      at = end
    }
    const isWaiting = at < slice
    text = text.slice(at)
    if (text.length > maxRowLength && isWaiting && !text.includes(format.lineEnd)) {
      text = text.slice(0, maxRowLength)
      isTooLong = true
    }
    // Twice as much each time, so that a long value is not looked at again for each part of it.
    needed = isWaiting ? 2 * text.length + slice : 0
    return rows
  }

  return {
    add: (part: string): void => void (text += part),
    end: (): void => void (isEnd = true),
    next: (): Array<CsvRow> | null => {
      if (text === "" || (!isEnd && text.length < needed)) return null
      if (shape === null) {
        shape = shapeOf(text, options.isUnquoted)
        text = text.slice(shape.skip)
        if (shape.skip > 0) line++
      }
      return read(shape)
    }
  }
}

/** Offset after the line at an offset. */
const lineAfter = (text: string, from: number, { lineEnd }: Shape): number => {
  const at = text.indexOf(lineEnd, from)
  return at === -1 ? text.length : at + 1
}

const linesIn = (text: string, { lineEnd }: Shape): number => {
  let count = 0
  for (let at = text.indexOf(lineEnd); at !== -1; at = text.indexOf(lineEnd, at + 1)) count++
  return count
}
