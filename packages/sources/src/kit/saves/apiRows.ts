import { type MarkedPassage, type ReadingRecord, articleKey, highlightKey } from "@daybook/core/reading"
import type { ListRow } from "../fullListing.js"
import { passageOf, recordsOf, saveOf, type SaveValues } from "./saveFile.js"
import { type Fields, fieldsOf, listOf } from "../jsonValues.js"

/** Reads a row of an API's list of saves. Rows that are no articles are counted, and not stored. */
export const articleRow =
  (read: (fields: Fields) => SaveValues & { readonly id: string | null }) =>
  (row: unknown): ListRow<ReadingRecord> | null => {
    const fields = fieldsOf(row)
    if (fields === null) return null
    const values = read(fields)
    if (values.id === null || values.id === "") return null
    const save = saveOf(values)
    if (save === null || typeof save === "string") return { name: values.id, key: null, records: [] }
    return { name: values.id, key: articleKey(values.id), records: recordsOf(save) }
  }

/** Reads a row of an API's list of highlights. `articleId` is the id of the save at the service. */
export const highlightRow =
  (read: (fields: Fields) => Parameters<typeof passageOf>[0] & { readonly articleId: string | null }) =>
  (row: unknown): ListRow<ReadingRecord> | null => {
    const fields = fieldsOf(row)
    if (fields === null) return null
    const { articleId, ...values } = read(fields)
    const passage = passageOf(values)
    if (values.id === null || values.id === "") return null
    if (passage === null || articleId === null) return { name: values.id, key: null, records: [] }
    return {
      name: values.id,
      key: highlightKey(passage.sourceId),
      records: [{ _tag: "Highlights", articleId, passages: [passage], whole: false }]
    }
  }

/** The readable ones of several passages. */
export const passagesOf = (
  list: unknown,
  read: (fields: Fields) => Parameters<typeof passageOf>[0]
): ReadonlyArray<MarkedPassage> =>
  listOf(list).flatMap((one) => {
    const fields = fieldsOf(one)
    return fields === null ? [] : (passageOf(read(fields)) ?? [])
  })

/** An id, which services write as a number or a text. */
export const idOf = (value: unknown): string | null => {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : ""
  return text === "" ? null : text
}
