import wrapAnsi from "wrap-ansi"
import { column, fit, plain, widthOf } from "./text.js"

export interface TableShape {
  /** Columns of the terminal; `Infinity` cuts nothing. */
  readonly width: number
  /** The column that is never cut but goes on in a further line, since it says what to do. */
  readonly wrapped?: number | undefined
}

const gap = 2
const narrowest = 6

/** Rows under a heading, as lines. Columns of numbers stand to the right; texts give way where the terminal is too narrow. */
export const tableLines = (heading: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>, shape: TableShape): ReadonlyArray<string> => {
  const cells = rows.map((row) => row.map((cell) => typeof cell === "number" ? cell.toLocaleString("en-US") : plain(cell)))
  const isNumber = heading.map((_, at) => rows.length > 0 && rows.every((row) => typeof row[at] === "number"))
  const natural = heading.map((title, at) => Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ""))))
  const words = cells.flatMap((row) => (row[shape.wrapped ?? -1] ?? "").split(" ")).map(widthOf)
  // Names of settings stay whole as far as they leave the others half of the room.
  const least = heading.map((_, at) => isNumber[at] === true ? natural[at]! : at === shape.wrapped ? Math.min(shape.width / 2, Math.max(...words)) : narrowest)
  const gaps = gap * (heading.length - 1)
  if (least.reduce((sum, one, at) => sum + Math.min(one, natural[at]!), gaps) > shape.width) return stacked(heading, cells, shape.width)
  const widths = narrowed(natural, least, shape.width)
  const lineOf = (row: ReadonlyArray<string>) =>
    row.map((cell, at) => column(cell, widths[at]!, isNumber[at] === true ? "right" : "left")).join(" ".repeat(gap)).trimEnd()
  const linesOf = (row: ReadonlyArray<string>): ReadonlyArray<string> => {
    const at = shape.wrapped ?? -1
    const parts = at < 0 || widthOf(row[at]!) <= widths[at]! ? [row[at] ?? ""] : wrapAnsi(row[at]!, widths[at]!, { hard: true }).split("\n")
    return parts.map((part, index) => lineOf(row.map((cell, place) => place === at ? part : index === 0 ? cell : "")))
  }
  return [lineOf(heading.map((title, at) => fit(title, widths[at]!))), ...cells.flatMap(linesOf)]
}

/** Where columns do not fit next to each other: a line for each cell, named by its heading, and one between two rows. */
const stacked = (heading: ReadonlyArray<string>, cells: ReadonlyArray<ReadonlyArray<string>>, width: number): ReadonlyArray<string> =>
  cells.flatMap((row, index) => [
    ...index === 0 ? [] : [""],
    ...row.flatMap((cell, at) => {
      const [first = "", ...more] = wrapAnsi(at === 0 ? cell : heading[at] === "" ? cell : `${heading[at]!}: ${cell}`, width - gap, { hard: true }).split("\n")
      const indent = at === 0 ? "" : " ".repeat(gap)
      return [`${indent}${first}`, ...more.map((line) => `${" ".repeat(gap)}${line}`)]
    })
  ])

/** Takes a column away from the widest text, again and again, until all fit or none can give more. */
const narrowed = (natural: ReadonlyArray<number>, least: ReadonlyArray<number>, width: number): ReadonlyArray<number> => {
  const widths = [...natural]
  const room = width - gap * (natural.length - 1)
  for (let over = widths.reduce((sum, one) => sum + one, 0) - room; over > 0 && over < Infinity; over--) {
    const spare = widths.map((one, at) => one - least[at]!)
    const widest = spare.indexOf(Math.max(...spare))
    if (spare[widest]! < 1) break
    widths[widest]!--
  }
  return widths
}
