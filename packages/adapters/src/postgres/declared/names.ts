import { activities } from "@daybook/core/activities"
import {
  type KeyOfName,
  type RecordRef,
  type Reports,
  type Values,
  keyText,
  manualSource,
  recordNamed
} from "@daybook/core/domain"
import { Effect } from "effect"
import { texts } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { keyTextOf, keyValues, tableFor } from "./compile.js"
import { keysIn, withKeys } from "./rows.js"

const activity = recordNamed(activities, "activity")!.record

/** The field with more names of a record: an activity is also named by each of its reports. */
const namesFieldOf = ({ record }: RecordRef) => (record === activity ? "reports" : null)

/** A record by the text of its key, and the texts of keys by which corrections may also name it. */
export interface NamedRecord {
  readonly key: string
  readonly names: ReadonlyArray<string>
}

/** Whether a record is a part of another one, which has its reports. It is hidden, and its key names the other one. */
export const isPart = (of: RecordRef, reports: Reports): boolean =>
  Object.keys(reports).some((source) => source !== manualSource) &&
  namesFieldOf(of) !== null &&
  Object.values(reports).every((values) => othersIn(of, values).length === 0)

const named = (of: RecordRef, key: string, others: ReadonlyArray<string>): NamedRecord => ({
  key,
  names: [key, ...others.map((name) => keyText(of.record, { [of.record.key[0]!]: name }))]
})

const othersIn = (of: RecordRef, values: Values): ReadonlyArray<string> => {
  const field = namesFieldOf(of)
  return field === null ? [] : ((values[field] ?? []) as ReadonlyArray<string>)
}

export const namedByValues = (of: RecordRef, values: Values): NamedRecord =>
  named(of, keyText(of.record, values), othersIn(of, values))

export const namedByReports = (of: RecordRef, key: string, reports: Reports): NamedRecord =>
  isPart(of, reports)
    ? { key, names: [] }
    : named(
        of,
        key,
        Object.values(reports).flatMap((values) => othersIn(of, values))
      )

/** The stored records that have one of these names besides their key. */
const storedWith = (of: RecordRef, names: ReadonlyArray<string>) => {
  const field = namesFieldOf(of)
  const values = names.flatMap((name) => Object.values(keyValues(of.record, name) ?? {}) as ReadonlyArray<string>)
  if (field === null || values.length === 0) return Effect.succeed<ReadonlyArray<NamedRecord>>([])
  const compiled = tableFor(of)
  const others = sql.literal(`item.${field}`)
  return Effect.map(
    sql({ others: texts, ...compiled.key.columns })`
      SELECT ${others} AS others, ${compiled.key.select} FROM ${compiled.name} AS item
      WHERE ${others} && ${values}::text[]`,
    (rows) => rows.map(({ others, ...row }) => named(of, keyTextOf(of, compiled, row), others))
  )
}

const keyIn = (records: ReadonlyArray<NamedRecord>): KeyOfName => {
  const keys = new Map(records.flatMap(({ key, names }) => names.map((name) => [name, key] as const)))
  return (name) => keys.get(name) ?? name
}

/** The stored records with these keys, by all that is reported of them: their values may say less. */
const storedAs = (of: RecordRef, keys: ReadonlyArray<string>) =>
  namesFieldOf(of) === null
    ? Effect.succeed<ReadonlyArray<NamedRecord>>([])
    : Effect.map(withKeys(of, tableFor(of), keysIn(of, keys)), (records) =>
        Array.from(records, ([key, { reports }]) => namedByReports(of, key, reports))
      )

/** The key of the record that each of some names means, before and after some records are written as `next`. */
export const keysOfNames = Effect.fn("declared.keysOfNames")(function* (
  of: RecordRef,
  names: ReadonlyArray<string>,
  next: ReadonlyArray<NamedRecord> = []
) {
  const replaced = new Set(next.map(({ key }) => key))
  const others = (yield* storedWith(of, names)).filter(({ key }) => !replaced.has(key))
  const previous = yield* storedAs(of, Array.from(replaced))
  return { before: keyIn([...others, ...previous]), after: keyIn([...others, ...next]) }
})
