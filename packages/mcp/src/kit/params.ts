import { Schema } from "effect"

/** Schemas of arguments. Each carries its own JSON schema, which is as short as it can be: every client reads it. */

export const optional = Schema.optional

const because = (must: string) => ({ message: () => ({ message: `must be ${must}`, override: true }) })

const describedBy = (description: string | undefined) => (description === undefined ? {} : { description })

/** Maximum length of a text that a tool takes. */
const maxTextLength = 500

export const text = (description?: string) =>
  Schema.String.pipe(
    Schema.filter((value) => value.trim() !== "" && value.length <= maxTextLength && !value.includes("\0")),
    Schema.annotations({
      ...because(`a text of 1 to ${maxTextLength} characters`),
      jsonSchema: { type: "string", ...describedBy(description) }
    })
  )

/** A text of the owner; empty to delete it. */
export const ownText = (maxLength: number, description: string) =>
  Schema.String.pipe(
    Schema.filter((value) => value.length <= maxLength && !value.includes("\0")),
    Schema.annotations({
      ...because(`a text of at most ${maxLength} characters`),
      jsonSchema: { type: "string", description }
    })
  )

export const oneOf = <const Words extends readonly [string, ...ReadonlyArray<string>]>(
  words: Words,
  description?: string
) =>
  Schema.Literal(...words).annotations({
    ...because(`one of ${words.join(", ")}`),
    jsonSchema: { enum: words, ...describedBy(description) }
  })

/** Some of the words, each once. */
export const someOf = <const Words extends readonly [string, ...ReadonlyArray<string>]>(words: Words) =>
  Schema.Array(Schema.Literal(...words)).annotations({
    ...because(`a list of ${words.join(", ")}`),
    jsonSchema: { type: "array", items: { enum: words } }
  })

export const whole = (minimum: number, maximum: number, more: { readonly default?: number } = {}) =>
  Schema.Number.pipe(
    Schema.filter((value) => Number.isInteger(value) && value >= minimum && value <= maximum),
    Schema.annotations({
      ...because(`a whole number from ${minimum} to ${maximum}`),
      jsonSchema: { type: "integer", minimum, maximum, ...more }
    })
  )

export const number = (minimum: number, maximum: number) =>
  Schema.Number.pipe(
    Schema.filter((value) => value >= minimum && value <= maximum),
    Schema.annotations({
      ...because(`a number from ${minimum} to ${maximum}`),
      jsonSchema: { type: "number", minimum, maximum }
    })
  )

export const flag = (description?: string) =>
  Schema.Boolean.annotations({
    ...because("true or false"),
    jsonSchema: { type: "boolean", ...describedBy(description) }
  })

/** A day, `YYYY-MM-DD`. */
export const day = Schema.String.pipe(
  Schema.filter((value) => /^\d{4}-\d{2}-\d{2}$/.test(value)),
  Schema.annotations({ ...because("a day as YYYY-MM-DD"), jsonSchema: { type: "string", description: "YYYY-MM-DD" } })
)

/** The name of a domain. A connection has those that it may name in its place. */
export const domainName = Schema.String

/** The id of a record, `domain/type/id`. */
export const recordId = Schema.String.annotations({
  ...because("an id such as listening/artist/91"),
  jsonSchema: { type: "string", description: "such as listening/artist/91" }
})

/** Arguments that many tools share, by the letters of the specification. */
export const when = (standard: string) => ({
  when: Schema.optional(
    Schema.String.annotations({ ...because("a text"), jsonSchema: { type: "string", default: standard } })
  )
})

const rows = whole(1, 100, { default: 20 })

export const paged = { limit: Schema.optional(rows), cursor: Schema.optional(text()) }

export const fields = {
  fields: Schema.optional(
    Schema.Array(Schema.String).annotations({
      ...because("a list of names"),
      jsonSchema: { type: "array", items: { type: "string" }, description: "names to keep, also ones left out" }
    })
  )
}

export const sorted = <const Words extends readonly [string, ...ReadonlyArray<string>]>(words: Words) => ({
  sort: Schema.optional(oneOf(words)),
  order: Schema.optional(oneOf(["asc", "desc"]))
})
