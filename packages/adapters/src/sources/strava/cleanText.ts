/** A text as it is stored: without NULs and halves of characters, which no database takes, and without blank ends; null when nothing is left. */
export const cleanText = (given: string | null | undefined): string | null => {
  const text = (given ?? "").replace(/\0/g, "").replace(/\p{Surrogate}/gu, "\ufffd").trim()
  return text === "" ? null : text
}
