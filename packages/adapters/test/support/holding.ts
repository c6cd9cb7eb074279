import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { plainTexts, type TableShape } from "../../src/backup/rows.js"
import { formerTables } from "../../src/backup/tables.js"

/** The rows as text, in the columns of a schema version. */
export const rowsIn = (tables: ReadonlyArray<TableShape>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* plainTexts
    const rowsByTable: Record<string, ReadonlyArray<string>> = {}
    for (const { columns, name } of tables) {
      const values = sql.csv(columns.map((column) => sql`${sql(column)}::text`))
      const rows = yield* sql<{ row: string }>`SELECT json_build_array(${values})::text AS row FROM ${sql(name)}`
      rowsByTable[name] = rows.map(({ row }) => row).sort()
    }
    return rowsByTable
  })

/** Decisions on events, which migration 50 turns into corrections. */
const decisions: Readonly<Record<string, ReadonlySet<string>>> = {
  attending_mentions: new Set(["rejected", "presence"])
}

/** The tables and columns of a schema version whose rows no migration moves. Corrections are made of others. */
export const unmovedOf = (tables: ReadonlyArray<TableShape>): ReadonlyArray<TableShape> =>
  tables
    .filter(({ name }) => !formerTables.has(name) && name !== "corrections")
    .map((table) => ({ ...table, columns: table.columns.filter((name) => !decisions[table.name]?.has(name)) }))

/** Columns, constraints and indexes of all tables, as text. */
export const schema = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ line: string }>`
    SELECT format('%s.%s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated) AS line
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
    UNION ALL SELECT format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1`,
    (rows) => rows.map(({ line }) => line)
  )
)
