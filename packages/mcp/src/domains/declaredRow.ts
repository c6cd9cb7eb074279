import type { RecordShape } from "../declared/shape.js"
import type { Json } from "./Domain.js"

/** Maximum length of a text in a row. Longer ones may be anybody's, and belong to `fetch`. */
const maxTextLength = 300

const isLong = (value: unknown): value is string => typeof value === "string" && value.length > maxTextLength
const isPicture = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value)
const isInstant = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(value)

/** The fields of a record without pictures and long texts, with the home offset in its times. */
export const plainFields = (record: Json, local: (instant: string) => string | null): Json =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([name, value]) => name !== "id" && name !== "sources" && !isLong(value) && !isPicture(value))
      .map(([name, value]) => [name, isInstant(value) ? local(value) : value])
  )

/** The long texts of a record, by their field. */
export const longTexts = (record: Json): ReadonlyArray<readonly [string, string]> =>
  Object.entries(record).filter((entry): entry is [string, string] => isLong(entry[1]))

/** What names a record. */
export const titleOf = ({ titleField }: RecordShape, record: Json, id: string): string => {
  const title = record[titleField]
  return typeof title === "string" && title !== "" ? title : typeof title === "number" ? String(title) : id
}
