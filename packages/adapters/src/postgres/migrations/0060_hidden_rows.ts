import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Rows of declared domains that corrections hide, and what is said of rows that are the same by a correction. */
export const hiddenRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ readonly name: string }>`
    SELECT class.relname AS name FROM pg_class AS class JOIN pg_attribute ON attrelid = class.oid
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attname = '_reports' AND NOT attisdropped
    ORDER BY 1`
  for (const { name } of tables)
    yield* sql`
      ALTER TABLE ${sql(name)}
        ADD COLUMN _hidden boolean NOT NULL DEFAULT false,
        ADD COLUMN _joined jsonb`
})
