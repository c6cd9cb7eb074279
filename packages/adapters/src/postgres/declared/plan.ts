import {
  type DomainShape,
  type FieldShape,
  type RecordShape,
  dayColumnOf,
  nameFor,
  recordIn,
  tableOf
} from "./shape.js"
import { addColumn, columnTypes, createTable, indexesOf } from "./definitions.js"

/** A table as it is in the database. */
export interface ActualTable {
  readonly columns: ReadonlyMap<string, { readonly type: string; readonly required: boolean }>
  /** The columns of its key, in order. */
  readonly key: ReadonlyArray<string>
  /** The names of its indexes. */
  readonly indexes: ReadonlyArray<string>
}

/** A choice that lost values: it is refused if rows have others than these. */
export interface NarrowedChoice {
  readonly place: string
  readonly table: string
  readonly column: string
  readonly values: ReadonlyArray<string>
}

/** How the tables of a domain come to follow its declaration. */
export interface Plan {
  readonly statements: ReadonlyArray<string>
  /** What would lose something: a line for each, with the migration to write. */
  readonly refusals: ReadonlyArray<string>
  readonly narrowed: ReadonlyArray<NarrowedChoice>
  /** Records whose days are computed again. */
  readonly dated: ReadonlyArray<string>
  /** Records whose part in feed, search or pictures changed. */
  readonly published: ReadonlyArray<string>
}

const nothing: Plan = { statements: [], refusals: [], narrowed: [], dated: [], published: [] }

const joined = (plans: ReadonlyArray<Partial<Plan>>): Plan =>
  plans.reduce<Plan>(
    (sum, one) => ({
      statements: [...sum.statements, ...(one.statements ?? [])],
      refusals: [...sum.refusals, ...(one.refusals ?? [])],
      narrowed: [...sum.narrowed, ...(one.narrowed ?? [])],
      dated: [...sum.dated, ...(one.dated ?? [])],
      published: [...sum.published, ...(one.published ?? [])]
    }),
    nothing
  )

const refusal = (place: string, what: string, statement: string): Partial<Plan> => ({
  refusals: [`${place}: ${what}; add a migration to the domain such as ${JSON.stringify(statement)}`]
})

/** What feed, search and pictures take from a record. */
const publishedParts = ({ feed, fields }: RecordShape) =>
  JSON.stringify([feed, fields.map(([name, { meaning, search, type }]) => [name, search, meaning, type === "picture"])])

const fieldPlan = (
  place: string,
  table: string,
  [name, field]: readonly [string, FieldShape],
  actual: ActualTable,
  before: FieldShape | undefined
): Partial<Plan> => {
  const column = actual.columns.get(name)
  const type = columnTypes[field.type]
  if (column === undefined) {
    return field.nullable || field.default !== null
      ? { statements: addColumn(table, name, field) }
      : refusal(
          place,
          "is new and required, so stored rows have no value: make it nullable, give it a default",
          `ALTER TABLE ${table} ADD COLUMN ${name} ${type} NOT NULL DEFAULT …`
        )
  }
  if (column.type !== type) {
    return refusal(
      place,
      `was stored as ${column.type} and is declared as ${type}`,
      `ALTER TABLE ${table} ALTER COLUMN ${name} TYPE ${type} USING …`
    )
  }
  if (!field.nullable && !column.required) {
    return refusal(
      place,
      "was nullable and is now required",
      `UPDATE ${table} SET ${name} = … WHERE ${name} IS NULL; ALTER TABLE ${table} ALTER COLUMN ${name} SET NOT NULL`
    )
  }
  const isNarrowed =
    field.values !== null && !(before?.values ?? [null]).every((value) => field.values!.some((one) => one === value))
  return {
    statements: field.nullable && column.required ? [`ALTER TABLE ${table} ALTER COLUMN ${name} DROP NOT NULL`] : [],
    narrowed: isNarrowed ? [{ place, table, column: name, values: field.values ?? [] }] : []
  }
}

