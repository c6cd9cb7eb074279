export type Weight = 0 | 1 | 2

/** A line of text as a reader sees it, never empty. */
export interface Line {
  readonly text: string
  /** 2 in a heading, 1 in bold or between stars, else 0. */
  readonly weight: Weight
}

/** The lines of a cell: `from` to before `to`. */
export interface Cell {
  readonly from: number
  readonly to: number
}

/** The cells of a row that hold anything, left to right. Rows of one table follow each other. */
export interface Row {
  readonly table: number
  readonly cells: ReadonlyArray<Cell>
}

/** The text of a mail in reading order, and where it stands in tables: a cell of an outer table holds the lines of inner ones. */
export interface Document {
  readonly lines: ReadonlyArray<Line>
  readonly rows: ReadonlyArray<Row>
}

export const emptyDocument: Document = { lines: [], rows: [] }

/** What is left behind some lines, such as the headers of a forwarded mail. */
export const behind = ({ lines, rows }: Document, from: number): Document => ({
  lines: lines.slice(from),
  rows: rows.flatMap(({ cells, table }) => {
    const left = cells.filter((cell) => cell.from >= from).map((cell): Cell => ({ from: cell.from - from, to: cell.to - from }))
    return left.length === 0 ? [] : [{ table, cells: left }]
  })
})

export const textOf = ({ lines }: Document): ReadonlyArray<string> => lines.map(({ text }) => text)
