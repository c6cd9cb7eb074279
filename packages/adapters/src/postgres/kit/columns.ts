import { SqlError } from "@effect/sql/SqlError"
import { Effect, String } from "effect"

/** The type of a column in results and, for a stored column, in bulk writes. */
export interface Column<A> {
  /** What the column holds, for messages. */
  readonly holds: string
  readonly is: (value: unknown) => value is A
  /** Parameter type of an array of values. */
  readonly array: string
  /** A value as an element of such an array. */
  readonly encode: (value: A) => unknown
  /** SQL expression that turns an element into the column's type. */
  readonly cast: (element: string) => string
}

/** A column of whatever type. */
export interface AnyColumn extends Omit<Column<never>, "is"> {
  readonly is: (value: unknown) => boolean
}

/** Columns of a result by their camelCase names. */
export type Columns = Readonly<Record<string, AnyColumn>>

type ValueOf<C> = C extends { readonly is: (value: unknown) => value is infer A } ? A : never
/** The row that columns describe. */
export type RowOf<C extends Columns> = { readonly [K in keyof C]: ValueOf<C[K]> }
/** Columns of exactly this row: checks that a declaration agrees with a type of core. */
export type ColumnsOf<Row> = { readonly [K in keyof Row]-?: Column<Row[K]> }

const asIs = (value: unknown) => value
const bare = (element: string) => element

const column = <A>(
  holds: string,
  is: (value: unknown) => value is A,
  array: string,
  { cast = bare, encode = asIs }: Partial<Pick<Column<A>, "cast" | "encode">> = {}
): Column<A> => ({ holds, is, array, encode, cast })

const isNumber = (value: unknown): value is number => typeof value === "number"
const isText = (value: unknown): value is string => typeof value === "string"

/** A number of any column type; in bulk writes `integer`. */
export const number = column("a number", isNumber, "int[]")
export const bigint = column("a number", isNumber, "bigint[]")
export const real = column("a number", isNumber, "real[]")
/** Exact: written with all digits of the number, where `float` would round it to 15. */
export const numeric = column("a number", isNumber, "numeric[]")
export const float = column("a number", isNumber, "float8[]")
export const smallint = column("a number", isNumber, "smallint[]")
/** Texts are stored without NUL characters, which PostgreSQL has no place for. */
const withoutNul = (value: string) => (value.includes("\0") ? value.replaceAll("\0", "") : value)
/** JSON without NUL characters. */
export const toJson = (value: unknown) => {
  const json = JSON.stringify(value)
  return json.includes("\\u0000")
    ? JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? withoutNul(part) : part))
    : json
}

export const text = column("a text", isText, "text[]", { encode: withoutNul })
/** A day, as `YYYY-MM-DD`. */
export const date = column("a day", isText, "date[]")
export const boolean = column("true or false", (value): value is boolean => typeof value === "boolean", "boolean[]")

/** An instant: epoch milliseconds here, `timestamptz` in the database. */
export const instant = column("an instant", isNumber, "float8[]", {
  cast: (element) => `to_timestamp(${element} / 1000)`
})

/** A wall-clock time: written as if it were UTC, epoch milliseconds here, `timestamp` in the database. */
export const wallClock = column("a wall-clock time", isNumber, "float8[]", {
  cast: (element) => `to_timestamp(${element} / 1000) AT TIME ZONE 'UTC'`
})

/** A column of `bytea`, which is read one row at a time and never written in bulk. */
export const bytes = column("bytes", (value): value is Buffer => Buffer.isBuffer(value), "bytea[]")

/** A column of `text[]`. PostgreSQL has no arrays of arrays with different lengths, so each is written as JSON. */
export const texts = column(
  "an array of texts",
  (value): value is ReadonlyArray<string> => Array.isArray(value) && value.every(isText),
  "text[]",
  { encode: toJson, cast: (element) => `ARRAY(SELECT jsonb_array_elements_text(${element}::jsonb))` }
)

/** One of the given texts; `type` is the name of an enum type in the database. */
export const oneOf = <const Value extends string>(values: ReadonlyArray<Value>, type = "text"): Column<Value> => {
  const allowed = new Set<unknown>(values)
  return column(`one of ${values.join(", ")}`, (value): value is Value => allowed.has(value), `${type}[]`)
}

