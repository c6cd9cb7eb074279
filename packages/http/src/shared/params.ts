import { DateFilters } from "@daybook/core/shared"
import { ParseResult, Schema } from "effect"

/** The largest id the database gives; what lies beyond names nothing. */
const largestId = 2_147_483_647

const unknownId = 0

/** Ids that a provider gives are wider. */
const largestProviderId = Number.MAX_SAFE_INTEGER

interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

/** A value of a path or query: text on the wire. `must` completes the sentence "<name> must be …" for whoever sent a wrong one. */
const param = <A>(of: {
  readonly must: string
  readonly json: object
  readonly description: string
  /** None where the text is not one of these. */
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

const readInteger = ({ maximum, minimum }: Bounds) => (text: string) => {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  return value >= minimum && value <= maximum ? value : undefined
}

/** A whole number within bounds, both included. */
export const integer = (bounds: Bounds, description: string) =>
  param({
    must: `a whole number from ${bounds.minimum} to ${bounds.maximum}`,
    json: { type: "integer", ...bounds },
    description,
    read: readInteger(bounds),
    type: Schema.Number
  })

/** An id as part of a path. A number that no id can be is not an error but an id of nothing. */
export const id = (description: string) =>
  param({
    must: "a number",
    json: { type: "integer" },
    description,
    read: (text) => /^-?\d+$/.test(text) ? idOf(Number(text)) : undefined,
    type: Schema.Number
  })

/** The same, where the provider's own id is ours. Runs known from a single recording alone have ids below 0. */
export const providerId = (description: string) =>
  param({
    must: "a number",
    json: { type: "integer" },
    description,
    read: (text) => /^-?\d+$/.test(text) ? (Math.abs(Number(text)) <= largestProviderId ? Number(text) : unknownId) : undefined,
    type: Schema.Number
  })

/** A number within bounds, both included. */
export const number = ({ maximum, minimum }: Bounds, description: string) =>
  param({
    must: `a number from ${minimum} to ${maximum}`,
    json: { type: "number", minimum, maximum },
    description,
    read: (text) => /^-?\d+(\.\d+)?$/.test(text) && Number(text) >= minimum && Number(text) <= maximum ? Number(text) : undefined,
    type: Schema.Number
  })

const mostYears = 100

/** Some years, with commas between them. */
export const years = (description: string) =>
  param<ReadonlyArray<number>>({
    must: `years such as 2024,2025, ${mostYears} at most`,
    json: { type: "string", pattern: "^\\d{4}(,\\d{4})*$" },
    description,
    read: (text) => /^\s*\d{4}\s*(,\s*\d{4}\s*)*$/.test(text) ? someYears(text.split(",").map(Number)) : undefined,
    type: Schema.Array(Schema.Number)
  })

const someYears = (years: ReadonlyArray<number>) => years.length <= mostYears && years.every((year) => year >= 1 && year <= 9998) ? years : undefined

/** An id in a query: above 0. */
export const positiveId = (description: string) =>
  param({
    must: "a whole number above 0",
    json: { type: "integer", minimum: 1 },
    description,
    read: (text) => /^\d+$/.test(text) && Number(text) > 0 ? idOf(Number(text)) : undefined,
    type: Schema.Number
  })

/** Ids separated by commas; none where nothing is given. */
export const ids = (description: string) =>
  param<ReadonlyArray<number>>({
    must: "numbers separated by commas, at most 200",
    json: { type: "string", pattern: "^(\\d+(,\\d+)*)?$" },
    description,
    read: (text) => {
      const parts = text.trim() === "" ? [] : text.split(",").map((part) => part.trim())
      return parts.length <= mostIds && parts.every((part) => /^\d+$/.test(part)) ? parts.map((part) => idOf(Number(part))) : undefined
    },
    type: Schema.Array(Schema.Number)
  })

const mostIds = 200

const idOf = (value: number) => value >= 1 && value <= largestId ? value : unknownId

const mostListed = 12

/** The words themselves; of many the first ones. */
const listed = (words: ReadonlyArray<string>): string =>
  words.length <= mostListed ? words.join(", ") : `${words.slice(0, mostListed - 4).join(", ")} and ${words.length - mostListed + 4} more, which /docs lists`

/** One of some words. */
export const oneOf = <const Words extends readonly [string, ...ReadonlyArray<string>]>(words: Words, description: string) =>
  param<Words[number]>({
    must: `one of ${listed(words)}`,
    json: { type: "string", enum: words },
    description,
    read: (text) => words.find((word) => word === text),
    type: Schema.Literal(...words)
  })

const flags: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false, "": false, null: false }

/** Yes or no (contract §0.8); `null`, which `api.md` §4.1 lets clients send, is no. */
export const flag = (description: string) =>
  param({
    must: "true, 1, false or 0",
    json: { type: "boolean" },
    description,
    read: (text) => Object.hasOwn(flags, text) ? flags[text] : undefined,
    type: Schema.Boolean
  })

export const text = (description: string) =>
  param({ must: "given once", json: { type: "string" }, description, read: (value) => value, type: Schema.String })

/** Some words of a name, without spaces around them. */
export const words = (description: string) =>
  param({
    must: "1 to 500 characters",
    json: { type: "string", minLength: 1, maxLength: 500 },
    description,
    read: (value) => value.trim() !== "" && value.trim().length <= 500 ? value.trim() : undefined,
    type: Schema.String
  })

/** Which page of a list, from 1. */
export const page = integer({ minimum: 1, maximum: largestId }, "Which page, counted from 1")

/** Items a page. */
export const limit = (maximum: number) => integer({ minimum: 1, maximum }, "How many items to answer with")

export { DateFilters as dates }
