import { type Correction, sentenceOf, keyText as textOfKey } from "../corrections/index.js"
import {
  type ExplainedMerge,
  type Explanation,
  type Voice,
  explainFields,
  noReasons,
  person
} from "../explain/index.js"
import { type KeyOfName, correctionsOnRecord, decisionsOn, namedKey } from "./correcting.js"
import type { RecordRef } from "./model.js"
import { type Reports, manualSource, mergeReports, precedence } from "./reports.js"
import { keyText } from "./values.js"

/** A record with what sources and the owner say of it. */
export interface ExplainedRecord {
  readonly reports: Reports
  /** What they say of records that are the same by a correction. */
  readonly joined: Reports
  /** The corrections of the domain. */
  readonly corrections: ReadonlyArray<Correction>
  /** Absent where every name is a key. */
  readonly keyOf?: KeyOfName
}

const ruleOf = (_: string, __: number, { source }: Voice) =>
  source === person
    ? "declared.field.correction"
    : source === manualSource
      ? "declared.field.by-hand"
      : "declared.field.first-source"

/** Why a record of a declared domain is as it is. Null if its reports make no complete record. */
export const explainRecord = (
  of: RecordRef,
  { corrections, joined, keyOf = (name) => name, reports }: ExplainedRecord
): Explanation | null => {
  const { record } = of
  const merged = mergeReports(record, reports, undefined, joined)
  if (merged === null) return null
  const key = keyText(record, merged)
  const own = correctionsOnRecord(of, corrections, key, keyOf)
  const { endOf, given } = decisionsOn(of, corrections, keyOf)
  const ownValues = given(endOf(key))
  const voicesOf = (all: Reports) =>
    precedence(all).map((source): Voice => {
      const values = all[source]!
      return { source, values: mergeReports(record, { [source]: values }) ?? values }
    })
  const voices = [...voicesOf(reports), ...voicesOf(joined)]
  return {
    ...noReasons,
    sources: voices.map(({ source }) => ({ source, key: null, firstSeen: null, lastSeen: null })),
    fields: explainFields(
      { ...merged, ...ownValues },
      Object.keys(ownValues).length === 0 ? voices : [{ source: person, values: ownValues }, ...voices],
      ruleOf
    ),
    merges: own.flatMap(({ id, kind, object, subject }): ReadonlyArray<ExplainedMerge> => {
      if (kind !== "same" || object === null) return []
      const name = namedKey(record, subject)
      const other = name !== null && keyOf(name) === key ? object : subject
      return [{ with: textOfKey(other), rule: "declared.merge.correction", undo: `DELETE /v1/admin/corrections/${id}` }]
    }),
    corrections: own.map((one) => ({ id: one.id, says: sentenceOf(one) }))
  }
}
