import {
  type DeclaredFields,
  type DeclaredRecord,
  type FieldValue,
  type RecordRef,
  type RecordRow,
  type Reports,
  type Values,
  keyText,
  occursOf
} from "@daybook/core/domain"
import type { Calendar } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import type { Context } from "effect"
import {
  type AnyColumn,
  boolean,
  type Column,
  type Columns,
  type RowOf,
  date,
  json,
  nullable,
  number,
  texts
} from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { type Table, table } from "../kit/table.js"
import { tableOf } from "./shape.js"

type Row = Readonly<Record<string, unknown>>

/** Columns under names that no translation of column names changes: `v0`, `v1`, … */
interface AliasedColumns {
  readonly select: Statement.Fragment
  readonly columns: Columns
  readonly toValues: (row: object) => Values
}

/** The table of a record type, as its statements use it. */
export interface CompiledTable {
  readonly name: Statement.Identifier
  /** Its rows without those that corrections hide. */
  readonly shown: Statement.Fragment
  /** All columns that are written. */
  readonly rows: Table<AnyColumns>
  /** The columns of the key, to join a list of keys. */
  readonly keys: Table<AnyColumns>
  /** Joins `item` with such a list, named `incoming`. */
  readonly isSameKey: Statement.Fragment
  /** Those columns of `item`. */
  readonly values: AliasedColumns
  readonly key: AliasedColumns
  /** The column of the day on which a record happened; null if it has none. */
  readonly day: string | null
}

const aliased = (fields: Columns): AliasedColumns => {
  const names = Object.keys(fields)
  return {
    select: sql.literal(names.map((name, index) => `item.${name} AS v${index}`).join(", ")),
    columns: Object.fromEntries(names.map((name, index): [string, AnyColumn] => [`v${index}`, fields[name]!])),
    toValues: (row) => Object.fromEntries(names.map((name, index) => [name, (row as Row)[`v${index}`] as FieldValue]))
  }
}

/** Columns whose values the declaration types, not the program. */
type AnyColumns = Readonly<Record<string, Column<unknown>>>

/** Another host may have a newer declaration, with more choices and fewer required fields. Its records are read too. */
const readable = (fields: DeclaredFields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, DeclaredFields[string]] => [
      name,
      { ...field, values: null, options: { ...field.options, nullable: true } }
    ])
  )

/** What sources say, what they say of records that are the same by a correction, and whether a correction hides it. */
const ownColumns = { _reports: json<Reports>(), _joined: nullable(json<Reports>()), _hidden: boolean }

const compile = ({ domain, record }: RecordRef): CompiledTable => {
  const name = tableOf(domain.name, record.name)
  const all = columnsOf(readable(record.fields)) as unknown as AnyColumns
  const key: AnyColumns = Object.fromEntries(record.key.map((one) => [one, all[one]!]))
  const occurs = occursOf(record)
  const isInstant = occurs !== null && record.fields[occurs]!.storedAs === "instant"
  const columns = { ...all, ...(isInstant ? { _day: nullable(date) } : {}), ...ownColumns } as AnyColumns
  return {
    name: sql(name),
    shown: sql`(SELECT * FROM ${sql(name)} WHERE NOT _hidden)`,
    rows: table(name, columns),
    keys: table(name, key),
    isSameKey: sql.literal(record.key.map((one) => `item.${one} = incoming.${one}`).join(" AND ")),
    values: aliased(all),
    key: aliased(key),
    day: isInstant ? "_day" : occurs
  }
}

const cache = new WeakMap<DeclaredRecord, CompiledTable>()

/** The table of a record type. A record type belongs to one domain. */
export const tableFor = (of: RecordRef): CompiledTable => {
  const cached = cache.get(of.record)
  if (cached !== undefined) return cached
  const compiled = compile(of)
  cache.set(of.record, compiled)
  return compiled
}

const rowColumns = { id: number, sources: texts }

/** The columns of a whole record in results. */
export const recordColumns = (compiled: CompiledTable) => ({ ...rowColumns, ...compiled.values.columns })

/** Selects them from `item`. */
export const selectRecord = ({ values }: CompiledTable): Statement.Fragment => sql`
  item.id, ARRAY(
    SELECT jsonb_object_keys(item._reports || coalesce(item._joined, '{}')) AS source ORDER BY source
  ) AS sources, ${values.select}`

export const toRecord =
  ({ values }: CompiledTable) =>
  ({ id, sources, ...row }: RowOf<typeof rowColumns>): RecordRow => ({ id, values: values.toValues(row), sources })

/** The values of a key that `keyText` wrote. Null if the text is no such key. */
export const keyValues = ({ key }: DeclaredRecord, text: string): Values | null => {
  try {
    const values: unknown = JSON.parse(text)
    return Array.isArray(values) && values.length === key.length
      ? Object.fromEntries(key.map((name, index) => [name, values[index] as FieldValue]))
      : null
  } catch {
    return null
  }
}

/** A record as it is written, with the reports that its values come from. */
export interface WrittenRecord {
  readonly values: Values
  readonly reports: Reports
  readonly joined: Reports | null
  readonly isHidden: boolean
}

/** The row to write, with the day in the home time zone. */
export const rowToWrite = (
  { record }: RecordRef,
  { rows }: CompiledTable,
  calendar: Context.Tag.Service<Calendar>,
  { isHidden, joined, reports, values }: WrittenRecord
): Row => {
  const occurs = occursOf(record)
  const at = occurs === null ? null : values[occurs]
  return {
    ...values,
    ...("_day" in rows.columns ? { _day: typeof at === "number" ? calendar.dateOf(at) : null } : {}),
    _reports: reports,
    _joined: joined,
    _hidden: isHidden
  }
}

export const keyTextOf = (of: RecordRef, compiled: CompiledTable, row: object): string =>
  keyText(of.record, compiled.key.toValues(row))
