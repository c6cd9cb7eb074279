import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { sequences, tables } from "./tables.js"

/** A table that a backup holds, and its columns but for those that follow from others. */
export interface TableShape {
  readonly name: string
  readonly columns: ReadonlyArray<string>
}

/** How far a sequence is; null for one that was never asked. */
export interface SequenceState {
  readonly name: string
  readonly value: number | null
}

const mostRows = 500
const leastRows = 20
/** What one piece of a table is about, characters. */
const pieceSize = 512 * 1_024

/**
 * Runs reads that all see one moment, whoever writes meanwhile, and that write every value in the same way on every
 * server. Values are told apart by their text, so nothing may depend on where the server stands.
 */
export const atOneMoment = <A, E, R>(reads: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(Effect.gen(function*() {
      yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
      yield* plainTexts
      return yield* reads
    })))

/** Until the transaction ends, every value has one text, which is read as the same value. */
export const plainTexts = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(["TimeZone = 'UTC'", "DateStyle = 'ISO'", "IntervalStyle = 'postgres'", "bytea_output = 'hex'", "extra_float_digits = 1"], (setting) =>
    sql`SET LOCAL ${sql.literal(setting)}`, { discard: true }))

/** The tables that there are. */
export const shapes = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ name: string; columns: ReadonlyArray<string> }>`
      SELECT class.relname::text AS name, array_agg(attribute.attname::text ORDER BY attribute.attnum) AS columns
      FROM pg_class AS class JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
      WHERE class.relnamespace = current_schema()::regnamespace AND class.relkind = 'r' AND class.relname = ANY(${tables}::text[])
        AND attribute.attnum > 0 AND NOT attribute.attisdropped AND attribute.attgenerated = ''
      GROUP BY class.relname`,
    (found): ReadonlyArray<TableShape> => tables.flatMap((name) => found.filter((shape) => shape.name === name))
  ))

/** How far all sequences are that give numbers to rows. */
export const sequenceStates = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<SequenceState>`
    SELECT sequencename::text AS name, last_value::float8 AS value
    FROM pg_sequences
    WHERE schemaname = current_schema() AND (sequencename = ANY(${sequences}::text[]) OR EXISTS (
      SELECT FROM pg_depend AS bond JOIN pg_class AS class ON class.oid = bond.refobjid
      WHERE bond.objid = format('%I.%I', schemaname, sequencename)::regclass AND bond.deptype IN ('a', 'i') AND class.relname = ANY(${tables}::text[])
    ))
    ORDER BY sequencename`)

/**
 * Hands over all rows of a table in pieces of bounded size, each row as a JSON array of the texts of its values. Only
 * within `atOneMoment`.
 */
export const readRows = <E, R>(shape: TableShape, each: (lines: ReadonlyArray<string>) => Effect.Effect<void, E, R>): Effect.Effect<void, SqlError | E, SqlClient.SqlClient | R> =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const texts = sql.csv(shape.columns.map((column) => sql`item.${sql(column)}::text`))
    yield* sql`DECLARE daybook_backup NO SCROLL CURSOR FOR SELECT json_build_array(${texts})::text AS line FROM ${sql(shape.name)} AS item`
    let lines: Array<string> = []
    let size = 0
    for (let count = leastRows; ;) {
      const rows = yield* sql<{ line: string }>`FETCH ${sql.literal(String(count))} FROM daybook_backup`
      const fetched = rows.reduce((sum, { line }) => sum + line.length, 0)
      for (const { line } of rows) lines.push(line)
      size += fetched
      if (lines.length > 0 && (size >= pieceSize || rows.length === 0)) {
        yield* each(lines)
        lines = []
        size = 0
      }
      if (rows.length === 0) break
      count = Math.round(Math.max(leastRows, Math.min(mostRows, 2 * count, pieceSize * rows.length / Math.max(1, fetched))))
    }
    yield* sql`CLOSE daybook_backup`
  })
