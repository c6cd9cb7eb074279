import type { DateRange, PageOf } from "@daybook/core/shared"
import { type Paged, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type Columns, type RowOf, columnName, decodeRows, json, nullable, number } from "./columns.js"
import { sql } from "./sql.js"
import { columnNames } from "./table.js"

/** A condition that every row fulfils. */
const always = sql.literal("true")

/** All of the conditions; null and undefined are no conditions. */
export const every = (conditions: ReadonlyArray<Statement.Fragment | null | undefined>): Statement.Fragment => {
  const present = conditions.filter((condition) => condition !== null && condition !== undefined)
  return present.length === 0 ? always : sql.and(present)
}

/** A condition on a value that may be absent: no value, no condition. */
export const ifPresent = <A>(
  value: A | null,
  condition: (value: A) => Statement.Fragment
): Statement.Fragment | null => (value === null ? null : condition(value))

const instantOf = (at: number) => sql`to_timestamp(${at}::float8 / 1000)`

/** The instants of a half-open range. `column` is an SQL expression. */
export const within = (column: string, { from, to }: DateRange): Statement.Fragment =>
  every([
    ifPresent(from, (at) => sql`${sql.literal(column)} >= ${instantOf(at)}`),
    ifPresent(to, (at) => sql`${sql.literal(column)} < ${instantOf(at)}`)
  ])

/** The days of a range, both ends included. `column` is an SQL expression. */
export const onDays = (
  column: string,
  { from, to }: { readonly from: string | null; readonly to: string | null }
): Statement.Fragment =>
  every([
    ifPresent(from, (day) => sql`${sql.literal(column)} >= ${day}::date`),
    ifPresent(to, (day) => sql`${sql.literal(column)} <= ${day}::date`)
  ])

/** The terms of an `ORDER BY`: missing values last, and no two rows equal. `id` breaks ties in the same direction. */
export const orderBy = (column: string, order: "asc" | "desc", id: string): Statement.Fragment =>
  sql.literal(`${column} ${order} NULLS LAST, ${id} ${order}`)

/** `LIMIT` and `OFFSET` of a page. */
export const pageOf = (page: PageOf): Statement.Fragment => sql`LIMIT ${page.limit} OFFSET ${offsetOf(page)}`

/** The value of a query that answers one number. */
export const countOf = (query: Statement.Fragment): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.map(sql({ total: number })`SELECT (${query})::float8 AS total`, ([row]) => row!.total)

/** A page whose rows carry the total. Only for an empty page after the first does `count` have to run. */
export const paged = <Row extends { readonly total: number }, A, E, R, E2, R2>(
  page: PageOf,
  rows: Effect.Effect<ReadonlyArray<Row>, E, R>,
  toFact: (row: Row) => A,
  count: Effect.Effect<number, E2, R2>
): Effect.Effect<Paged<A>, E | E2, R | R2> =>
  Effect.flatMap(rows, (fetched) =>
    fetched.length > 0 || offsetOf(page) === 0
      ? Effect.succeed({ rows: fetched.map(toFact), total: fetched[0]?.total ?? 0 })
      : Effect.map(count, (total): Paged<A> => ({ rows: [], total }))
  )

export const isEmpty = ({ rows }: Paged<unknown>): boolean => rows.length === 0

/**
 * Wraps a query as one column, to combine several queries in one statement. Each separate statement costs as much as
 * another small query.
 */
export const rowsOf = (query: Statement.Fragment): Statement.Fragment =>
  sql`(SELECT json_agg(one) FROM (${query}) AS one)`

/** Such a column, before its rows are decoded; null if there are none. */
export const rowsColumn = nullable(json<ReadonlyArray<Readonly<Record<string, unknown>>>>(Array.isArray))

/** The rows of such a column. Supports numbers, texts and images; instants would arrive as texts. */
export const toRows = <C extends Columns>(
  columns: C,
  rows: ReadonlyArray<Readonly<Record<string, unknown>>> | null | undefined
): Effect.Effect<ReadonlyArray<RowOf<C>>, SqlError> =>
  decodeRows(
    columns,
    (rows ?? []).map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [columnName(name), value])))
  )

const valuesColumn = nullable(json<ReadonlyArray<unknown>>(Array.isArray))

/**
 * The rows of a query for thousands of short rows: a column arrives as one array, which takes a third of the time of
 * its rows. Supports numbers, texts, days and booleans.
 */
export const byColumns = <C extends Columns>(
  columns: C,
  query: Statement.Fragment
): Effect.Effect<ReadonlyArray<RowOf<C>>, SqlError, SqlClient.SqlClient> => {
  const names = Object.keys(columns)
  const arrays = columnNames(columns).map((name) => `to_json(array_agg(one.${name})) AS ${name}`)
  const arrayColumns: Columns = Object.fromEntries(names.map((name) => [name, valuesColumn]))
  return Effect.flatMap(sql(arrayColumns)`SELECT ${sql.literal(arrays.join(", "))} FROM (${query}) AS one`, ([row]) => {
    const values = row as Readonly<Record<string, ReadonlyArray<unknown> | null>>
    const first = values[names[0]!] ?? []
    return decodeRows<RowOf<C>>(
      columns,
      first.map((_, place) => Object.fromEntries(names.map((name) => [name, values[name]![place]])))
    )
  })
}
