import type { Shape } from "./csvShape.js"

/** A row as it stands in a text. */
interface ScannedRow {
  readonly values: ReadonlyArray<string>
  /** Offset after the row and its line end. */
  readonly end: number
  /** False if the text ends without a line end. */
  readonly isEnded: boolean
}

/** `open`: the text ends within a quoted value. `damaged`: a quote is where RFC 4180 has none. */
type Scan = ScannedRow | "open" | "damaged"

const quote = '"'

const withLineFeeds = (value: string): string => (value.includes("\r") ? value.replace(/\r\n?/g, "\n") : value)

const unquoted = (text: string): string => withLineFeeds(text.includes(quote) ? text.replaceAll('""', quote) : text)

/** Finds a text from an offset on, and looks at nothing twice as long as the offsets grow. */
const makeFinder = (text: string, target: string) => {
  let offset = -1
  return (from: number): number => {
    if (offset < from) {
      offset = text.indexOf(target, from)
      if (offset === -1) offset = text.length
    }
    return offset
  }
}

/** Offset of the quote that closes a value which opens at `from`; -1 if none does. */
const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf(quote, from + 1)
  while (at !== -1 && text[at + 1] === quote) at = text.indexOf(quote, at + 2)
  return at
}

/**
 * Reads the rows of a text from growing offsets, each in one pass. `isLenient` takes quotes anywhere for themselves:
 * `7" single`.
 */
export const makeScanner = (text: string, { delimiter, isUnquoted = false, lineEnd }: Shape, isLenient = false) => {
  const nextDelimiter = makeFinder(text, delimiter)
  const nextLineEnd = makeFinder(text, lineEnd)
  const isEndOfLine = (at: number) => text[at] === lineEnd || (lineEnd === "\n" && text.startsWith("\r\n", at))
  const isEndOfValue = (at: number) => at >= text.length || text[at] === delimiter || isEndOfLine(at)
  /** Offset after an unquoted value. */
  const endOf = (from: number): number => {
    const end = Math.min(nextDelimiter(from), nextLineEnd(from))
    return text[end] === "\n" && end > from && text[end - 1] === "\r" ? end - 1 : end
  }
  const valueAt = (from: number): { readonly value: string; readonly end: number } | "open" | "damaged" => {
    if (isUnquoted || text[from] !== quote) {
      const end = endOf(from)
      const value = text.slice(from, end)
      return !isUnquoted && !isLenient && value.includes(quote) ? "damaged" : { value: withLineFeeds(value), end }
    }
    const close = closingQuote(text, from)
    if (close === -1) return "open"
    const value = unquoted(text.slice(from + 1, close))
    if (isEndOfValue(close + 1)) return { value, end: close + 1 }
    if (!isLenient) return "damaged"
    const end = endOf(close)
    return { value: quote + value + text.slice(close, end), end }
  }
  return (from: number): Scan => {
    const values: Array<string> = []
    for (let at = from; ;) {
      const scanned = valueAt(at)
      if (typeof scanned === "string") return scanned
      values.push(scanned.value)
      const { end } = scanned
      if (text[end] !== delimiter || end >= text.length) {
        const isEnded = end < text.length
        return { values, end: end + (text.startsWith("\r\n", end) ? 2 : isEnded ? 1 : 0), isEnded }
      }
      at = end + 1
    }
  }
}
