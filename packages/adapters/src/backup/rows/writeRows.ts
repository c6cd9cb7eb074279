import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { SequenceState, TableShape } from "./readRows.js"

/** Puts rows that `readRows` gave into a table of the same shape. */
export const writeRows = ({ columns, name }: TableShape, lines: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const types = yield* sql<{ column: string; type: string }>`
      SELECT attname::text AS column, format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = ${name}::regclass AND attnum > 0`
    const typeOf = new Map(types.map(({ column, type }) => [column, type]))
    const values = columns.map((column, index) => sql`(line ->> ${sql.literal(String(index))})::${sql.literal(typeOf.get(column) ?? "text")}`)
    yield* sql`
      INSERT INTO ${sql(name)} (${sql.csv(columns.map((column) => sql`${sql(column)}`))}) OVERRIDING SYSTEM VALUE
      SELECT ${sql.csv(values)} FROM json_array_elements(${`[${lines.join(",")}]`}::json) AS line`
  })

/** Does work that puts rows into tables as they are, without what follows from them by trigger: that is among the rows too. */
export const withoutTriggers = <A, E, R>(shapes: ReadonlyArray<TableShape>, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const turn = (way: "ENABLE" | "DISABLE") =>
      Effect.forEach(shapes, ({ name }) => sql`ALTER TABLE ${sql(name)} ${sql.literal(way)} TRIGGER USER`, { discard: true })
    yield* turn("DISABLE")
    const done = yield* work
    yield* turn("ENABLE")
    return done
  })

/** Lets sequences go on from where they were. */
export const writeSequences = (states: ReadonlyArray<SequenceState>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(states.filter(({ value }) => value !== null), ({ name, value }) =>
      sql`SELECT setval(quote_ident(${name})::regclass, ${value}::bigint)`, { discard: true }))
