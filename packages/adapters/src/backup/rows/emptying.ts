import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { isHostAlive } from "../../postgres/hosts.js"
import { table as migrations } from "../../postgres/migrate.js"
import { shapes } from "./readRows.js"
import { functions, passing, sequences, standing, tables, types } from "./tables.js"

/** Whether nothing was ever put into the database: a fresh one, or one that has only been opened. */
export const isEmpty = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  for (const { name } of yield* shapes) {
    if (standing.has(name)) continue
    const rows = yield* sql`SELECT FROM ${sql(name)} LIMIT 1`
    if (rows.length > 0) return false
  }
  return true
})

/** Whether a host is alive on the data. */
export const isServed = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ known: boolean }>`SELECT to_regclass('hosts') IS NOT NULL AS known`
  if (found?.known !== true) return false
  const hosts = yield* sql`SELECT FROM hosts WHERE ${isHostAlive(sql)}`
  return hosts.length > 0
})

/** Takes everything of Daybook's out of the database, and nothing else. */
export const removeAll = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const list = (names: ReadonlyArray<string>) => sql.literal(names.join(", "))
  yield* sql`DROP TABLE IF EXISTS ${list([...tables, ...passing, migrations])}`
  yield* sql`DROP SEQUENCE IF EXISTS ${list(sequences)}`
  yield* sql`DROP FUNCTION IF EXISTS ${list(functions)}`
  yield* sql`DROP TYPE IF EXISTS ${list(types)}`
})
