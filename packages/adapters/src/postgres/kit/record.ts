import type { AnyField, Fields, RowOf, StoredAs } from "@daybook/core/kit"
import * as column from "./columns.js"

/** JSON is checked only as far as its presence: its shape is the program's own. */
const columnTypes: Readonly<Record<StoredAs, column.AnyColumn>> = {
  text: column.text,
  integer: column.number,
  bigint: column.bigint,
  smallint: column.smallint,
  numeric: column.numeric,
  number: column.float,
  real: column.real,
  boolean: column.boolean,
  date: column.date,
  instant: column.instant,
  texts: column.texts,
  json: column.json()
}

const columnOf = ({ options, storedAs, values }: AnyField): column.AnyColumn => {
  const one = values === null ? columnTypes[storedAs] : column.oneOf(values)
  return options.nullable === true ? column.nullable(one as column.Column<unknown>) : one
}

/** The columns of a record's fields. */
export const columnsOf = <F extends Fields>(fields: F): column.ColumnsOf<RowOf<F>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, columnOf(field)])) as never
