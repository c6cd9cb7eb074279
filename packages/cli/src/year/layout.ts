import { bold, cyan, dim } from "../print.js"
import { column, fit, plain, widthOf } from "../text.js"

/** The characters of charts, from blank to full. */
interface ChartCharacters {
  /** Cells filled from the left. */
  readonly across: ReadonlyArray<string>
  /** Cells filled from below. */
  readonly upward: ReadonlyArray<string>
}

export const blockCharacters: ChartCharacters = { across: Array.from(" ▏▎▍▌▋▊▉█"), upward: Array.from(" ▁▂▃▄▅▆▇█") }
/** For terminals that show only ASCII. */
export const asciiCharacters: ChartCharacters = { across: Array.from(" #"), upward: Array.from(" .:-=+*#") }

/** A cell filled by a share from 0 to 1. A positive share is always visible. */
const cell = (steps: ReadonlyArray<string>, share: number): string =>
  steps[share <= 0 ? 0 : Math.max(1, Math.min(steps.length - 1, Math.round(share * (steps.length - 1))))]!

/** A horizontal bar. The value `most` fills `width` columns. */
export const bar = (characters: ChartCharacters, value: number, most: number, width: number): string => {
  if (value <= 0 || most <= 0) return ""
  const cells = (value / most) * width
  const fullCells = Math.floor(cells)
  return (
    characters.across.at(-1)!.repeat(fullCells) +
    (fullCells === 0 || cells - fullCells > 0.06 ? cell(characters.across, cells - fullCells) : "")
  ).trimEnd()
}

/** One column for each value. The highest value fills its cell. */
export const sparkline = (characters: ChartCharacters, values: ReadonlyArray<number>): string => {
  const most = Math.max(...values)
  return values.map((value) => cell(characters.upward, most > 0 ? value / most : 0)).join("")
}

/** An area chart over `height` lines, top first. Null is a value in the future. */
export const area = (
  characters: ChartCharacters,
  values: ReadonlyArray<number | null>,
  height: number
): ReadonlyArray<string> => {
  const most = Math.max(...values.map((value) => value ?? 0))
  return Array.from({ length: height }, (_, index) => {
    const floor = height - 1 - index
    return values
      .map((value) =>
        cell(characters.upward, value === null || most === 0 ? 0 : Math.min(1, (value / most) * height - floor))
      )
      .join("")
      .trimEnd()
  })
}

/** Characters and width of the page. */
export interface ChartStyle {
  readonly characters: ChartCharacters
  readonly width: number
}

export const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

export const count = (value: number): string => Math.round(value).toLocaleString("en-US")

/** `1 run`, `2 runs`. */
export const quantity = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** A domain's name and its figures, wrapped to the width. */
export const sectionHeading = (
  { width }: ChartStyle,
  name: string,
  figures: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const lines: Array<string> = []
  const indent = 12
  for (const figure of figures.map((one) => fit(one, width - indent))) {
    const last = lines.at(-1)
    if (last === undefined || indent + widthOf(last) + 2 + widthOf(figure) > width) lines.push(figure)
    else lines[lines.length - 1] = `${last}, ${figure}`
  }
  return ["", ...lines.map((text, index) => (index === 0 ? bold(column(name, indent)) : " ".repeat(indent)) + text)]
}

/** The values of twelve months from rows with `YYYY-MM`. Missing months are 0. */
export const byMonth = <A extends { readonly month: string }>(
  rows: ReadonlyArray<A>,
  value: (row: A) => number
): ReadonlyArray<number> =>
  months.map((_, index) =>
    rows.reduce((sum, row) => (Number(row.month.slice(5)) === index + 1 ? sum + value(row) : sum), 0)
  )

/** A bar for each month. Empty when all values are 0. */
export const monthBars = ({ characters, width }: ChartStyle, values: ReadonlyArray<number>): ReadonlyArray<string> => {
  const most = Math.max(...values)
  if (most <= 0) return []
  const valueWidth = count(most).length
  return values.map((value, index) => {
    const chart = bar(characters, value, most, width - 8 - valueWidth)
    return `  ${dim(months[index]!)}  ${cyan(chart)}${chart === "" ? "" : " "}${count(value)}`
  })
}

/** A ranked list: name, sparkline of the year if known, and value. */
export const rankedList = (
  { characters, width }: ChartStyle,
  rows: ReadonlyArray<{
    readonly name: string
    readonly value: string
    readonly points?: ReadonlyArray<number> | undefined
  }>
): ReadonlyArray<string> => {
  const valueWidth = Math.max(0, ...rows.map(({ value }) => widthOf(value)))
  const line = Math.max(0, ...rows.map(({ points }) => points?.length ?? 0))
  const name = Math.min(width - 6 - valueWidth - (line > 0 ? line + 2 : 0) - 2, 48)
  return rows.map((row, index) =>
    [
      dim(String(index + 1).padStart(4)),
      column(plain(row.name), name),
      ...(line > 0 ? [cyan(column(row.points === undefined ? "" : sparkline(characters, row.points), line))] : []),
      row.value.padStart(valueWidth)
    ].join("  ")
  )
}

/** Twelve values as a sparkline with a label. Empty when all values are 0. */
export const monthLine = ({ characters }: ChartStyle, values: ReadonlyArray<number>): ReadonlyArray<string> =>
  values.some((value) => value > 0) ? [`  ${dim("by month")}  ${cyan(sparkline(characters, values))}`] : []

export const plainList = ({ width }: ChartStyle, rows: ReadonlyArray<string>): ReadonlyArray<string> =>
  rows.map((row) => `  ${fit(plain(row), width - 2)}`)
