import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { sequenceStates } from "../../src/backup/rows.js"
import { passing, tables } from "../../src/backup/tables.js"

interface Column {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly choices: ReadonlyArray<string>
}

/** Texts that tend to break files, quoting and drivers. */
const texts = [
  "plain",
  'it\'s "quoted"',
  "two\nlines\tand a tab",
  "back\\slash, {braces}, [brackets] and (round)",
  "Zoë 🎵 \u202egnirts\u202c",
  "",
  " ",
  "NULL",
  "\\N",
  "%_"
]

/** A value of a type for a row number. It is the same in every table, which satisfies foreign keys. */
const valueOf = ({ choices, type }: Column, row: number): string => {
  if (choices.length > 0) return choices[row % choices.length]!
  if (/^(smallint|integer|bigint)$/.test(type)) return String(row)
  if (/^(real|double precision)$/.test(type)) return ["0.1", "1e-7", "16777217", "-0", "0.30000001"][row % 5]!
  if (/^numeric/.test(type)) return ["0.10", "123456789.000001", "-1"][row % 3]!
  if (type === "boolean") return row % 2 === 0 ? "true" : "false"
  if (type === "date") return ["2024-02-29", "0001-01-01", "9999-12-31"][row % 3]!
  if (/^timestamp/.test(type))
    return ["2024-11-03 01:30:00.000001-07", "1969-12-31 23:59:59.999999+00", "2026-03-29 02:30:00+01"][row % 3]!
  if (type === "jsonb" || type === "json")
    return [`{"a":[null,1.50,"x\\"y"],"ü":{"b":null}}`, "null", "[]", '"text"', "12345678901234567890.10"][row % 5]!
  if (type === "bytea") return ["\\x", "\\x00ff5c0a27", "\\xdeadbeef"][row % 3]!
  if (type === "tsvector") return ["", "'a':1 'it''s':2A", "'zoë':3"][row % 3]!
  if (type.endsWith("[]")) return ["{}", '{NULL,"a,b","c\\"d"}', "{x}"][type === "text[]" ? row % 3 : 0]!
  return `${row} ${texts[row % texts.length]}`
}

const columnsOf = (table: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Column>`
    SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS required,
      coalesce(
        (SELECT array_agg(enumlabel::text ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = atttypid),
        (SELECT array_agg(choice[1]) FROM pg_constraint, regexp_matches(pg_get_constraintdef(pg_constraint.oid), '''([^'']+)''::text', 'g') AS choice
          WHERE conrelid = attrelid AND contype = 'c' AND conkey = ARRAY[attnum]),
        '{}'
      ) AS choices
    FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`
  )

/** Inserts rows into every table of any schema version. */
export const fill = Effect.fn("fill")(function* (rows: number) {
  const sql = yield* SqlClient.SqlClient
  const present = yield* sql<{ name: string }>`
    SELECT relname::text AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname = ANY(${[...tables, ...passing]}::text[])`
  for (const table of [...tables, ...passing].filter((name) => present.some((one) => one.name === name))) {
    const columns = yield* columnsOf(table)
    const valuesIn = (row: number) =>
      columns.map(
        (column) =>
          sql`${!column.required && row % 3 === 0 ? null : valueOf(column, row)}::text::${sql.literal(column.type)}`
      )
    const lines = Array.from({ length: rows }, (_, index) => sql`(${sql.csv(valuesIn(index + 1))})`)
    yield* sql`
      INSERT INTO ${sql(table)} (${sql.csv(columns.map(({ name }) => sql`${sql(name)}`))}) OVERRIDING SYSTEM VALUE VALUES ${sql.csv(lines)}
      ON CONFLICT DO NOTHING`
  }
  for (const { name } of yield* sequenceStates) yield* sql`SELECT setval(quote_ident(${name})::regclass, ${rows + 100})`
})
