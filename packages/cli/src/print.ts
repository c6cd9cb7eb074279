import { Effect } from "effect"

/** One line on stdout. */
export const line = (text: string) => Effect.sync(() => void process.stdout.write(`${text}\n`))

/** One line on stderr: what a script that reads stdout should not see. */
export const note = (text: string) => Effect.sync(() => void process.stderr.write(`${text}\n`))

const json = (value: unknown) => line(JSON.stringify(value, null, 2))

/** A value as JSON when asked for, else as text. */
export const answer = <A>(asJson: boolean, value: A, text: (value: A) => Effect.Effect<void>) => asJson ? json(value) : text(value)

const escape = String.fromCharCode(27)
const coloured = process.stdout.isTTY === true && process.env["NO_COLOR"] === undefined
const paint = (code: number) => (text: string) => coloured ? `${escape}[${code}m${text}${escape}[0m` : text
export const bold = paint(1)
export const dim = paint(2)

/** Rows under a heading, as wide as their longest cells; numbers stand to the right. */
export const table = (heading: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>) => {
  const cells = rows.map((row) => row.map((cell) => typeof cell === "number" ? cell.toLocaleString("en-US") : cell))
  const widths = heading.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = (column: number) => rows.length > 0 && rows.every((row) => typeof row[column] === "number")
  const layout = (row: ReadonlyArray<string>) =>
    row.map((cell, column) => isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)).join("  ").trimEnd()
  return Effect.forEach([bold(layout(heading)), ...cells.map(layout)], line, { discard: true })
}
