import {
  type DeclaredDomain,
  type RecordRef,
  facetsOf,
  mainRecord,
  occursOf,
  recordSummary,
  recordsOf,
  typeOf
} from "@daybook/core/domain"

/** A type of records of a declared domain, as far as tools ask for it. */
export interface RecordShape {
  readonly name: string
  readonly title: string
  readonly titleField: string
  /** Every field, in the declared order. */
  readonly fields: ReadonlyArray<string>
  /** The fields by whose values lists are filtered. */
  readonly filters: ReadonlyArray<string>
  /** The fields by whose values records are counted. */
  readonly facets: ReadonlyArray<string>
  /** Whether its records happen on a day. */
  readonly hasDays: boolean
}

/** What the configuration of a host declares of a domain, as far as tools ask for it. */
export interface DeclaredShape {
  readonly name: string
  readonly title: string
  readonly records: ReadonlyArray<RecordShape>
  /** The record that its totals are about: the first one with days. */
  readonly main: RecordShape
}

/** Parameters of lists that no field can be filtered by. */
export const notFilters: ReadonlySet<string> = new Set(["page", "limit", "order", "sort", "date", "from", "to"])

const recordShape = ({ record }: RecordRef): RecordShape => {
  const { fields, name, title, titleField } = recordSummary(record)
  const filters = fields.filter((field) => !notFilters.has(field) && typeOf(record.fields[field]!) !== "picture")
  return { name, title, titleField, fields, filters, facets: facetsOf(record), hasDays: occursOf(record) !== null }
}

export const shapeOf = (domain: DeclaredDomain): DeclaredShape => {
  const refs = recordsOf(domain)
  return {
    name: domain.name,
    title: domain.title,
    records: refs.map(recordShape),
    main: recordShape(mainRecord(domain) ?? refs[0]!)
  }
}

export const recordOf = ({ records }: DeclaredShape, name: string): RecordShape | undefined =>
  records.find((record) => record.name === name)
