import type { Line } from "./Line.js"

const headings = ["what", "this", "yardstick", "ratio", "bar", "holds", "note"] as const
/** The first and last right-aligned column. */
const rightFrom = 1
const rightTo = 3

/** A figure with its significant digits and its unit. */
export const figure = (value: number, unit: string): string => {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return `${value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`
}

const cells = (line: Line): ReadonlyArray<string> => [
  line.what,
  figure(line.value, line.unit),
  line.yardstick === null ? "-" : figure(line.yardstick, line.unit),
  line.ratio === null ? "-" : line.ratio.toFixed(2),
  line.bar,
  line.holds ? "yes" : "NO",
  line.note
]

/** The lines as a text table. */
export const table = (lines: ReadonlyArray<Line>): string => {
  const rows = [headings, ...lines.map(cells)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const pad = (text: string, column: number) =>
    column >= rightFrom && column <= rightTo ? text.padStart(widths[column]!) : text.padEnd(widths[column]!)
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n")
}

/** The lines as a Markdown table without notes. */
export const markdown = (lines: ReadonlyArray<Line>): string => {
  const row = (columns: ReadonlyArray<string>) =>
    `| ${columns
      .slice(0, -1)
      .map((text) => text.replaceAll("|", "\\|"))
      .join(" | ")} |`
  const rule = headings.map((_, column) => (column >= rightFrom && column <= rightTo ? "---:" : "---"))
  return [headings, rule, ...lines.map(cells)].map(row).join("\n")
}
