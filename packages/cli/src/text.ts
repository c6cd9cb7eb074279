import cliTruncate from "cli-truncate"
import stringWidth from "string-width"
import wrapAnsi from "wrap-ansi"

/** The columns of a terminal; `Infinity` for a pipe or file, so that nothing is truncated for scripts. */
export const columnsOf = (stream: NodeJS.WriteStream): number =>
  stream.isTTY === true ? stream.columns || 80 : Infinity

/** Whether the terminal can show block characters: not in a locale without UTF-8, nor on the Linux console. */
export const showsBlocks = (env: Readonly<Record<string, string | undefined>>): boolean => {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || ""
  return env["TERM"] !== "linux" && (locale === "" || /utf-?8/i.test(locale))
}

/** The columns of a text: two for a wide character, none for a combining mark. */
export const widthOf = (text: string): number => stringWidth(text)

/** Replaces control characters by spaces, because a terminal would interpret those in provider data. */
export const plain = (text: string): string => text.replace(/\p{Cc}+/gu, " ")

const cut = showsBlocks(process.env) ? "…" : "~"

/** Truncates a text to `width` columns. A truncated text ends in … */
export const fit = (text: string, width: number): string =>
  widthOf(text) <= width ? text : cliTruncate(text, width, { truncationCharacter: cut })

/** A text padded or truncated to exactly `width` columns. */
export const column = (text: string, width: number, side: "left" | "right" = "left"): string => {
  const fitted = fit(text, width)
  const space = " ".repeat(Math.max(0, width - widthOf(fitted)))
  return side === "left" ? fitted + space : space + fitted
}

export interface TableShape {
  /** Columns of the terminal; `Infinity` truncates nothing. */
  readonly width: number
  /** The column that is wrapped instead of truncated, because it says what to do. */
  readonly wrapped?: number | undefined
}

const gap = 2
const narrowest = 6

/** A table as lines. Number columns are right-aligned; text columns shrink on a narrow terminal. */
export const tableLines = (
  heading: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
  shape: TableShape
): ReadonlyArray<string> => {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en-US") : plain(cell)))
  )
  const isNumber = heading.map((_, at) => rows.length > 0 && rows.every((row) => typeof row[at] === "number"))
  const natural = heading.map((title, at) => Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ""))))
  const words = cells.flatMap((row) => (row[shape.wrapped ?? -1] ?? "").split(" ")).map(widthOf)
  // Setting names are not broken as long as the wrapped column takes at most half of the width.
  const minWidths = heading.map((_, at) =>
    isNumber[at] === true
      ? natural[at]!
      : at === shape.wrapped
        ? Math.min(shape.width / 2, Math.max(...words))
        : narrowest
  )
  const gaps = gap * (heading.length - 1)
  if (minWidths.reduce((sum, one, at) => sum + Math.min(one, natural[at]!), gaps) > shape.width)
    return stacked(heading, cells, shape.width)
  const widths = narrowed(natural, minWidths, shape.width)
  const lineOf = (row: ReadonlyArray<string>) =>
    row
      .map((cell, at) => column(cell, widths[at]!, isNumber[at] === true ? "right" : "left"))
      .join(" ".repeat(gap))
      .trimEnd()
  const linesOf = (row: ReadonlyArray<string>): ReadonlyArray<string> => {
    const at = shape.wrapped ?? -1
    const parts =
      at < 0 || widthOf(row[at]!) <= widths[at]!
        ? [row[at] ?? ""]
        : wrapAnsi(row[at]!, widths[at]!, { hard: true }).split("\n")
    return parts.map((part, index) => lineOf(row.map((cell, place) => (place === at ? part : index === 0 ? cell : ""))))
  }
  return [lineOf(heading.map((title, at) => fit(title, widths[at]!))), ...cells.flatMap(linesOf)]
}

/** The layout for narrow terminals: one line for each cell with its heading, and an empty line between rows. */
const stacked = (
  heading: ReadonlyArray<string>,
  cells: ReadonlyArray<ReadonlyArray<string>>,
  width: number
): ReadonlyArray<string> =>
  cells.flatMap((row, index) => [
    ...(index === 0 ? [] : [""]),
    ...row.flatMap((cell, at) => {
      const [first = "", ...more] = wrapAnsi(
        at === 0 ? cell : heading[at] === "" ? cell : `${heading[at]!}: ${cell}`,
        width - gap,
        { hard: true }
      ).split("\n")
      const indent = at === 0 ? "" : " ".repeat(gap)
      return [`${indent}${first}`, ...more.map((line) => `${" ".repeat(gap)}${line}`)]
    })
  ])

/** Shrinks the widest text column by one character until the row fits or no column can shrink further. */
const narrowed = (
  natural: ReadonlyArray<number>,
  minWidths: ReadonlyArray<number>,
  width: number
): ReadonlyArray<number> => {
  const widths = [...natural]
  const available = width - gap * (natural.length - 1)
  for (let over = widths.reduce((sum, one) => sum + one, 0) - available; over > 0 && over < Infinity; over--) {
    const spare = widths.map((one, at) => one - minWidths[at]!)
    const widest = spare.indexOf(Math.max(...spare))
    if (spare[widest]! < 1) break
    widths[widest]!--
  }
  return widths
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Longer distances are shown as a date. */
const maxDistance = 7 * day

const spanOf = (ms: number): string => {
  if (ms < hour) return `${Math.max(1, Math.round(ms / minute))} min`
  if (ms < 2 * day) return `${Math.round(ms / hour)} h`
  return `${Math.round(ms / day)} days`
}

const two = (value: number) => String(value).padStart(2, "0")

/** Date and time in the system's time zone: `2026-03-14 20:15`. */
export const localTime = (instant: number): string => {
  const at = new Date(instant)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** An ISO time for people: `5 min ago`, `in 3 h`, or date and time when it is more than a week away. */
export const forPeople = (iso: string, now: number = Date.now()): string => {
  const instant = Date.parse(iso)
  const distance = Math.abs(now - instant)
  if (Number.isNaN(instant)) return iso
  if (distance > maxDistance) return localTime(instant)
  return instant > now ? `in ${spanOf(distance)}` : `${spanOf(distance)} ago`
}
