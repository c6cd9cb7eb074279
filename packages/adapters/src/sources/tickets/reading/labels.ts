/** The lines of a mail, none of them empty. */
export type Lines = ReadonlyArray<string>

/** What stands behind a label on its line, or where nothing does, on the line below. `label` matches at the start of a line. */
export const valueOf = (lines: Lines, label: RegExp): string | null => {
  const at = indexOf(lines, label)
  if (at === -1) return null
  const rest = lines[at]!.replace(label, "").replace(/^[\s:#.\-–—]+/, "").trim()
  return rest !== "" ? rest : lines[at + 1] ?? null
}

export const indexOf = (lines: Lines, label: RegExp, from = 0): number => lines.findIndex((line, index) => index >= from && label.test(line))

/** The first match of a pattern in any line. */
export const matchIn = (lines: Lines, pattern: RegExp): RegExpExecArray | null => {
  for (const line of lines) {
    const found = pattern.exec(line)
    if (found !== null) return found
  }
  return null
}
