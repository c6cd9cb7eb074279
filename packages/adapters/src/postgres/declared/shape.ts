import {
  type DeclaredDomain,
  type DeclaredRecord,
  type FieldType,
  defaultOf,
  facetsOf,
  isName,
  occursOf,
  typeOf
} from "@daybook/core/domain"
import { Either, Schema } from "effect"
import { hash } from "node:crypto"

/** The part of a declaration that its tables follow, as it is stored. Its names are checked: they become SQL. */
export const DeclaredName = Schema.String.pipe(Schema.filter(isName))
const types = ["text", "integer", "number", "boolean", "date", "instant", "texts", "choice", "picture"] as const

const FieldShape = Schema.Struct({
  type: Schema.Literal(...types) as Schema.Schema<FieldType>,
  nullable: Schema.Boolean,
  /** What rows without a value have; null for nothing. */
  default: Schema.Unknown,
  values: Schema.NullOr(Schema.Array(Schema.String)),
  search: Schema.NullOr(Schema.String),
  meaning: Schema.Boolean
})
export type FieldShape = typeof FieldShape.Type

const RecordShape = Schema.Struct({
  key: Schema.Array(DeclaredName),
  fields: Schema.Array(Schema.Tuple(DeclaredName, FieldShape)),
  occurs: Schema.NullOr(DeclaredName),
  facets: Schema.Array(DeclaredName),
  /** The field that each kind of feed entries depends on. */
  feed: Schema.Array(Schema.Tuple(Schema.String, Schema.String))
})
export type RecordShape = typeof RecordShape.Type

export const DomainShape = Schema.Array(Schema.Tuple(DeclaredName, RecordShape))
/** The records of a domain by name, in the declared order. */
export type DomainShape = typeof DomainShape.Type

/** The shape in stored JSON; none if this version cannot read it. */
export const readShape = (json: unknown): DomainShape | undefined =>
  Either.getOrUndefined(Schema.decodeUnknownEither(DomainShape)(json))

const recordShape = (record: DeclaredRecord): RecordShape => ({
  key: record.key,
  fields: Object.entries(record.fields).map(([name, field]) => [
    name,
    {
      type: typeOf(field),
      nullable: field.options.nullable === true,
      default: defaultOf(field) ?? null,
      values: field.values,
      search: field.options.search ?? null,
      meaning: field.options.meaning === true
    }
  ]),
  occurs: occursOf(record),
  facets: facetsOf(record),
  feed: Object.entries(record.feed).map(([kind, { when }]) => [kind, when])
})

export const shapeOf = ({ records }: DeclaredDomain): DomainShape =>
  Object.entries<DeclaredRecord>(records).map(([name, record]) => [name, recordShape(record)])

/** The record with this name. */
export const recordIn = (shape: DomainShape, name: string): RecordShape | undefined =>
  shape.find(([one]) => one === name)?.[1]

export const fieldIn = (shape: RecordShape, name: string): FieldShape | undefined =>
  shape.fields.find(([one]) => one === name)?.[1]

export const tableOf = (domain: string, record: string): string => `${domain}_${record}`

/** PostgreSQL cuts longer names. */
const maxNameLength = 63

/** The name of an index or sequence of a table. No table has a `$` in its name. */
export const nameFor = (table: string, purpose: string): string => {
  const name = `${table}$${purpose}`
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength - 17)}$${hash("md5", name).slice(0, 16)}`
}

/** The column of the day on which a record happened: for a time, its day in the home time zone. */
export const dayColumnOf = ({ fields, occurs }: Pick<RecordShape, "fields" | "occurs">): string | null =>
  occurs === null ? null : fields.find(([name]) => name === occurs)?.[1].type === "instant" ? "_day" : occurs
