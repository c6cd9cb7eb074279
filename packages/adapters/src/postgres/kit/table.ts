import type { SqlClient, Statement } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Array as Arrays, Effect, String } from "effect"
import { type Columns, type RowOf, arrayOf, boolean } from "./columns.js"
import { sql } from "./sql.js"

/** Column names in SQL. */
const inSql = (name: string) => String.camelToSnake(name)

/** The names of columns in SQL. */
export const columnNames = (columns: Columns): ReadonlyArray<string> => Object.keys(columns).map(inSql)

/** Columns as a select list. `alias` is the table's name in the statement. */
export const columnList = (columns: Columns, alias: string): Statement.Fragment =>
  sql.literal(listed(Object.keys(columns), `${alias}.`))

/**
 * Columns of a row as one JSON object, with the names of the program. `alias` is the table's name in the statement.
 * For numbers, texts, booleans and arrays: instants would be texts.
 */
export const jsonObject = (columns: Columns, alias: string): Statement.Fragment => {
  const members = Object.keys(columns).map((name) => `'${name}', ${alias}.${inSql(name)}`)
  const parts = Arrays.chunksOf(members, maxMembers).map((part) => `jsonb_build_object(${part.join(", ")})`)
  return sql.literal(`(${parts.join(" || ")})`)
}

/** PostgreSQL passes at most 100 arguments to a function. A member is two. */
const maxMembers = 50

const listed = (names: ReadonlyArray<string>, prefix = "") => names.map((name) => `${prefix}${inSql(name)}`).join(", ")

const commas = (parts: ReadonlyArray<Statement.Fragment>) => parts.reduce((all, one) => sql`${all}, ${one}`)

/** How rows that exist already are written. */
export interface UpsertOptions<C extends Columns, Key extends keyof C & string, Returned extends Columns> {
  /** The columns of the unique index. */
  readonly key: ReadonlyArray<Key>
  /** SQL in place of the new value of a column. `stored` is the row before, `excluded` the new one. */
  readonly set?: { readonly [K in keyof C]?: Statement.Fragment }
  /** Columns that an existing row keeps. */
  readonly keep?: ReadonlyArray<keyof C & string>
  /** An existing row changes only where this holds. */
  readonly when?: Statement.Fragment
  /** Columns of the stored row to answer, next to `isNew`. */
  readonly returning: Returned
}

/** How rows that are stored are updated. In `set`, `stored` is the row before, `incoming` the new one. */
export type UpdateOptions<C extends Columns, Key extends keyof C & string, Returned extends Columns> = Pick<
  UpsertOptions<C, Key, Returned>,
  "key" | "set" | "returning"
>

/** A table whose columns are declared once: their types, how they are written in bulk and read back. */
export interface Table<C extends Columns> {
  readonly name: string
  readonly columns: C
  /** The names of the columns, as in `INSERT INTO … (names)`. */
  readonly names: Statement.Fragment
  /** The select list. `alias` is the table's name in the statement. */
  readonly select: (alias: string) => Statement.Fragment
  /** Rows as a table expression: `(SELECT … FROM unnest(…)) AS incoming`. */
  readonly valuesOf: (rows: ReadonlyArray<RowOf<C>>, alias?: string) => Statement.Fragment
  /** Inserts rows. With `skip`, rows that exist already are left as they are. */
  readonly insert: (
    rows: ReadonlyArray<RowOf<C>>,
    options?: { readonly skip: boolean }
  ) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
  /** Inserts rows, and answers columns of them, such as ids that the database chooses. */
  readonly insertReturning: <Returned extends Columns>(
    rows: ReadonlyArray<RowOf<C>>,
    returning: Returned
  ) => Effect.Effect<ReadonlyArray<RowOf<Returned>>, SqlError, SqlClient.SqlClient>
  /** Updates stored rows by their key, and answers those that change. Rows are distinct by their key. */
  readonly update: <Key extends keyof C & string, Returned extends Columns>(
    rows: ReadonlyArray<RowOf<C>>,
    options: UpdateOptions<C, Key, Returned>
  ) => Effect.Effect<ReadonlyArray<RowOf<Returned>>, SqlError, SqlClient.SqlClient>
  /** Writes rows in bulk, and answers those that are new or changed. Rows are distinct by their key. */
  readonly upsert: <Key extends keyof C & string, Returned extends Columns>(
    rows: ReadonlyArray<RowOf<C>>,
    options: UpsertOptions<C, Key, Returned>
  ) => Effect.Effect<ReadonlyArray<RowOf<Returned & { readonly isNew: typeof boolean }>>, SqlError, SqlClient.SqlClient>
}

