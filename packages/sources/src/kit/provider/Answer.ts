import { Either, ParseResult, Schema } from "effect"

/** Maximum text length in characters. */
const maxTextLength = 1_000_000
/** Maximum nesting. It also bounds recursion by built-ins such as `String`. */
const maxDepth = 64
/** Members that hijack the conversion of an object to text or number. */
const coercionMembers = new Set(["__proto__", "toString", "valueOf"])

/** An object or array, indexed by name or position. */
type Holder = Record<string | number, unknown>

const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null

/** Replaces unsafe integers and values that are nested too deeply by null, and truncates long texts. */
const sanitizeValue = (value: unknown, depth: number): unknown => {
  if (typeof value === "string")
    return value.length <= maxTextLength ? value : value.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/u, "")
  if (typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : null
  if (!isHolder(value)) return value
  if (depth >= maxDepth) return null
  sanitizeMembers(value, depth + 1)
  return value
}

/** Recursion ends at `maxDepth`. Every member of every response passes here, so it visits each of them once. */
const sanitizeMembers = (holder: Holder, depth: number): void => {
  if (Array.isArray(holder)) {
    for (let index = 0; index < holder.length; index++) sanitizeMember(holder, index, depth)
    return
  }
  for (const name in holder) {
    if (coercionMembers.has(name)) Reflect.deleteProperty(holder, name)
    else sanitizeMember(holder, name, depth)
  }
}

const sanitizeMember = (holder: Holder, name: string | number, depth: number): void => {
  const value = holder[name]
  const sanitized = sanitizeValue(value, depth)
  if (sanitized !== value) holder[name] = sanitized
}

/** Removes from a parsed JSON value what cannot be stored or would confuse code. Changes it in place. */
export const sanitizeJson = (json: unknown): unknown => sanitizeValue(json, 0)

/** A complete response of a provider. Header names are lower case. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The body as JSON. Left if it is not JSON, such as an error page or a truncated response. */
  readonly json: Either.Either<unknown, void>
}

/** Matches an escaped backslash or a complete surrogate pair, which stay; and NUL or a lone surrogate, which do not. */
const escapes = /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u(?:0000|[dD][89a-fA-F][\da-fA-F]{2})/g
const escapeLength = 6

/** Removes NUL and replaces lone surrogates, which PostgreSQL cannot store. Few responses have either. */
const withoutUnstorable = (json: string): string =>
  /\\u(?:0000|[dD][89a-fA-F])/.test(json)
    ? json.replace(escapes, (escape) =>
        escape.length !== escapeLength ? escape : escape === "\\u0000" ? "" : "\ufffd"
      )
    : json

export const make = (status: number, headers: Answer["headers"], text: string): Answer => {
  let json: Answer["json"] | undefined
  return {
    status,
    headers,
    text,
    get json() {
      return (json ??= Either.try({
        try: () => sanitizeJson(JSON.parse(withoutUnstorable(text))),
        catch: () => undefined
      }))
    }
  }
}

/** Decodes a response's JSON. Left describes the problem without any of its values. */
export const readJson = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(schema)
  return (answer: Answer): Either.Either<A, string> =>
    answer.json.pipe(
      Either.mapLeft(() => "answers with something that is not JSON"),
      Either.flatMap((json) =>
        Either.mapLeft(decode(json), (error) => `answers in an unknown shape (${placeOf(error)})`)
      )
    )
}

const placeOf = (error: ParseResult.ParseError): string => {
  const path = ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.path ?? []
  return path.length === 0 ? "at its top" : `at ${path.map(String).join(".").slice(0, 80)}`
}
