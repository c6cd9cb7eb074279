import type { DeclaredRecord } from "./model.js"
import { type FieldValue, type Values, absentValue, readValue } from "./values.js"

/** What each source says of a record, by the source's id. */
export type Reports = Readonly<Record<string, Values>>

/** The source of values given by hand. They take precedence, also where they are null. */
export const manualSource = "manual"

/** The sources of reports in the order of their precedence: by hand, then by id. */
export const precedence = (reports: Reports): ReadonlyArray<string> =>
  Object.keys(reports).sort((one, other) =>
    one === manualSource ? -1 : other === manualSource ? 1 : one < other ? -1 : 1
  )

/**
 * What a report says of a field; undefined for nothing that this declaration can read. What is stored was read by the
 * declaration of another host.
 */
const reported = (
  record: DeclaredRecord,
  name: string,
  report: Values,
  storedValues: Values | undefined
): FieldValue | undefined => {
  if (!Object.hasOwn(report, name)) return undefined
  const value = readValue(name, record.fields[name]!, report[name])
  if (value._tag === "Read") return value.value
  const isStored = storedValues !== undefined && JSON.stringify(storedValues[name]) === JSON.stringify(report[name])
  return isStored ? report[name] : undefined
}

const mergedValue = (
  record: DeclaredRecord,
  name: string,
  reports: Reports,
  storedValues: Values | undefined,
  joined: Reports
): FieldValue | undefined => {
  let isNull = false
  for (const all of [reports, joined])
    for (const source of precedence(all)) {
      const value = reported(record, name, all[source]!, storedValues)
      if (value === undefined) continue
      if (value !== null || (source === manualSource && all === reports)) return value
      isNull = true
    }
  return isNull ? null : absentValue(record.fields[name]!)
}

/**
 * The record that the reports of all sources make. Each value is the first known one: by hand, else of the source whose
 * id sorts first, so that the order in which reports arrive does not matter. Null if they make no complete record.
 * `storedValues` are those of the record before. `joined` are the reports of records that are the same by a correction:
 * they say what the others leave open.
 */
export const mergeReports = (
  record: DeclaredRecord,
  reports: Reports,
  storedValues?: Values,
  joined: Reports = {}
): Values | null => {
  const values: Record<string, FieldValue> = {}
  for (const name of Object.keys(record.fields)) {
    const value = mergedValue(record, name, reports, storedValues, joined)
    if (value === undefined) return null
    values[name] = value
  }
  return values
}

/**
 * The reports of several records as those of one. Of what one source says of two of them, the first known value counts.
 */
export const joinReports = (all: ReadonlyArray<Reports>): Reports => {
  const joined = new Map<string, Map<string, FieldValue>>()
  for (const reports of all)
    for (const [source, values] of Object.entries(reports)) {
      const before = joined.get(source) ?? new Map<string, FieldValue>()
      joined.set(source, before)
      for (const [name, value] of Object.entries(values)) before.set(name, before.get(name) ?? value)
    }
  return Object.fromEntries(Array.from(joined, ([source, values]) => [source, Object.fromEntries(values)]))
}

/** The ids of the sources in reports, sorted. */
export const sourcesOf = (reports: Reports): ReadonlyArray<string> => Object.keys(reports).sort()
