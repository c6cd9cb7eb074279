import { Effect } from "effect"
import { columnsOf, tableLines } from "./text.js"

/** Prints one line on stdout. */
export const line = (text: string) => Effect.sync(() => void process.stdout.write(`${text}\n`))

/** Prints one line on stderr, which scripts that read stdout do not see. */
export const note = (text: string) => Effect.sync(() => void process.stderr.write(`${text}\n`))

const json = (value: unknown) => line(JSON.stringify(value, null, 2))

/** Prints a value as JSON with `--json`, else as text. */
export const answer = <A>(asJson: boolean, value: A, text: (value: A) => Effect.Effect<void>) =>
  asJson ? json(value) : text(value)

const escape = String.fromCharCode(27)
// Node evaluates NO_COLOR, FORCE_COLOR and the type of the terminal.
const coloured = process.stdout.isTTY === true && process.stdout.hasColors()
const paint = (code: number) => (text: string) => (coloured ? `${escape}[${code}m${text}${escape}[0m` : text)
export const bold = paint(1)
export const dim = paint(2)
export const cyan = paint(36)

/** Prints a table that fits the terminal. The column `wrapped` is wrapped instead of truncated. */
export const table = (
  heading: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
  wrapped?: number
) => {
  const [first = "", ...others] = tableLines(heading, rows, { width: columnsOf(process.stdout), wrapped })
  return Effect.forEach([bold(first), ...others], line, { discard: true })
}