/** Columns of a table that its record no longer declares. */
const lostFields = (place: string, table: string, record: RecordShape, actual: ActualTable) =>
  Array.from(actual.columns.keys())
    .filter((name) => name !== "id" && !name.startsWith("_") && !record.fields.some(([one]) => one === name))
    .map((name) =>
      refusal(
        `${place}.${name}`,
        "is no longer declared, and its values are stored",
        `ALTER TABLE ${table} DROP COLUMN ${name}`
      )
    )

const keyPlan = (place: string, table: string, { key }: RecordShape, actual: ActualTable): Partial<Plan> => {
  if (actual.key.length === 0 || JSON.stringify(actual.key) === JSON.stringify(key)) return {}
  const index = `"${nameFor(table, "key")}"`
  return refusal(
    `${place}.${key.join(", ")}`,
    `the key was ${actual.key.join(", ")} and is now ${key.join(", ")}`,
    `DROP INDEX ${index}; CREATE UNIQUE INDEX ${index} ON ${table} (${key.join(", ")})`
  )
}

/** The indexes that are new, and those that no part of the declaration asks for any more. */
const indexPlan = (table: string, record: RecordShape, actual: ActualTable, isRedated: boolean): Partial<Plan> => {
  const definitions = indexesOf(table, record)
  const moved = isRedated ? [nameFor(table, "recent"), nameFor(table, "day")] : []
  // A long name is cut, so it need not begin with the table's.
  const ours = (name: string) => name.includes("$") && name !== nameFor(table, "ids")
  const dropped = actual.indexes.filter((name) => ours(name) && (!definitions.has(name) || moved.includes(name)))
  return {
    statements: [
      ...dropped.map((name) => `DROP INDEX "${name}"`),
      ...Array.from(definitions).flatMap(([name, statement]) =>
        actual.indexes.includes(name) && !dropped.includes(name) ? [] : [statement]
      )
    ]
  }
}

const changedTable = (
  place: string,
  table: string,
  [name, record]: readonly [string, RecordShape],
  actual: ActualTable,
  before: RecordShape | undefined
): Plan => {
  const day = dayColumnOf(record)
  const isRedated = before?.occurs !== record.occurs
  const hasDay = actual.columns.has("_day")
  return joined([
    ...record.fields.map((field) =>
      fieldPlan(`${place}.${field[0]}`, table, field, actual, before?.fields.find(([one]) => one === field[0])?.[1])
    ),
    ...lostFields(place, table, record, actual),
    keyPlan(place, table, record, actual),
    day === "_day" && !hasDay ? { statements: [`ALTER TABLE ${table} ADD COLUMN _day date`] } : {},
    indexPlan(table, record, actual, isRedated),
    // Its indexes are dropped before it.
    day !== "_day" && hasDay ? { statements: [`ALTER TABLE ${table} DROP COLUMN _day`] } : {},
    day === "_day" && isRedated ? { dated: [name] } : {},
    before !== undefined && publishedParts(before) !== publishedParts(record) ? { published: [name] } : {}
  ])
}

const recordPlan = (
  domain: string,
  [name, record]: readonly [string, RecordShape],
  before: DomainShape | undefined,
  actual: ReadonlyMap<string, ActualTable>
): Partial<Plan> => {
  const place = `${domain}.${name}`
  const table = tableOf(domain, name)
  const existing = actual.get(table)
  if (existing === undefined) return { statements: [createTable(table, record), ...indexesOf(table, record).values()] }
  const earlier = before === undefined ? undefined : recordIn(before, name)
  return earlier === undefined
    ? { refusals: [`${place}: the database has another table ${table}: choose another name`] }
    : changedTable(place, table, [name, record], existing, earlier)
}

/** What brings a domain's tables to its declaration. `before` is the declaration that they follow now. */
export const planOf = (
  domain: string,
  next: DomainShape,
  before: DomainShape | undefined,
  actual: ReadonlyMap<string, ActualTable>
): Plan =>
  joined([
    ...next.map((record) => recordPlan(domain, record, before, actual)),
    ...(before ?? [])
      .filter(([name]) => recordIn(next, name) === undefined && actual.has(tableOf(domain, name)))
      .map(([name]) =>
        refusal(
          `${domain}.${name}`,
          "is no longer declared, and its records are stored",
          `DROP TABLE ${tableOf(domain, name)}`
        )
      )
  ])
