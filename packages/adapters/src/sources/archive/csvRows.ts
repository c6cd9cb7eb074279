/** The values of one line of CSV (RFC 4180), or null when a quoted value does not end on it. */
export const csvRow = (line: string): ReadonlyArray<string> | null => {
  const row = read(line, false)
  return typeof row === "string" ? null : row
}

/**
 * The values of a row; `open` when a quoted one does not end. Exactly, what stands between its closing quote and the comma
 * is damage; otherwise it belongs to the value.
 */
const read = (text: string, exactly: boolean): ReadonlyArray<string> | "open" | "damaged" => {
  const values: Array<string> = []
  for (let at = 0;;) {
    if (text[at] !== "\"") {
      const comma = text.indexOf(",", at)
      values.push(comma === -1 ? text.slice(at) : text.slice(at, comma))
      if (comma === -1) return values
      at = comma + 1
      continue
    }
    const quoted = quotedValue(text, at + 1)
    if (quoted === null) return "open"
    if (exactly && quoted.isTrailed) return "damaged"
    values.push(quoted.value)
    if (quoted.end >= text.length) return values
    at = quoted.end + 1
  }
}

/** A value after its opening quote, up to the comma or the end; `isTrailed` where something stands after its closing quote. */
const quotedValue = (text: string, start: number): { readonly value: string; readonly end: number; readonly isTrailed: boolean } | null => {
  let value = ""
  for (let at = start;;) {
    const quote = text.indexOf("\"", at)
    if (quote === -1) return null
    value += text.slice(at, quote)
    if (text[quote + 1] === "\"") {
      value += "\""
      at = quote + 2
      continue
    }
    const comma = text.indexOf(",", quote)
    const end = comma === -1 ? text.length : comma
    const rest = text.slice(quote + 1, end)
    return { value: value + rest, end, isTrailed: rest.trim() !== "" }
  }
}

/** Lines of the longest text that somebody wrote into one value. */
const longestValue = 1_000

const opensOrCloses = (line: string): boolean => (line.match(/"/g)?.length ?? 0) % 2 === 1

/**
 * Reads rows of `columns` values line by line. A quoted value may run over any number of lines; one that never ends, or
 * ends where another row begins, is damage and costs only its first line: null stands for it, what follows is read anew.
 */
export const csvRows = (columns: number) => {
  type Row = ReadonlyArray<string> | null
  let open: ReadonlyArray<string> = []
  const again = ([, ...rest]: ReadonlyArray<string>): ReadonlyArray<Row> => {
    open = []
    return [null, ...rest.flatMap(feed)]
  }
  const feed = (line: string): ReadonlyArray<Row> => {
    const lines = [...open, line]
    if (open.length === 0) {
      if (line.trim() === "") return []
      const row = csvRow(line)
      if (row !== null) return [row.length === columns ? row : null]
    } else if (opensOrCloses(line)) {
      const row = read(lines.join("\n"), true)
      if (row !== "open") {
        if (row === "damaged" || row.length !== columns) return again(lines)
        open = []
        return [row]
      }
    }
    if (lines.length > longestValue) return again(lines)
    open = lines
    return []
  }
  const end = (): ReadonlyArray<Row> => open.length === 0 ? [] : [...again(open), ...end()]
  return { feed, end }
}
