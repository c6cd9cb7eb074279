/** The members of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** The value as an object's fields; null for anything else. */
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null

/** The value as an object's fields; none of them for anything else. */
export const someFieldsOf = (value: unknown): Fields => fieldsOf(value) ?? {}

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null)

/** A text, or a number as text: some exports write ids as numbers. */
export const wordOf = (value: unknown): string | null => (typeof value === "number" ? String(value) : textOf(value))

/** A finite number, or null. Exports also write numbers as text. */
export const numberOf = (value: unknown): number | null => {
  const number =
    typeof value === "number" ? value : typeof value === "string" && value.trim() !== "" ? Number(value) : NaN
  return Number.isFinite(number) ? number : null
}
