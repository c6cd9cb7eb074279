import type { SqlClient, Statement } from "@effect/sql"
import { columnName } from "./columnName.js"

/** Rows that came as one column: null where there are none. */
export type RowsColumn = ReadonlyArray<Readonly<Record<string, unknown>>> | null

/** A query as one column of another, so that several are one statement: each by itself costs as much again as a small query takes. */
export const rowsOf = (sql: SqlClient.SqlClient, query: Statement.Fragment): Statement.Fragment => sql`(SELECT json_agg(one) FROM (${query}) AS one)`

/** Such a column's rows, of numbers, texts and pictures: instants would be texts. */
export const toRows = <Row>(column: RowsColumn | undefined): ReadonlyArray<Row> =>
  (column ?? []).map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [columnName(name), value])) as Row)
