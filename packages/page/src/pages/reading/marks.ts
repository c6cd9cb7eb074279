/** A piece of a text; the index of the highlight that covers it, or undefined. */
export interface Piece {
  readonly text: string
  readonly highlight: number | undefined
}

interface Span {
  readonly start: number
  readonly end: number
  readonly highlight: number
}

const patternOf = (quote: string): RegExp | undefined => {
  const words = quote
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "")
  if (words.length === 0) return undefined
  return new RegExp(words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join(String.raw`\s+`))
}

/** The pieces of a text with its highlights in place. Line breaks may differ; what is not in the text stays out. */
export const markHighlights = (text: string, quotes: ReadonlyArray<string>): ReadonlyArray<Piece> => {
  const spans = quotes.flatMap((quote, highlight): ReadonlyArray<Span> => {
    const match = patternOf(quote)?.exec(text)
    return match == null ? [] : [{ start: match.index, end: match.index + match[0].length, highlight }]
  })
  const pieces: Array<Piece> = []
  let at = 0
  for (const { end, highlight, start } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue
    const from = Math.max(start, at)
    if (from > at) pieces.push({ text: text.slice(at, from), highlight: undefined })
    pieces.push({ text: text.slice(from, end), highlight })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), highlight: undefined })
  return pieces
}
