import {
  type DeclaredField,
  type FieldValue,
  type Reading,
  type RecordQuery,
  type RecordRef,
  absentValue,
  descriptionOf,
  exampleOf,
  maxInteger,
  occursOf,
  pascalCase,
  readRow,
  readSome,
  readValue,
  typeOf
} from "@daybook/core/domain"
import { type DateFilters, field } from "@daybook/core/shared"
import { Schema } from "effect"
import { dates, flag, integer, limit, number, oneOf, order, page, param, query, text } from "../kit/params.js"

type Names = readonly [string, ...ReadonlyArray<string>]

/** Parameters of every list; a field of the same name cannot be filtered. */
const ownParams = { page, limit: limit(100), order, ...dates }

/** The parameter that filters by a field's value; undefined for pictures. */
const filterOf = (name: string, of: DeclaredField) => {
  const { max, min } = of.options
  const description = `Only records with this value: ${descriptionOf(name, of).replace(/; null if unknown$/, "")}`
  switch (typeOf(of)) {
    case "picture":
      return undefined
    case "boolean":
      return flag(description)
    case "integer":
      // A bound may be beyond the type.
      return integer(
        { minimum: Math.max(min ?? -Infinity, -maxInteger), maximum: Math.min(max ?? Infinity, maxInteger) },
        description
      )
    case "number":
      return number({ minimum: min ?? -Number.MAX_SAFE_INTEGER, maximum: max ?? Number.MAX_SAFE_INTEGER }, description)
    case "choice":
      return oneOf((of.values ?? []) as Names, description)
    case "texts":
      return text(`Only records whose list contains this text: ${name}`)
    default:
      return param({
        must:
          typeOf(of) === "text"
            ? "a text of at most 200,000 characters"
            : `a ${typeOf(of) === "date" ? "day" : "time"}, such as ${String(exampleOf(of))}`,
        json: { type: "string" },
        description,
        read: (value) => {
          const reading = readValue(name, of, value)
          return reading._tag === "Read" ? value : undefined
        },
        type: Schema.String
      })
  }
}

const sortsOf = ({ record }: RecordRef): Names => [
  "id",
  ...Object.keys(record.fields).filter((name) => !["texts", "picture"].includes(typeOf(record.fields[name]!)))
]

const isFilter = (name: string) => !Object.hasOwn(ownParams, name) && name !== "sort"

/** The query parameters of a list of records. */
export const listQuery = (of: RecordRef) => {
  const filters = Object.entries(of.record.fields).flatMap(([name, one]) => {
    const filter = isFilter(name) ? filterOf(name, one) : undefined
    return filter === undefined ? [] : [[name, filter] as const]
  })
  return query(
    {
      ...Object.fromEntries(filters),
      ...ownParams,
      sort: oneOf(sortsOf(of), "Sort field; records without a value come last")
    },
    { page: 1, limit: 20, sort: occursOf(of.record) ?? "id", order: "desc" as const }
  )
}

/** The value of a filter as it is stored. */
const filterValue = (name: string, of: DeclaredField, value: FieldValue): FieldValue => {
  const reading = typeOf(of) === "instant" ? readValue(name, of, value) : undefined
  return reading?._tag === "Read" ? reading.value : value
}

/** The decoded parameters of a list: the filters, and what every list has. */
export interface ListParams extends DateFilters {
  readonly page?: number
  readonly limit?: number
  readonly sort?: string
  readonly order?: "asc" | "desc"
  readonly [filter: string]: FieldValue | undefined
}

/** The query of a list as the store takes it. */
export const listQueryOf = ({ record }: RecordRef, params: ListParams): Omit<RecordQuery, "days"> => ({
  equals: Object.fromEntries(
    Object.keys(record.fields).flatMap((name) =>
      isFilter(name) && Object.hasOwn(params, name) && params[name] !== undefined
        ? [[name, filterValue(name, record.fields[name]!, params[name])]]
        : []
    )
  ),
  sort: params.sort ?? occursOf(record) ?? "id",
  order: params.order ?? "desc",
  page: { page: params.page ?? 1, limit: params.limit ?? 20 }
})

type Row = Readonly<Record<string, unknown>>
type Problem = { readonly path: ReadonlyArray<string>; readonly message: string }

const problemOf = (reading: Reading<unknown>): ReadonlyArray<Problem> =>
  reading._tag === "Read" ? [] : [{ path: reading.field === null ? [] : [reading.field], message: reading.why }]

/** A body with fields of a record, as JSON. What a value may be, the declaration decides. */
const bodyOf = (
  { domain, record }: RecordRef,
  name: string,
  isRequired: (of: DeclaredField) => boolean,
  read: (row: Row) => Reading<unknown>
) => {
  const fields = Object.entries(record.fields).map(([name, of]) => {
    const example = typeOf(of) === "picture" ? "https://covers.example/42.jpg" : exampleOf(of)
    const schema = isRequired(of) ? of.schema : Schema.optional(of.schema)
    return [name, field(schema as Schema.Schema.AnyNoContext, descriptionOf(name, of), example as never)] as const
  })
  return Schema.Struct(Object.fromEntries(fields)).pipe(
    Schema.filter((row) => problemOf(read(row))),
    Schema.annotations({ identifier: `${name}${pascalCase(domain.name)}_${pascalCase(record.name)}` })
  ) as unknown as Schema.Schema<Row>
}

/** The body of a new record. Fields that are nullable or have a default may be left out. */
export const recordBody = (of: RecordRef) =>
  bodyOf(
    of,
    "New",
    (field) => absentValue(field) === undefined,
    (row) => readRow(of.record, row)
  )

/** The body of a change: any fields. */
export const changeBody = (of: RecordRef) =>
  bodyOf(
    of,
    "Changed",
    () => false,
    (row) => readSome(of.record, row)
  )
