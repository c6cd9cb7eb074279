import type { Document, Line, Row } from "./document.js"
import type { Meaning } from "./labels.js"
import { isUnknownLabel, labelAtStart, meaningOf, partMeanings } from "./vocabulary.js"

/** A label and its value, wherever they stand. */
export interface Pair {
  readonly meaning: Meaning
  readonly label: string
  readonly value: ReadonlyArray<string>
  /** Line where the value begins. */
  readonly at: number
  /** `loose`: neither colon nor cell separates label and value, so only a well-formed value counts. */
  readonly form: "cell" | "column" | "inline" | "below" | "loose"
  /** In a column, the first cell of the row, such as `Booking fee`. */
  readonly item?: string
}

const maxValueLines = 6

/** All pairs of a document: in cells of a row, in columns, on one line, and on consecutive lines. */
export const pairsOf = (document: Document): ReadonlyArray<Pair> => {
  const { heads, pairs } = byColumn(document)
  return [...pairs, ...byCell(document), ...byLine(document.lines, heads)].flatMap(apart)
}

/** `Einlass/Beginn: 19:00/20:00` has a value for each label. */
const apart = (pair: Pair): ReadonlyArray<Pair> => {
  const [first = ""] = pair.value
  const labels = first.length > 60 ? null : partMeanings(pair.label)
  const values = first.split(/\s?[/／]\s?/)
  return labels === null || labels.length !== values.length
    ? [pair]
    : labels.map((meaning, index) => ({ ...pair, meaning, value: [values[index]!] }))
}

const texts = (lines: ReadonlyArray<Line>, from: number, to: number): ReadonlyArray<string> =>
  lines.slice(from, Math.min(to, from + maxValueLines)).map(({ text }) => text)

/** A cell that ends in a colon is a label, also an unknown one. */
const single = ({ lines }: Document, { from, to }: Row["cells"][number]): Meaning | null => {
  const text = to - from === 1 ? lines[from]!.text : ""
  return text === "" ? null : (meaningOf(text) ?? (isUnknownLabel(text) ? "other" : null))
}

/** Label in one cell, value in the next. */
const byCell = (document: Document): ReadonlyArray<Pair> =>
  document.rows.flatMap(({ cells }) =>
    cells.flatMap((cell, index): ReadonlyArray<Pair> => {
      const next = cells[index + 1]
      const meaning = next === undefined ? null : single(document, cell)
      if (next === undefined || meaning === null || single(document, next) !== null) return []
      return [
        {
          meaning,
          label: document.lines[cell.from]!.text,
          value: texts(document.lines, next.from, next.to),
          at: next.from,
          form: "cell"
        }
      ]
    })
  )

interface Columns {
  readonly pairs: ReadonlyArray<Pair>
  /** Lines of column labels. Nothing below belongs to them but their columns. */
  readonly heads: ReadonlySet<number>
}

/** Rows of values below a row of labels with as many cells. */
const byColumn = (document: Document): Columns => {
  const pairs: Array<Pair> = []
  const heads = new Set<number>()
  let head: { readonly table: number; readonly meanings: ReadonlyArray<Meaning>; readonly row: Row } | null = null
  for (const row of document.rows) {
    const meanings = row.cells.map((cell) => single(document, cell))
    if (row.cells.length > 1 && meanings.every((meaning) => meaning !== null))
      head = { table: row.table, meanings, row }
    else if (head === null || head.table !== row.table || row.cells.length !== head.meanings.length) head = null
    else {
      const { meanings: of, row: labels } = head
      labels.cells.forEach(({ from }) => heads.add(from))
      pairs.push(
        ...row.cells.map((cell, column): Pair => ({
          meaning: of[column]!,
          label: document.lines[labels.cells[column]!.from]!.text,
          value: texts(document.lines, cell.from, cell.to),
          at: cell.from,
          form: "column",
          item: document.lines[row.cells[0]!.from]!.text
        }))
      )
    }
  }
  return { pairs: pairs, heads }
}

/** `Label: value` or `Label value` on a line, or a label with its value on the next lines. */
const byLine = (lines: ReadonlyArray<Line>, heads: ReadonlySet<number>): ReadonlyArray<Pair> => {
  const pairs: Array<Pair> = []
  for (let at = 0; at < lines.length;) {
    const run = labelsFrom(lines, at, heads)
    if (heads.has(at)) at += 1
    else if (run.length === 0) {
      pairs.push(...onLine(lines[at]!.text, at))
      at += 1
    } else {
      pairs.push(...belowLabels(lines, at, run))
      at += run.length
    }
  }
  return pairs
}

const maxLabels = 8

/** Consecutive label lines from a line on. */
const labelsFrom = (lines: ReadonlyArray<Line>, at: number, heads: ReadonlySet<number>): ReadonlyArray<Meaning> => {
  const run: Array<Meaning> = []
  for (let index = at; index < lines.length && run.length < maxLabels; index++) {
    const meaning = meaningOf(lines[index]!.text)
    if (meaning === null || heads.has(index)) break
    run.push(meaning)
  }
  return run
}

/** The value of the last label; or one value each for a row of labels written as lines. */
const belowLabels = (lines: ReadonlyArray<Line>, at: number, run: ReadonlyArray<Meaning>): ReadonlyArray<Pair> => {
  const from = at + run.length
  let to = from
  while (to < lines.length && to - from < maxLabels && meaningOf(lines[to]!.text) === null) to += 1
  if (to === from) return []
  const last = run.length - 1
  const pair = (index: number, value: ReadonlyArray<string>, line: number): Pair => ({
    meaning: run[index]!,
    label: lines[at + index]!.text,
    value,
    at: line,
    form: "below"
  })
  const isOneEach =
    run.length > 1 && to - from >= run.length && run.slice(0, last).every((meaning) => seated.has(meaning))
  return isOneEach
    ? run.map((_, index) => pair(index, [lines[from + index]!.text], from + index))
    : [pair(last, texts(lines, from, to), from)]
}

const seated = new Set<Meaning>(["section", "row", "seats", "quantity", "ticketType", "price"])

/** Pairs of one line; bars or dots may separate several. */
const onLine = (text: string, at: number): ReadonlyArray<Pair> => {
  const parts = text.length > 400 ? [text] : text.split(/\s*[|•·]\s*/)
  return parts.length > 1
    ? [
        ...parts.flatMap((part) => onPart(part, at)),
        ...onPart(text, at).filter(({ meaning }) => meaning !== "section" && meaning !== "row")
      ]
    : onPart(text, at)
}

const onPart = (text: string, at: number): ReadonlyArray<Pair> => {
  const start = labelAtStart(text)
  if (start === null) return []
  const form = /[:：]\s*$/.test(start.label) || /^[■◆●◇□▼○]/.test(text) ? "inline" : "loose"
  return [{ meaning: start.meaning, label: start.label, value: [start.rest], at, form }]
}

/** The text of a mail with its labels and values. */
export interface LabelledDocument {
  readonly document: Document
  readonly pairs: ReadonlyArray<Pair>
}
