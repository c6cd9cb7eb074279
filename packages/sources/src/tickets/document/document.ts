import { decodeHTMLStrict } from "entities"
import { withWindowsLetters } from "../../kit/windowsText.js"

export type Weight = 0 | 1 | 2

/** A visible line of text, never empty. */
export interface Line {
  readonly text: string
  /** 2 in a heading, 1 in bold or between asterisks, else 0. */
  readonly weight: Weight
}

/** Lines of a cell: `from` inclusive, `to` exclusive. */
interface Cell {
  readonly from: number
  readonly to: number
}

/** Non-empty cells of a row, left to right. Rows of one table are adjacent. */
export interface Row {
  readonly table: number
  readonly cells: ReadonlyArray<Cell>
}

/** Text of a mail in reading order with its table cells. A cell of an outer table contains the lines of inner ones. */
export interface Document {
  readonly lines: ReadonlyArray<Line>
  readonly rows: ReadonlyArray<Row>
}

export const emptyDocument: Document = { lines: [], rows: [] }

/** Lines `from` to `to` (exclusive), such as those after the headers of a forwarded mail. */
export const behind = ({ lines, rows }: Document, from: number, to = lines.length): Document => ({
  lines: lines.slice(from, to),
  rows: rows.flatMap(({ cells, table }) => {
    const left = cells
      .filter((cell) => cell.from >= from && cell.to <= to)
      .map((cell): Cell => ({ from: cell.from - from, to: cell.to - from }))
    return left.length === 0 ? [] : [{ table, cells: left }]
  })
})

export const textOf = ({ lines }: Document): ReadonlyArray<string> => lines.map(({ text }) => text)

/** Limits: no seller's mail is longer. */
const maxCharacters = 300_000
const maxLines = 4_000
const maxCells = 8_000
const maxLineLength = 400

const invisible = /[\0\p{Surrogate}\u200b-\u200f\u2060\ufeff\u00ad\u034f]/gu
const blanks = /[\s\u00a0\u202f]+/g

/** Collapses blanks and removes invisible characters. */
export const cleanText = (text: string): string =>
  withWindowsLetters(text).replace(invisible, "").replace(blanks, " ").trim()

interface OpenTable {
  readonly id: number
  cells: Array<Cell>
  from: number | null
}

/** Builds a document piece by piece. Each call takes time proportional to its input. */
export interface DocumentWriter {
  readonly text: (text: string, weight: Weight) => void
  readonly endLine: () => void
  readonly openTable: () => void
  readonly closeTable: () => void
  readonly endRow: () => void
  readonly openCell: () => void
  readonly closeCell: () => void
  /** False once the limits are reached. */
  readonly hasSpace: () => boolean
  readonly end: () => Document
}

export const documentWriter = (): DocumentWriter => {
  const lines: Array<Line> = []
  const rows: Array<Row> = []
  const tables: Array<OpenTable> = []
  let pieces: Array<string> = []
  let weight: Weight = 2
  let characters = 0
  let cells = 0
  let count = 0
  const hasSpace = () => characters < maxCharacters && lines.length < maxLines && cells < maxCells
  const endLine = () => {
    const text =
      pieces.length === 0 ? "" : cleanText(pieces.join("").slice(0, 2 * maxLineLength)).slice(0, maxLineLength)
    if (text !== "" && lines.length < maxLines) lines.push({ text, weight })
    pieces = []
    weight = 2
  }
  const closeCell = () => {
    endLine()
    const table = tables.at(-1)
    if (table?.from == null) return
    if (lines.length > table.from) table.cells.push({ from: table.from, to: lines.length })
    table.from = null
  }
  const endRow = () => {
    closeCell()
    const table = tables.at(-1)
    if (table === undefined) return
    if (table.cells.length > 0) rows.push({ table: table.id, cells: table.cells })
    table.cells = []
  }
  return {
    text: (text, of) => {
      characters += text.length
      pieces.push(text)
      if (of < weight && text.trim() !== "") weight = of
    },
    endLine,
    openTable: () => {
      endLine()
      tables.push({ id: count++, cells: [], from: null })
    },
    closeTable: () => {
      endRow()
      tables.pop()
    },
    endRow,
    openCell: () => {
      closeCell()
      cells += 1
      const table = tables.at(-1)
      if (table !== undefined) table.from = lines.length
    },
    closeCell,
    hasSpace,
    end: () => {
      endLine()
      while (tables.length > 0) {
        endRow()
        tables.pop()
      }
      return { lines, rows: rows.toSorted((a, b) => a.table - b.table) }
    }
  }
}

const lineEnd = /[\r\n\u2028\u2029]+/
/** Columns of plain text are separated by wide gaps or bars. */
const gap = /\t+| {3,}/
const maxTextLength = 300_000
const maxRawLength = 2_000
const stars = /^(?:\*{1,2}|_{1,2})(?=\S)(.{1,300}?)(?:\*{1,2}|_{1,2})$/
const star = /(^|[\s(:])\*{1,2}(?=[^\s*])|(?<=[^\s*])\*{1,2}(?=$|[\s),.:;])/g

/** Converts plain text to a document: lines with several columns are table rows. */
export const textDocument = (text: string): Document => {
  const writer = documentWriter()
  let inTable = false
  for (const raw of text.slice(0, maxTextLength).split(lineEnd)) {
    if (!writer.hasSpace()) break
    // Some sellers escape text parts as HTML.
    const line = decodeHTMLStrict(raw.slice(0, maxRawLength).replace(/^[>\s]+/, ""))
    const columns = columnsOf(line)
    if (columns.length > 1 && !inTable) writer.openTable()
    if (columns.length <= 1 && inTable) writer.closeTable()
    inTable = columns.length > 1
    for (const column of columns) {
      if (inTable) writer.openCell()
      writer.text(column.replace(star, "$1"), stars.test(cleanText(column)) ? 1 : 0)
      writer.endLine()
    }
    if (inTable) writer.endRow()
  }
  return writer.end()
}

const columnsOf = (line: string): ReadonlyArray<string> => {
  const byBars = line.split("|")
  const cells = byBars.length > 2 ? byBars : line.split(gap)
  const filled = cells.filter((cell) => cell.trim() !== "")
  return filled.length === 0 ? [""] : filled
}