/** Declares the columns of a table, or the part of them that is written together. */
export const table = <const C extends Columns>(name: string, columns: C): Table<C> => {
  const names = Object.keys(columns)
  const target = sql(name)
  const into = sql.literal(listed(names))

  const valuesOf = (rows: ReadonlyArray<RowOf<C>>, alias = "incoming") => {
    const arrays = names.map((name) => {
      const { array, encode } = columns[name]!
      return sql`${arrayOf(rows, name, encode as (value: unknown) => unknown)}::${sql.literal(array)}`
    })
    const casts = names.map((name) => `${columns[name]!.cast(inSql(name))} AS ${inSql(name)}`).join(", ")
    return sql`(SELECT ${sql.literal(casts)} FROM unnest(${commas(arrays)}) AS element (${into})) AS ${sql(alias)}`
  }

  return {
    name,
    columns,
    names: into,
    valuesOf,
    select: (alias) => columnList(columns, alias),
    insert: (rows, { skip } = { skip: false }) =>
      rows.length === 0
        ? Effect.void
        : Effect.asVoid(
            sql`
              INSERT INTO ${target} (${into}) SELECT ${into} FROM ${valuesOf(rows)}
              ${sql.literal(skip ? "ON CONFLICT DO NOTHING" : "")}`
          ),
    insertReturning: (rows, returning) =>
      rows.length === 0
        ? Effect.succeed([])
        : sql(returning)`
            INSERT INTO ${target} AS stored (${into}) SELECT ${into} FROM ${valuesOf(rows)}
            RETURNING ${columnList(returning, "stored")}`,
    update: (rows, { key, returning, set }) => {
      if (rows.length === 0) return Effect.succeed([])
      const changing = names.filter((name) => !key.some((one) => one === name))
      const next = commas(changing.map((name) => set?.[name] ?? sql.literal(`incoming.${inSql(name)}`)))
      const isKey = key.map((name) => `stored.${inSql(name)} = incoming.${inSql(name)}`)
      const returned = Object.keys(returning).length === 0 ? sql`` : sql`RETURNING ${columnList(returning, "stored")}`
      return sql(returning)`
        UPDATE ${target} AS stored SET (${sql.literal(listed(changing))}) = ROW(${next}) FROM ${valuesOf(rows)}
        WHERE ${sql.and(isKey)} AND (${sql.literal(listed(changing, "stored."))}) IS DISTINCT FROM (${next})
        ${returned}`
    },
    upsert: (rows, options) => {
      if (rows.length === 0) return Effect.succeed([])
      const fixed = new Set<string>([...options.key, ...(options.keep ?? [])])
      const changing = names.filter((name) => !fixed.has(name))
      const next = (name: string): Statement.Fragment => options.set?.[name] ?? sql.literal(`excluded.${inSql(name)}`)
      const returned = sql.literal(
        Object.keys(options.returning)
          .map((name) => `stored.${inSql(name)}, `)
          .join("")
      )
      const update = () => {
        const assignments = commas(changing.map((name) => sql`${sql(inSql(name))} = ${next(name)}`))
        const old = sql.literal(listed(changing, "stored."))
        const isChanged = sql`(${old}) IS DISTINCT FROM (${commas(changing.map(next))})`
        const condition = options.when === undefined ? isChanged : sql`(${options.when}) AND ${isChanged}`
        return sql`UPDATE SET ${assignments} WHERE ${condition}`
      }
      return sql({ ...options.returning, isNew: boolean })`
        INSERT INTO ${target} AS stored (${into}) SELECT ${into} FROM ${valuesOf(rows)}
        ON CONFLICT (${sql.literal(listed(options.key))}) DO ${changing.length === 0 ? sql.literal("NOTHING") : update()}
        RETURNING ${returned} (stored.xmax = 0) AS is_new`
    }
  }
}
