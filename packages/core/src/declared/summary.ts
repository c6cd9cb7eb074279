import { type DeclaredDomain, type DeclaredRecord, mainRecord, occursOf, recordsOf } from "./declaration.js"
import { typeOf } from "./fields.js"

/** Which fields of a record a short description consists of. */
export interface RecordSummary {
  readonly name: string
  readonly title: string
  /** The fields that identify a record. */
  readonly keyFields: ReadonlyArray<string>
  /** The field that names a record. */
  readonly titleField: string
  readonly subtitleField: string | null
  readonly pictureField: string | null
  readonly courseField: string | null
  readonly dayField: string | null
  /** Every field, in the declared order. */
  readonly fields: ReadonlyArray<string>
}

/** A declared domain as pages and terminals describe it: its main record in short. */
export interface DomainSummary {
  readonly name: string
  readonly title: string
  readonly record: RecordSummary
}

const fieldWhere = ({ fields }: DeclaredRecord, holds: (name: string) => boolean): string | null =>
  Object.keys(fields).find(holds) ?? null

export const recordSummary = (record: DeclaredRecord): RecordSummary => {
  const { fields, key, name, title } = record
  const searchedAs = (part: string) => fieldWhere(record, (name) => fields[name]!.options.search === part)
  return {
    name,
    title,
    keyFields: key,
    titleField: searchedAs("title") ?? key[0]!,
    subtitleField: searchedAs("subtitle"),
    pictureField: fieldWhere(record, (name) => typeOf(fields[name]!) === "picture"),
    courseField: fieldWhere(record, (name) => fields[name]!.options.course === true),
    dayField: occursOf(record),
    fields: Object.keys(fields)
  }
}

export const domainSummary = (domain: DeclaredDomain): DomainSummary => {
  const { record } = mainRecord(domain) ?? recordsOf(domain)[0]!
  return { name: domain.name, title: domain.title, record: recordSummary(record) }
}