/** JSON that Daybook itself wrote. `is` tells whether it has the shape that the program expects. */
export const json = <A extends object>(is?: (value: unknown) => boolean): Column<A> =>
  column(
    "JSON of the expected shape",
    (value): value is A => value !== undefined && value !== null && (is?.(value) ?? true),
    "text[]",
    { encode: toJson, cast: (element) => `${element}::jsonb` }
  )

export const nullable = <A>({ array, cast, encode, holds, is }: Column<A>): Column<A | null> =>
  column(`${holds} or null`, (value): value is A | null => value === null || is(value), array, {
    // The cast of `texts` would make an empty array of null.
    cast: (element) => (cast === bare ? element : `CASE WHEN ${element} IS NOT NULL THEN ${cast(element)} END`),
    encode: (value) => (value === null ? null : encode(value))
  })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * A JSON object whose members are columns. A member that may be null may also be missing: merges of JSON drop null
 * members, and earlier versions did not write all of them.
 */
export const object = <Row extends object>(columns: ColumnsOf<Row>): Column<Row> => {
  const names = Object.keys(columns)
  const checks = Object.values<AnyColumn>(columns).map(({ is }) => is)
  return json((value) => {
    if (!isObject(value)) return false
    // Every JSON value of every row passes here: a loop over indexes takes two thirds of the time of an iterator.
    for (let index = 0; index < names.length; index += 1) {
      const member = value[names[index]!]
      if (!checks[index]!(member === undefined ? null : member)) return false
    }
    return true
  })
}

/** A JSON array whose elements have the type of a column. */
export const list = <A>({ is }: Column<A>): Column<ReadonlyArray<A>> =>
  json((value) => Array.isArray(value) && value.every((element) => is(element)))

/** A JSON object with any names, whose values have the type of a column. */
export const record = <A>({ is }: Column<A>): Column<Readonly<Record<string, A>>> =>
  json((value) => isObject(value) && Object.values(value).every((member) => is(member)))

/** A member of a JSON object that may be missing. */
export const optional = <A>(column: Column<A>): Column<A | undefined> => nullable(column) as Column<A | undefined>

/**
 * Columns of an outer join, which are null where nothing was joined. The types do not say so: the program asks another
 * column of the row first.
 */
export const outerJoined = <C extends Columns>(columns: C): C =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, nullable(column as unknown as Column<unknown>)])
  ) as unknown as C

const quoted = (value: string): string =>
  /["\\]/.test(value) ? `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"` : `"${value}"`

const elementOf = (value: unknown): string => {
  if (typeof value === "string") return quoted(value)
  return value === null || value === undefined ? "NULL" : globalThis.String(value)
}

/**
 * One column of rows as the text of a PostgreSQL array. The driver would make it of an array in three times the time,
 * because it escapes every element, numbers too.
 */
export const arrayOf = <Name extends string>(
  rows: ReadonlyArray<{ readonly [K in Name]: unknown }>,
  name: Name,
  encode: (value: unknown) => unknown
): string => {
  let elements = ""
  for (let index = 0; index < rows.length; index += 1) {
    if (index > 0) elements += ","
    elements += elementOf(encode(rows[index]![name]))
  }
  return `{${elements}}`
}

const mismatch = (name: string, { holds }: AnyColumn, value: unknown) =>
  new SqlError({
    message: "Failed to decode a row",
    cause: new Error(
      value === undefined
        ? `the statement answers no column ${name}`
        : `the column ${name} holds ${value === null ? "null" : `a ${typeof value}`}, not ${holds}: ` +
            "the schema and the program do not agree"
    )
  })

/** Checks every column of every row. The cost is a comparison for each value. */
export const decodeRows = <Row>(
  columns: Columns,
  rows: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Row>, SqlError> => {
  const names = Object.keys(columns)
  for (const row of rows as ReadonlyArray<Readonly<Record<string, unknown>>>) {
    for (const name of names) {
      if (!columns[name]!.is(row[name])) return Effect.fail(mismatch(name, columns[name]!, row[name]))
    }
  }
  return Effect.succeed(rows as ReadonlyArray<Row>)
}

const names = new Map<string, string>()

/**
 * Converts a column name to camelCase. All rows of a statement share their columns: caching saves four fifths of the
 * time.
 */
export const columnName = (column: string): string => {
  const cached = names.get(column)
  if (cached !== undefined) return cached
  const name = String.snakeToCamel(column)
  names.set(column, name)
  return name
}
