import { DateFilters } from "@daybook/core/shared"
import { Option, ParseResult, Schema, SchemaAST } from "effect"

/** Maximum id in the database; larger ids match nothing. */
const maxId = 2_147_483_647

const unknownId = 0

/** Provider ids exceed 32 bits. */
const maxProviderId = Number.MAX_SAFE_INTEGER

interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

/** A path or query parameter. `must` completes the error message "<name> must be …". */
export const param = <A>(of: {
  readonly must: string
  readonly json: object
  readonly description: string
  /** Undefined if the text is invalid. */
  readonly read: (text: string) => A | undefined
  readonly type: Schema.Schema<A>
}): Schema.Schema<A, string> =>
  Schema.transformOrFail(Schema.String, of.type, {
    strict: true,
    decode: (text, _, ast) => {
      const value = of.read(text)
      return value === undefined ? ParseResult.fail(new ParseResult.Type(ast, text)) : ParseResult.succeed(value)
    },
    encode: (value) => ParseResult.succeed(String(value))
  }).annotations({
    description: of.description,
    message: () => ({ message: `must be ${of.must}`, override: true }),
    jsonSchema: { ...of.json, description: of.description }
  })

const readInteger =
  ({ maximum, minimum }: Bounds) =>
  (text: string) => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    return value >= minimum && value <= maximum ? value : undefined
  }

/** An integer within inclusive bounds. */
export const integer = (bounds: Bounds, description: string) =>
  param({
    must: `a whole number from ${bounds.minimum} to ${bounds.maximum}`,
    json: { type: "integer", ...bounds },
    description,
    read: readInteger(bounds),
    type: Schema.Number
  })

/** A year that a review or a calendar can have; the service rejects years outside the range. */
export const yearSince = (first: number) => integer({ minimum: 0, maximum: 9999 }, `Year, from ${first} to next year`)

/** An id in a path. A number out of range is valid but matches nothing. */
export const id = (description: string) =>
  param({
    must: "a number",
    json: { type: "integer" },
    description,
    read: (text) => (/^-?\d+$/.test(text) ? idOf(Number(text)) : undefined),
    type: Schema.Number
  })

/** The path of one record: `:id`. */
export const byId = (description: string) => Schema.Struct({ id: id(description) })

/** An id in a path that comes from the provider. Runs from a single recording have negative ids. */
export const providerId = (description: string) =>
  param({
    must: "a number",
    json: { type: "integer" },
    description,
    read: (text) =>
      /^-?\d+$/.test(text) ? (Math.abs(Number(text)) <= maxProviderId ? Number(text) : unknownId) : undefined,
    type: Schema.Number
  })

/** A number within inclusive bounds. */
export const number = ({ maximum, minimum }: Bounds, description: string) =>
  param({
    must: `a number from ${minimum} to ${maximum}`,
    json: { type: "number", minimum, maximum },
    description,
    read: (text) =>
      /^-?\d+(\.\d+)?$/.test(text) && Number(text) >= minimum && Number(text) <= maximum ? Number(text) : undefined,
    type: Schema.Number
  })

const maxYears = 100

/** Comma-separated years. */
export const years = (description: string) =>
  param<ReadonlyArray<number>>({
    must: `comma-separated years such as 2024,2025, at most ${maxYears}`,
    json: { type: "string", pattern: "^\\d{4}(,\\d{4})*$" },
    description,
    read: (text) => (/^\s*\d{4}\s*(,\s*\d{4}\s*)*$/.test(text) ? validYears(text.split(",").map(Number)) : undefined),
    type: Schema.Array(Schema.Number)
  })

const validYears = (years: ReadonlyArray<number>) =>
  years.length <= maxYears && years.every((year) => year >= 1 && year <= 9998) ? years : undefined

/** An id in a query, above 0. */
export const positiveId = (description: string) =>
  param({
    must: "a whole number above 0",
    json: { type: "integer", minimum: 1 },
    description,
    read: (text) => (/^\d+$/.test(text) && Number(text) > 0 ? idOf(Number(text)) : undefined),
    type: Schema.Number
  })

/** Comma-separated ids; an empty string means none. */
export const ids = (description: string) =>
  param<ReadonlyArray<number>>({
    must: "comma-separated numbers, at most 200",
    json: { type: "string", pattern: "^(\\d+(,\\d+)*)?$" },
    description,
    read: (text) => {
      const parts = text.trim() === "" ? [] : text.split(",").map((part) => part.trim())
      return parts.length <= maxIds && parts.every((part) => /^\d+$/.test(part))
        ? parts.map((part) => idOf(Number(part)))
        : undefined
    },
    type: Schema.Array(Schema.Number)
  })

