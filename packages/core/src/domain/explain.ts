import { type Explanation, type Voice, explainFields, noReasons } from "../explain/index.js"
import type { DeclaredRecord } from "./model.js"
import { type Reports, manualSource, mergeReports, precedence } from "./reports.js"

/** Why a record of a declared domain is as it is. Null if its reports make no complete record. */
export const explainRecord = (record: DeclaredRecord, reports: Reports): Explanation | null => {
  const merged = mergeReports(record, reports)
  if (merged === null) return null
  const voices = precedence(reports).map((source): Voice => {
    const values = reports[source]!
    return { source, values: mergeReports(record, { [source]: values }) ?? values }
  })
  return {
    ...noReasons,
    sources: voices.map(({ source }) => ({ source, key: null, firstSeen: null, lastSeen: null })),
    fields: explainFields(merged, voices, (_, __, { source }) =>
      source === manualSource ? "declared.field.by-hand" : "declared.field.first-source"
    )
  }
}
