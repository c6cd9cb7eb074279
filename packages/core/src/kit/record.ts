import { Schema } from "effect"
import { Timestamp, field, iso, withExample } from "../shared/fields.js"
import { type Sensitivity, classified } from "../shared/sensitivity.js"

/** How values are stored. `numeric` is exact, `number` has double precision, `real` single precision. */
export type StoredAs =
  | "text"
  | "integer"
  | "bigint"
  | "smallint"
  | "numeric"
  | "number"
  | "real"
  | "boolean"
  | "date"
  | "instant"
  | "texts"
  | "json"

/** What a field says about itself. A field with a description or an example is part of the API's answers. */
export interface FieldOptions<Shown> {
  /** Null means unknown. */
  readonly nullable?: true
  /** The name in answers, if it is not the field's own name in snake_case. */
  readonly as?: string
  readonly description?: string
  readonly example?: Shown | null
  /** Hidden wherever data is shown to others. The API's reference says so. */
  readonly sensitive?: true
  /** Who may see it under a lens. Without it: nobody, unless the lens keeps a sensitive field by name. */
  readonly sensitivity?: Sensitivity
}

/** A field of a record: the type of its values, how they are stored, and how answers show them. */
export interface Field<A, Shown, O> {
  readonly storedAs: StoredAs
  /** The allowed values of a choice; null if the type alone decides. */
  readonly values: ReadonlyArray<string> | null
  readonly options: O
  /** A value in answers. */
  readonly schema: Schema.Schema<Shown>
  readonly show: (value: A) => Shown
}

/** A field of whatever type. */
export type AnyField = Omit<Field<never, unknown, FieldOptions<unknown>>, "schema"> & {
  readonly schema: Schema.Schema.AnyNoContext
}

/** Fields by their names in the program. */
export type Fields = Readonly<Record<string, AnyField>>

type ValueOf<F> = F extends { readonly show: (value: infer A) => unknown } ? A : never

/** The row that fields describe. */
export type RowOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> }

type Nullable<A, O> = O extends { readonly nullable: true } ? A | null : A

type Declare<A, Shown> = <const O extends FieldOptions<Shown>>(
  options?: O
) => Field<Nullable<A, O>, Nullable<Shown, O>, O>

/** A type of fields: how it is stored and shown. */
const type = <A, Shown>(
  storedAs: StoredAs,
  schema: Schema.Schema<Shown>,
  show: (value: A) => Shown,
  values: ReadonlyArray<string> | null = null
): Declare<A, Shown> =>
  ((options: FieldOptions<Shown> = {}) => ({
    storedAs,
    values,
    options,
    schema: options.nullable === true ? Schema.NullOr(schema) : schema,
    show: (value: A | null) => (value === null ? null : show(value))
  })) as Declare<A, Shown>

const asIs = <A>(value: A): A => value

export const text = type("text", Schema.String, asIs<string>)
export const integer = type("integer", Schema.Number, asIs<number>)
export const bigint = type("bigint", Schema.Number, asIs<number>)
export const smallint = type("smallint", Schema.Number, asIs<number>)
/** Sums over the rows are exact. */
export const numeric = type("numeric", Schema.Number, asIs<number>)
export const number = type("number", Schema.Number, asIs<number>)
export const real = type("real", Schema.Number, asIs<number>)
export const boolean = type("boolean", Schema.Boolean, asIs<boolean>)
/** A day, `YYYY-MM-DD`. */
export const date = type("date", Schema.String, asIs<string>)
/** Epoch milliseconds; in answers ISO 8601 in UTC. */
export const instant = type("instant", Timestamp, iso)
export const texts = type("texts", Schema.Array(Schema.String), asIs<ReadonlyArray<string>>)

/** One of the given texts. */
export const choice = <const Value extends string>(values: ReadonlyArray<Value>) =>
  type("text", Schema.Literal(...values) as Schema.Schema<Value>, asIs<Value>, values)

/** A value stored as JSON. */
export const json = <A>(schema: Schema.Schema<A>) => type("json", schema, asIs<A>)

/** `heartrateAvg` becomes `heartrate_avg`. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ""

type ShownName<Name, F> = Name extends string
  ? F extends { readonly options: infer O }
    ? O extends { readonly description: string } | { readonly example: unknown }
      ? O extends { readonly as: infer As extends string }
        ? As
        : SnakeCase<Name>
      : never
    : never
  : never

type ShownValue<F> = F extends { readonly show: (value: never) => infer Shown } ? Shown : never

/** The part of an answer that fields describe. */
export type ShownOf<F extends Fields> = { readonly [K in keyof F as ShownName<K, F[K]>]: ShownValue<F[K]> }

type ShownSchemas<F extends Fields> = {
  readonly [K in keyof F as ShownName<K, F[K]>]: Schema.PropertySignature<
    ":",
    ShownValue<F[K]>,
    never,
    ":",
    ShownValue<F[K]>,
    false
  >
}

/** A description with the remark that a sensitive field needs. */
export const remarked = (description: string, { sensitive }: Pick<FieldOptions<unknown>, "sensitive">): string =>
  sensitive === true ? `${description}. Private: keep it off public pages` : description

const schemaOf = (schema: Schema.Schema.AnyNoContext, options: FieldOptions<unknown>) => {
  const property =
    options.description === undefined
      ? withExample(schema, options.example)
      : field(schema, remarked(options.description, options), options.example)
  const sensitivity = options.sensitivity ?? (options.sensitive === true ? "private" : undefined)
  return sensitivity === undefined ? property : classified(sensitivity, property)
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The fields of answers, in their order: the schemas for a struct, and the values of a row. */
export const viewOf = <const F extends Fields>(
  fields: F
): { readonly schemas: ShownSchemas<F>; readonly of: (row: RowOf<F>) => ShownOf<F> } => {
  const parts = Object.entries(fields)
    .filter(([, { options }]) => options.description !== undefined || options.example !== undefined)
    .map(([name, { options, schema, show }]) => ({
      name,
      shownName: options.as ?? snakeCase(name),
      schema: schemaOf(schema, options),
      show: show as (value: unknown) => unknown
    }))
  return {
    schemas: Object.fromEntries(parts.map(({ schema, shownName }) => [shownName, schema])) as ShownSchemas<F>,
    of: (row) => {
      const result: Record<string, unknown> = {}
      for (const { name, show, shownName } of parts) result[shownName] = show(row[name])
      return result as ShownOf<F>
    }
  }
}

type NullableName<F extends Fields> = { [K in keyof F]: null extends ValueOf<F[K]> ? K : never }[keyof F]

/** A row in which every nullable field is unknown. */
export const unknownOf = <F extends Fields>(fields: F): { readonly [K in NullableName<F>]: null } =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { options }]) => (options.nullable === true ? [[name, null]] : []))
  ) as { readonly [K in NullableName<F>]: null }

/** The first row; what it does not know comes from the second. */
export const fillGaps = <Row extends object>(first: Row, second: Row): Row => {
  const merged: Record<string, unknown> = { ...(second as object) }
  for (const [name, value] of Object.entries(first)) if (value !== null && value !== undefined) merged[name] = value
  return merged as Row
}
