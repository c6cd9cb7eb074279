/** The values of one line of CSV (RFC 4180), or null when a quoted value does not end on it. */
export const csvRow = (line: string): ReadonlyArray<string> | null => {
  const values: Array<string> = []
  for (let at = 0;;) {
    if (line[at] !== "\"") {
      const comma = line.indexOf(",", at)
      values.push(comma === -1 ? line.slice(at) : line.slice(at, comma))
      if (comma === -1) return values
      at = comma + 1
      continue
    }
    const quoted = quotedValue(line, at + 1)
    if (quoted === null) return null
    values.push(quoted.value)
    if (quoted.end >= line.length) return values
    at = quoted.end + 1
  }
}

/** A value after its opening quote, up to the comma or the line's end. What stands between its closing quote and the comma belongs to it. */
const quotedValue = (line: string, start: number): { readonly value: string; readonly end: number } | null => {
  let value = ""
  for (let at = start;;) {
    const quote = line.indexOf("\"", at)
    if (quote === -1) return null
    value += line.slice(at, quote)
    if (line[quote + 1] === "\"") {
      value += "\""
      at = quote + 2
      continue
    }
    const comma = line.indexOf(",", quote)
    const end = comma === -1 ? line.length : comma
    return { value: value + line.slice(quote + 1, end), end }
  }
}

/**
 * Reads rows of `columns` values line by line, so that a damaged row costs only itself: null stands for it. A quoted value may
 * run over the end of its line into the next.
 */
export const csvRows = (columns: number) => {
  let open: string | null = null
  const whole = (line: string): ReadonlyArray<string> | null => {
    const row = csvRow(line)
    return row !== null && row.length === columns ? row : null
  }
  const feed = (line: string): ReadonlyArray<ReadonlyArray<string> | null> => {
    if (open !== null) {
      const joined = whole(line) === null ? whole(`${open}\n${line}`) : null
      open = null
      return joined === null ? [null, ...feed(line)] : [joined]
    }
    if (line.trim() === "") return []
    if (csvRow(line) !== null) return [whole(line)]
    open = line
    return []
  }
  return { feed, end: (): ReadonlyArray<null> => open === null ? [] : [null] }
}