const maxIds = 200

const idOf = (value: number) => (value >= 1 && value <= maxId ? value : unknownId)

const maxListed = 12

/** The allowed values; only the first ones of a long list. */
export const listed = (words: ReadonlyArray<string>): string =>
  words.length <= maxListed
    ? words.join(", ")
    : `${words.slice(0, maxListed - 4).join(", ")} and ${words.length - maxListed + 4} more, which /docs lists`

/** One of the given values. */
export const oneOf = <const Words extends readonly [string, ...ReadonlyArray<string>]>(
  words: Words,
  description: string
) =>
  param<Words[number]>({
    must: `one of ${listed(words)}`,
    json: { type: "string", enum: words },
    description,
    read: (text) => words.find((word) => word === text),
    type: Schema.Literal(...words)
  })

export const order = oneOf(["asc", "desc"], "Sort order: ascending or descending")

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  "1": true,
  false: false,
  "0": false,
  "": false,
  null: false
}

/** A boolean; `null` is false. */
export const flag = (description: string) =>
  param({
    must: "true, 1, false or 0",
    json: { type: "boolean" },
    description,
    read: (text) => (Object.hasOwn(flags, text) ? flags[text] : undefined),
    type: Schema.Boolean
  })

export const text = (description: string) =>
  param({ must: "given once", json: { type: "string" }, description, read: (value) => value, type: Schema.String })

/** A trimmed, non-empty text. */
export const words = (description: string) =>
  param({
    must: "1 to 500 characters",
    json: { type: "string", minLength: 1, maxLength: 500 },
    description,
    read: (value) => (value.trim() !== "" && value.trim().length <= 500 ? value.trim() : undefined),
    type: Schema.String
  })

/** The page of a list, starting at 1. */
export const page = integer({ minimum: 1, maximum: maxId }, "Page number, starting at 1")

/** Items per page. */
export const limit = (maximum: number) => integer({ minimum: 1, maximum }, "Number of items per page")

/** The date filters of a query. */
export const dates = DateFilters

type Parameter<A = unknown> = Schema.Schema<A, string>
type Field = Schema.Schema.All | Schema.PropertySignature.All
type Optional<F extends Record<string, Field>> = {
  readonly [K in keyof F]: F[K] extends Schema.Schema<infer A, infer I> ? Schema.optional<Schema.Schema<A, I>> : F[K]
}

/**
 * The query parameters of an endpoint, all optional, with their defaults. The document shows the defaults and handlers
 * receive them filled in.
 */
export const query = <const F extends Record<string, Field>, const D extends Partial<Schema.Struct.Type<Optional<F>>>>(
  fields: F,
  defaults: D
) => {
  // A parameter may be called `constructor`.
  const defaultValues: Readonly<Record<string, unknown>> = Object.assign(Object.create(null), defaults)
  const params = Schema.Struct(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, optional(field, defaultValues[name])])
    ) as unknown as Optional<F>
  )
  type CompleteQuery = Schema.Struct.Type<Optional<F>> & D
  const withDefaults = (input: Schema.Struct.Type<Optional<F>>) =>
    ({ ...defaults, ...(input as object) }) as CompleteQuery
  return {
    params,
    withDefaults,
    use: <A>(input: Schema.Struct.Type<Optional<F>>, handle: (query: CompleteQuery) => A) =>
      handle(withDefaults(input)),
    /** A handler that needs the query and nothing else of the request. */
    handle:
      <A>(handle: (query: CompleteQuery) => A) =>
      ({ urlParams }: { readonly urlParams: Schema.Struct.Type<Optional<F>> }) =>
        handle(withDefaults(urlParams))
  }
}

const optional = (field: Field, defaultValue: unknown) =>
  Schema.isSchema(field)
    ? Schema.optional(defaultValue === undefined ? field : withDefault(field as Parameter, defaultValue))
    : field

/**
 * The default for the document, added to the parameter's JSON schema. Encoded as text if the schema is a string, such
 * as a list of ids.
 */
const withDefault = (field: Parameter, defaultValue: unknown) => {
  const json = Option.getOrElse(SchemaAST.getJSONSchemaAnnotation(field.ast), () => ({}))
  const isText = "type" in json && json.type === "string"
  return field.annotations({
    jsonSchema: { ...json, default: isText ? Schema.encodeSync(field)(defaultValue) : defaultValue }
  })
}

/** The query of an endpoint that only filters by date. */
export const InDates = query(dates, {})
