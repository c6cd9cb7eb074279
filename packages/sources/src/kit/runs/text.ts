const longestName = 500
const longestText = 20_000

const clean = (value: string | null | undefined, longest: number): string | null => {
  const text = (value ?? "")
    .slice(0, longest)
    .replace(/\0/g, "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .trim()
  return text === "" ? null : text
}

/** A name on one line, as it can be stored; null if it is empty. */
export const plainLine = (value: string | null | undefined): string | null =>
  clean((value ?? "").replace(/\s+/g, " "), longestName)

/** A text as it can be stored; null if it is empty. */
export const plainParagraphs = (value: string | null | undefined): string | null => clean(value, longestText)
