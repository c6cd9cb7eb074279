import { bold, cyan, dim } from "../print.js"
import { column, fit, plain, widthOf } from "../text.js"
import { type Ink, bar, sparkline } from "./charts.js"

/** What a page of a year is drawn with and how wide. */
export interface Paper {
  readonly ink: Ink
  readonly width: number
}

export const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

export const count = (value: number): string => Math.round(value).toLocaleString("en-US")

/** `1 run`, `2 runs`. */
export const counted = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`

/** A room's name and its year in figures, on further lines where they do not fit. */
export const opening = ({ width }: Paper, name: string, figures: ReadonlyArray<string>): ReadonlyArray<string> => {
  const lines: Array<string> = []
  const indent = 12
  for (const figure of figures.map((one) => fit(one, width - indent))) {
    const last = lines.at(-1)
    if (last === undefined || indent + widthOf(last) + 2 + widthOf(figure) > width) lines.push(figure)
    else lines[lines.length - 1] = `${last}, ${figure}`
  }
  return ["", ...lines.map((text, index) => (index === 0 ? bold(column(name, indent)) : " ".repeat(indent)) + text)]
}

/** Values of twelve months by their `YYYY-MM`; months that are left out are 0. */
export const byMonth = <A extends { readonly month: string }>(rows: ReadonlyArray<A>, value: (row: A) => number): ReadonlyArray<number> =>
  months.map((_, index) => rows.reduce((sum, row) => Number(row.month.slice(5)) === index + 1 ? sum + value(row) : sum, 0))

/** A bar for each month; no chart where there is nothing to draw. */
export const monthBars = ({ ink, width }: Paper, values: ReadonlyArray<number>): ReadonlyArray<string> => {
  const most = Math.max(...values)
  if (most <= 0) return []
  const room = count(most).length
  return values.map((value, index) => {
    const drawn = bar(ink, value, most, width - 8 - room)
    return `  ${dim(months[index]!)}  ${cyan(drawn)}${drawn === "" ? "" : " "}${count(value)}`
  })
}

/** A ranked list: name, a line of its year where it is known, and how often. */
export const ranked = ({ ink, width }: Paper, rows: ReadonlyArray<{ readonly name: string; readonly value: string; readonly points?: ReadonlyArray<number> | undefined }>): ReadonlyArray<string> => {
  const room = Math.max(0, ...rows.map(({ value }) => widthOf(value)))
  const line = Math.max(0, ...rows.map(({ points }) => points?.length ?? 0))
  const name = Math.min(width - 6 - room - (line > 0 ? line + 2 : 0) - 2, 48)
  return rows.map((row, index) => [
    dim(String(index + 1).padStart(4)),
    column(plain(row.name), name),
    ...line > 0 ? [cyan(column(row.points === undefined ? "" : sparkline(ink, row.points), line))] : [],
    row.value.padStart(room)
  ].join("  "))
}

/** Twelve values on a line, with what they are; none where there is nothing to draw. */
export const monthLine = ({ ink }: Paper, values: ReadonlyArray<number>): ReadonlyArray<string> =>
  values.some((value) => value > 0) ? [`  ${dim("by month")}  ${cyan(sparkline(ink, values))}`] : []

/** A list of what there was. */
export const listed = ({ width }: Paper, rows: ReadonlyArray<string>): ReadonlyArray<string> => rows.map((row) => `  ${fit(plain(row), width - 2)}`)
