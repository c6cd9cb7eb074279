import { isLocalDate } from "../shared/LocalDate.js"
import type { DeclaredRecord } from "./model.js"
import { type DeclaredField, typeOf } from "./fields.js"

/** A value of a field: days are `YYYY-MM-DD`, instants are epoch milliseconds. */
export type FieldValue = string | number | boolean | null | ReadonlyArray<string>

/** The values of a record by the names of their fields. Every field is present; null means unknown. */
export type Values = Readonly<Record<string, FieldValue>>

/** A value that is read, or what is wrong with it. */
export type Reading<A> =
  | { readonly _tag: "Read"; readonly value: A }
  | { readonly _tag: "Unreadable"; readonly field: string | null; readonly why: string }

const read = <A>(value: A): Reading<A> => ({ _tag: "Read", value })
const unreadable = (field: string | null, why: string): Reading<never> => ({ _tag: "Unreadable", field, why })

const maxTextLength = 200_000
const maxListLength = 1_000
/** PostgreSQL indexes values of at most 2,704 bytes. */
const maxIndexedBytes = 2_000

const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu

/** The length in UTF-8. Core has no `TextEncoder`: it uses Effect and nothing else. */
const bytesOf = (text: string) => {
  let bytes = 0
  for (const letter of text) {
    const code = letter.codePointAt(0)!
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** A text as PostgreSQL stores it, or what is wrong with it. */
const readText = (value: unknown, maxLength = maxTextLength): string | { readonly why: string } => {
  if (typeof value !== "string") return { why: "must be a text" }
  if (value.length > maxLength) return { why: `must have at most ${maxLength} characters` }
  if (value.includes("\0")) return { why: "has a NUL character, which PostgreSQL cannot store" }
  return value.replace(loneSurrogates, "\ufffd")
}

/** The values of facets are indexed. */
const indexable = (text: ReturnType<typeof readText>, { facet }: DeclaredField["options"]) =>
  facet === true && typeof text === "string" && bytesOf(text) > maxIndexedBytes
    ? { why: `must have at most ${maxIndexedBytes} bytes` }
    : text

type Result = FieldValue | { readonly why: string }

const isBetween = (value: number, { max, min }: DeclaredField["options"]): Result =>
  (min === undefined || value >= min) && (max === undefined || value <= max)
    ? // The only number that JSON does not preserve.
      value === 0
      ? 0
      : value
    : {
        why: `must be ${min === undefined ? "" : `at least ${min}`}${min !== undefined && max !== undefined ? " and " : ""}${max === undefined ? "" : `at most ${max}`}`
      }

export const maxInteger = 2_147_483_647
/** Sums of any number of records stay finite, in PostgreSQL and as JSON. */
const maxNumber = 1e100
const earliest = Date.parse("0003-01-01T00:00:00Z")
const latest = Date.parse("9997-12-31T00:00:00Z")
const withZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/

const readInstant = (value: unknown): Result => {
  const at =
    typeof value === "string" && withZone.test(value)
      ? Date.parse(value)
      : value instanceof Date
        ? value.getTime()
        : value
  return typeof at === "number" && Number.isInteger(at) && at >= earliest && at <= latest
    ? at
    : { why: "must be epoch milliseconds, or ISO 8601 with a time zone" }
}

const readTexts = (value: unknown, { options }: DeclaredField): Result => {
  if (!Array.isArray(value)) return { why: "must be a list of texts" }
  if (value.length > maxListLength) return { why: `must have at most ${maxListLength} texts` }
  const parts: Array<string> = []
  for (const part of value as ReadonlyArray<unknown>) {
    const text = indexable(readText(part, maxIndexedBytes), options)
    if (typeof text !== "string") return { why: `has an element that ${text.why}` }
    parts.push(text)
  }
  // A record counts once for each value of a facet.
  return options.facet === true ? Array.from(new Set(parts)) : parts
}

const webAddress = /^https?:\/\/(?:[^\s/?#@]*@)?(?:\[[\da-f:.]+\]|[^\s/?#@:[\]]+)(?::\d{1,5})?(?:[/?#].*)?$/is

const readers: Readonly<Record<ReturnType<typeof typeOf>, (value: unknown, field: DeclaredField) => Result>> = {
  text: (value, { options }) => indexable(readText(value), options),
  choice: (value, { values }) =>
    values?.find((one) => one === value) ?? { why: `must be one of ${values?.join(", ") ?? ""}` },
  picture: (value) => {
    const text = readText(value, maxIndexedBytes)
    return typeof text !== "string" || webAddress.test(text) ? text : { why: "must be an http or https address" }
  },
  integer: (value, { options }) =>
    typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= maxInteger
      ? isBetween(value, options)
      : { why: `must be a whole number from -${maxInteger} to ${maxInteger}` },
  number: (value, { options }) =>
    typeof value === "number" && Math.abs(value) <= maxNumber
      ? isBetween(value, options)
      : { why: `must be a number from -${maxNumber} to ${maxNumber}` },
  boolean: (value) => (typeof value === "boolean" ? value : { why: "must be true or false" }),
  date: (value) => (typeof value === "string" && isLocalDate(value) ? value : { why: "must be a day as YYYY-MM-DD" }),
  instant: readInstant,
  texts: readTexts
}

/** One value of a field, as it is stored. */
export const readValue = (name: string, field: DeclaredField, value: unknown): Reading<FieldValue> => {
  if (value === null) {
    return field.options.nullable === true ? read(null) : unreadable(name, "must not be null")
  }
  const result = readers[typeOf(field)](value, field)
  return typeof result === "object" && result !== null && "why" in result ? unreadable(name, result.why) : read(result)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The values that a row gives, by field. Fails on anything that the record does not declare. */
export const readSome = ({ fields, name: record }: DeclaredRecord, row: unknown): Reading<Values> => {
  if (!isObject(row)) return unreadable(null, `a ${record} must be an object`)
  const values: Record<string, FieldValue> = Object.create(null) as Record<string, FieldValue>
  for (const name of Object.keys(row)) {
    if (!Object.hasOwn(fields, name)) return unreadable(name, `is not a field of ${record}`)
    if (row[name] === undefined) continue
    const value = readValue(name, fields[name]!, row[name])
    if (value._tag === "Unreadable") return value
    values[name] = value.value
  }
  return read(values)
}

/** The default of a field as it is stored; undefined if it has none. */
export const defaultOf = (field: DeclaredField): FieldValue | undefined => {
  if (field.options.default === undefined) return undefined
  const reading = readValue("default", field, field.options.default)
  return reading._tag === "Read" ? reading.value : undefined
}

/** The value of a field in a row that does not give it; undefined if it has to. */
export const absentValue = (field: DeclaredField): FieldValue | undefined =>
  defaultOf(field) ?? (field.options.nullable === true ? null : undefined)

/** A row as it is stored: every field that the record declares. */
export const readRow = (record: DeclaredRecord, row: unknown): Reading<Values> => {
  // A row is somebody else's object: its accessors may throw.
  const some = attempt(() => readSome(record, row))
  if (some._tag === "Unreadable") return some
  const values: Record<string, FieldValue> = Object.create(null) as Record<string, FieldValue>
  for (const [name, field] of Object.entries(record.fields)) {
    const value = some.value[name] ?? (name in some.value ? null : absentValue(field))
    if (value === undefined) return unreadable(name, "is missing")
    values[name] = value
  }
  return bytesOf(keyText(record, values)) > maxIndexedBytes
    ? unreadable(record.key[0] ?? null, `and the rest of the key must have at most ${maxIndexedBytes} bytes`)
    : read(values)
}

const attempt = <A>(work: () => Reading<A>): Reading<A> => {
  try {
    return work()
  } catch (cause) {
    return unreadable(null, `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

/** The values of the key as JSON: the same text for the same record, from every source. */
export const keyText = ({ key }: DeclaredRecord, values: Values): string =>
  JSON.stringify(key.map((name) => values[name] ?? null))

/** Plain objects for JSON and comparisons: own members only, in the declared order. */
export const plainValues = ({ fields }: DeclaredRecord, values: Values): Values =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? null]))
