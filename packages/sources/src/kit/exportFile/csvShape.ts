/** The format of a CSV. */
export interface Shape {
  readonly delimiter: string
  /** The last character of a line: a line feed also ends lines that end in CR LF. */
  readonly lineEnd: "\n" | "\r"
  /** Characters before the first row: the line `sep=;` that Excel writes. */
  readonly skip: number
  /** A quote is a character like others. */
  readonly isUnquoted?: boolean
}

const delimiters = [",", ";", "\t"] as const

/**
 * Detects the format from the first non-empty line: its end, and its most frequent delimiter outside quotes. Without
 * quotes it is the tab.
 */
export const shapeOf = (text: string, isUnquoted = false): Shape => {
  const counts = new Map<string, number>()
  let isQuoted = false
  let end = text.length
  let hasText = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '"' && !isUnquoted) isQuoted = !isQuoted
    if (isQuoted) continue
    if (sign === "\n" || sign === "\r") {
      end = at
      if (hasText) break
    } else if (sign > " ") hasText = true
    counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  const lineEnd = text[end] === "\r" && text[end + 1] !== "\n" ? "\r" : "\n"
  if (isUnquoted) return { delimiter: "\t", lineEnd, skip: 0, isUnquoted }
  const separatorLine = /^sep=([,;\t])\r?$/i.exec(text.slice(0, end).trimStart())
  if (separatorLine !== null)
    return { delimiter: separatorLine[1]!, lineEnd, skip: end + (text.startsWith("\r\n", end) ? 2 : 1) }
  const count = (delimiter: string) => counts.get(delimiter) ?? 0
  return { delimiter: delimiters.reduce((best, one) => (count(one) > count(best) ? one : best)), lineEnd, skip: 0 }
}
