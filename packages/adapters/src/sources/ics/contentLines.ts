/** One property: its name in capitals, its parameters by their names in capitals, and its value as it stands. */
export interface Property {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
  readonly value: string
}

/** A line longer than this, in characters, is cut: no value that is of use is. */
const longest = 65_536

/** The logical lines of a calendar (RFC 5545 §3.1), without a byte order mark; a line that begins with a blank goes on the one before. */
export function* unfolded(text: string): Generator<string> {
  let parts: Array<string> = []
  let length = 0
  for (const line of physicalLines(text.startsWith("\ufeff") ? text.slice(1) : text)) {
    const isContinued = line.startsWith(" ") || line.startsWith("\t")
    if (isContinued && parts.length > 0) {
      if (length < longest) parts.push(line.slice(1))
      length += line.length - 1
    } else if (line.trim() !== "") {
      if (parts.length > 0) yield parts.join("").slice(0, longest)
      parts = [line]
      length = line.length
    }
  }
  if (parts.length > 0) yield parts.join("").slice(0, longest)
}

/** Lines one by one: a list of all of them takes several times the memory of the text. */
function* physicalLines(text: string): Generator<string> {
  const end = /\r\n|\n|\r/g
  let start = 0
  for (let found = end.exec(text); found !== null; found = end.exec(text)) {
    yield text.slice(start, found.index)
    start = end.lastIndex
  }
  yield text.slice(start)
}

/**
 * A line as a property, or null where it is none. Feeds leave quotes open: where no colon follows the quote, it counts as
 * a character.
 */
export const property = (line: string): Property | null => {
  const colon = valueAt(line, true) ?? valueAt(line, false)
  if (colon === null) return null
  const [name = "", ...rest] = split(line.slice(0, colon))
  if (!/^[A-Za-z0-9-]+$/.test(name)) return null
  const parameters = Object.fromEntries(rest.flatMap((part) => {
    const at = part.indexOf("=")
    return at < 1 ? [] : [[part.slice(0, at).toUpperCase(), part.slice(at + 1).replaceAll("\"", "").trim()] as const]
  }))
  return { name: name.toUpperCase(), parameters, value: line.slice(colon + 1).replaceAll("\0", "") }
}

const valueAt = (line: string, heedsQuotes: boolean): number | null => {
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "\"" && heedsQuotes) isQuoted = !isQuoted
    else if (line[at] === ":" && !isQuoted) return at
  }
  return null
}

const split = (head: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let isQuoted = false
  let start = 0
  for (let at = 0; at < head.length; at++) {
    if (head[at] === "\"") isQuoted = !isQuoted
    else if (head[at] === ";" && !isQuoted) {
      parts.push(head.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, head.slice(start)]
}

/** A TEXT value without its escapes (RFC 5545 §3.3.11). */
export const textOf = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, sign: string) => sign === "n" || sign === "N" ? "\n" : sign)
