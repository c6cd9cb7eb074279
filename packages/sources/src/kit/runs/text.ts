const maxNameLength = 500
const maxTextLength = 20_000

const clean = (value: string | null | undefined, maxLength: number): string | null => {
  const text = (value ?? "")
    .slice(0, maxLength)
    .replace(/\0/g, "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .trim()
  return text === "" ? null : text
}

/** A name on one line, as it can be stored; null if it is empty. */
export const plainLine = (value: string | null | undefined): string | null =>
  clean((value ?? "").replace(/\s+/g, " "), maxNameLength)

/** A text as it can be stored; null if it is empty. */
export const plainParagraphs = (value: string | null | undefined): string | null => clean(value, maxTextLength)
