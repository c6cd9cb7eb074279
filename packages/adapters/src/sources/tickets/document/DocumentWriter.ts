import type { Cell, Document, Line, Row, Weight } from "./Document.js"

/** What is longer was not written by a seller. */
const mostCharacters = 300_000
const mostLines = 4_000
const mostCells = 8_000
const longestLine = 400

const invisible = /[\0\p{Surrogate}\u200b-\u200f\u2060\ufeff\u00ad\u034f]/gu
const blanks = /[\s\u00a0\u202f]+/g

/** One spelling of blanks, without what nobody sees. */
export const cleanText = (text: string): string => text.replace(invisible, "").replace(blanks, " ").trim()

interface OpenTable {
  readonly id: number
  cells: Array<Cell>
  from: number | null
}

/** Takes a document down piece by piece. Each call costs no more than what it is given. */
export interface DocumentWriter {
  readonly text: (text: string, weight: Weight) => void
  readonly endLine: () => void
  readonly openTable: () => void
  readonly closeTable: () => void
  readonly endRow: () => void
  readonly openCell: () => void
  readonly closeCell: () => void
  /** False once there is more than is read. */
  readonly hasRoom: () => boolean
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
  const hasRoom = () => characters < mostCharacters && lines.length < mostLines && cells < mostCells
  const endLine = () => {
    const text = pieces.length === 0 ? "" : cleanText(pieces.join("").slice(0, 2 * longestLine)).slice(0, longestLine)
    if (text !== "" && lines.length < mostLines) lines.push({ text, weight })
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
    hasRoom,
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
