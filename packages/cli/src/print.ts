import { Effect } from "effect"
import { columnsOf } from "./screen.js"
import { tableLines } from "./table.js"

/** One line on stdout. */
export const line = (text: string) => Effect.sync(() => void process.stdout.write(`${text}\n`))

/** One line on stderr: what a script that reads stdout should not see. */
export const note = (text: string) => Effect.sync(() => void process.stderr.write(`${text}\n`))

const json = (value: unknown) => line(JSON.stringify(value, null, 2))

/** A value as JSON when asked for, else as text. */
export const answer = <A>(asJson: boolean, value: A, text: (value: A) => Effect.Effect<void>) => asJson ? json(value) : text(value)

const escape = String.fromCharCode(27)
// Node knows of NO_COLOR, FORCE_COLOR and of terminals that have none.
const coloured = process.stdout.isTTY === true && process.stdout.hasColors()
const paint = (code: number) => (text: string) => coloured ? `${escape}[${code}m${text}${escape}[0m` : text
export const bold = paint(1)
export const dim = paint(2)
export const cyan = paint(36)

/** Rows under a heading, fitted to the terminal. `wrapped` is the column that goes on in further lines instead of being cut. */
export const table = (heading: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>, wrapped?: number) => {
  const [first = "", ...others] = tableLines(heading, rows, { width: columnsOf(process.stdout), wrapped })
  return Effect.forEach([bold(first), ...others], line, { discard: true })
}
