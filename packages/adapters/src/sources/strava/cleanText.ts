/** Longest text kept, in characters, where nothing else is said. */
const usual = 500

/** A text as it is stored: without NULs and halves of characters, which no database takes, and without blank ends; null when nothing is left. */
export const cleanText = (given: string | null | undefined, longest: number = usual): string | null => {
  const text = (given ?? "").slice(0, longest).replace(/\0/g, "").replace(/\p{Surrogate}/gu, "\ufffd").trim()
  return text === "" ? null : text
}
