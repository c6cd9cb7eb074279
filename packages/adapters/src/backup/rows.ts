import type { SqlClient, Statement } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { type ColumnsOf, nullable, number, text, texts } from "../postgres/kit/columns.js"
import { sql } from "../postgres/kit/sql.js"
import { inTransaction } from "../postgres/inTransaction.js"
import { declaredTableNames } from "../postgres/declared/declarations.js"
import { forEachInSlices } from "@daybook/sources/kit"
import { sequences, tables } from "./tables.js"

const listOf = (parts: ReadonlyArray<Statement.Fragment>) => parts.reduce((all, one) => sql`${all}, ${one}`)

/** A table in a backup, and its columns without generated ones. */
export interface TableShape {
  readonly name: string
  readonly columns: ReadonlyArray<string>
}

/** The last value of a sequence; null if it was never used. */
interface SequenceState {
  readonly name: string
  readonly value: number | null
}

const shapeColumns: ColumnsOf<TableShape> = { name: text, columns: texts }
const sequenceColumns: ColumnsOf<SequenceState> = { name: text, value: nullable(number) }

const maxRows = 500
const minRows = 20
/** Approximate size of one piece of a table, in characters. */
const pieceSize = 512 * 1_024

/**
 * Runs reads in one snapshot, regardless of concurrent writes, with the same text format on every server. Values are
 * compared by their text, so server settings must not affect them.
 */
export const atOneMoment = <A, E, R>(reads: Effect.Effect<A, E, R>) =>
  inTransaction(
    Effect.gen(function* () {
      yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
      yield* plainTexts
      return yield* reads
    })
  )

/** For the rest of the transaction, values have a canonical text that round-trips exactly. */
export const plainTexts = Effect.forEach(
  [
    "TimeZone = 'UTC'",
    "DateStyle = 'ISO'",
    "IntervalStyle = 'postgres'",
    "bytea_output = 'hex'",
    "extra_float_digits = 1"
  ],
  (setting) => sql`SET LOCAL ${sql.literal(setting)}`,
  { discard: true }
)

/** The existing tables. */
export const shapes = Effect.gen(function* () {
  const names = [...tables, ...(yield* declaredTableNames)]
  const rows = yield* sql(shapeColumns)`
      SELECT class.relname::text AS name, array_agg(attribute.attname::text ORDER BY attribute.attnum) AS columns
      FROM pg_class AS class JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
      WHERE class.relnamespace = current_schema()::regnamespace AND class.relkind = 'r' AND class.relname = ANY(${names}::text[])
        AND attribute.attnum > 0 AND NOT attribute.attisdropped AND attribute.attgenerated = ''
      GROUP BY class.relname`
  return names.flatMap((name): ReadonlyArray<TableShape> => rows.filter((shape) => shape.name === name))
})

/** The states of all sequences. */
export const sequenceStates = Effect.flatMap(
  declaredTableNames,
  (declared) => sql(sequenceColumns)`
    SELECT sequencename::text AS name, last_value::float8 AS value
    FROM pg_sequences
    WHERE schemaname = current_schema() AND (sequencename = ANY(${sequences}::text[]) OR EXISTS (
      SELECT FROM pg_depend AS bond JOIN pg_class AS class ON class.oid = bond.refobjid
      WHERE bond.objid = format('%I.%I', schemaname, sequencename)::regclass AND bond.deptype IN ('a', 'i')
        AND class.relname = ANY(${[...tables, ...declared]}::text[])
    ))
    ORDER BY sequencename`
)

/**
 * Reads all rows of a table in pieces of bounded size, each row as a JSON array of its values as text. Call it only
 * inside `atOneMoment`.
 */
export const readRows = <E, R>(
  shape: TableShape,
  each: (lines: ReadonlyArray<string>) => Effect.Effect<void, E, R>
): Effect.Effect<void, SqlError | E, SqlClient.SqlClient | R> =>
  Effect.gen(function* () {
    const values = listOf(shape.columns.map((column) => sql`item.${sql(column)}::text`))
    yield* sql`
      DECLARE daybook_backup NO SCROLL CURSOR FOR
      SELECT json_build_array(${values})::text AS line FROM ${sql(shape.name)} AS item`
    let lines: Array<string> = []
    let size = 0
    for (let count = minRows; ;) {
      const rows = yield* sql({ line: text })`FETCH ${sql.literal(String(count))} FROM daybook_backup`
      const fetched = rows.reduce((sum, { line }) => sum + line.length, 0)
      for (const { line } of rows) lines.push(line)
      size += fetched
      if (lines.length > 0 && (size >= pieceSize || rows.length === 0)) {
        yield* each(lines)
        lines = []
        size = 0
      }
      if (rows.length === 0) break
      count = Math.round(
        Math.max(minRows, Math.min(maxRows, 2 * count, (pieceSize * rows.length) / Math.max(1, fetched)))
      )
    }
    yield* sql`CLOSE daybook_backup`
  })

/** Row count and an order-independent checksum of a table. */
export interface Digest {
  readonly rows: number
  readonly sum: string
}

export interface DigestOf {
  /** Adds rows, in slices: a piece of a table may have ten thousand short ones. */
  readonly add: (lines: Iterable<string>) => Effect.Effect<void>
  readonly digest: () => Digest
}

const modulus = 1n << 256n

/** Sums the SHA-256 of all rows, so that the database may return them in any order. */
export const digestOf = (): DigestOf => {
  let rows = 0
  let sum = 0n
  return {
    add: (lines) =>
      forEachInSlices(lines, (line) => {
        rows++
        sum = (sum + BigInt(`0x${hash("sha256", line, "hex")}`)) % modulus
      }),
    digest: () => ({ rows, sum: sum.toString(16).padStart(64, "0") })
  }
}

/** Inserts rows from `readRows` into a table of the same shape. */
export const writeRows = ({ columns, name }: TableShape, lines: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const types = yield* sql({ column: text, type: text })`
      SELECT attname::text AS column, format_type(atttypid, atttypmod) AS type
      FROM pg_attribute WHERE attrelid = ${name}::regclass AND attnum > 0`
    const typeOf = new Map(types.map(({ column, type }) => [column, type]))
    const values = columns.map(
      (column, index) => sql`(line ->> ${sql.literal(String(index))})::${sql.literal(typeOf.get(column) ?? "text")}`
    )
    yield* sql`
      INSERT INTO ${sql(name)} (${listOf(columns.map((column) => sql`${sql(column)}`))}) OVERRIDING SYSTEM VALUE
      SELECT ${listOf(values)} FROM json_array_elements(${`[${lines.join(",")}]`}::json) AS line`
  })

/**
 * Runs work with triggers disabled. Rows that triggers would produce are part of the backup already.
 */
export const withoutTriggers = <A, E, R>(shapes: ReadonlyArray<TableShape>, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const setTriggers = (state: "ENABLE" | "DISABLE") =>
      Effect.forEach(shapes, ({ name }) => sql`ALTER TABLE ${sql(name)} ${sql.literal(state)} TRIGGER USER`, {
        discard: true
      })
    yield* setTriggers("DISABLE")
    const result = yield* work
    yield* setTriggers("ENABLE")
    return result
  })

/** Sets sequences to their backed-up values. */
export const writeSequences = (states: ReadonlyArray<SequenceState>) =>
  Effect.forEach(
    states.filter(({ value }) => value !== null),
    ({ name, value }) => sql`SELECT setval(quote_ident(${name})::regclass, ${value}::bigint)`,
    { discard: true }
  )
