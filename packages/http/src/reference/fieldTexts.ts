import { type JsonSchema, type Schemas, referred } from "./JsonSchema.js"

const plain = (schema: JsonSchema): unknown => {
  if (schema.type === "boolean") return true
  if (schema.type === "number" || schema.type === "integer") return schema.minimum ?? 1
  if (schema.type === "string") return schema.format === "date" ? "2026-03-14" : "text"
  return null
}

/** An example value of the schema, built from the declared examples of its fields. Lists have one item. */
export const exampleOf = (schema: JsonSchema, schemas: Schemas): unknown => {
  if (schema.examples !== undefined) return schema.examples[0]
  const other = referred(schema, schemas)
  if (other !== undefined) return exampleOf(other[1], schemas)
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf.find(({ type }) => type !== "null") ?? {}, schemas)
  if (schema.properties !== undefined && Object.keys(schema.properties).length > 0)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, exampleOf(field, schemas)])
    )
  if (typeof schema.additionalProperties === "object") return { name: exampleOf(schema.additionalProperties, schemas) }
  if (schema.items !== undefined) return [exampleOf(schema.items, schemas)]
  if (schema.type === "array") return []
  if (schema.type === "object") return {}
  return schema.enum === undefined ? plain(schema) : schema.enum[0]
}

/** Examples of required parameters. Optional ones have none, since the reference page would send them all. */
const parameterExamples: Readonly<Record<string, string | number>> = {
  id: 42,
  year: 2026,
  season: 2,
  league: "mlb",
  "league.season": 2026,
  q: "velmora",
  title: "Violet Chalk",
  domain: "listening",
  "domain.type": "artist",
  "domain.id": "91",
  entity_type: "albums",
  entity_id: 42,
  size: "medium",
  source: "lastfm",
  secret: "the-secret-of-the-address",
  "hub.mode": "subscribe",
  "hub.verify_token": "the-verify-token",
  "hub.challenge": "15f7d1a91c1f40f8a748fd134752feb3"
}

/** The example of a required parameter; it may depend on the operation's first parameter. */
export const requiredExample = (name: string, first: string | undefined, standIn: unknown): unknown =>
  parameterExamples[`${first}.${name}`] ?? parameterExamples[name] ?? standIn

/**
 * Describes a field without a description by the schema that it refers to. Removes the examples of fields, which the
 * examples of whole bodies contain.
 */
export const withDescriptions = (schema: JsonSchema, schemas: Schemas): JsonSchema => ({
  ...withoutCheckText(schema),
  ...(schema.properties === undefined
    ? {}
    : {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, field]) => [name, withFieldDescription(field, schemas)])
        )
      }),
  ...(schema.items === undefined ? {} : { items: withDescriptions(schema.items, schemas) }),
  ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map((one) => withDescriptions(one, schemas)) }),
  ...(typeof schema.additionalProperties === "object"
    ? { additionalProperties: withDescriptions(schema.additionalProperties, schemas) }
    : {})
})

const withFieldDescription = (field: JsonSchema, schemas: Schemas): JsonSchema => {
  const { examples: _, ...inside } = withDescriptions(field, schemas)
  const other = referred(field, schemas)
  const description = inside.description ?? (other === undefined ? undefined : withoutCheckText(other[1]).description)
  return description === undefined ? inside : { ...inside, description }
}

/**
 * Removes the platform's generated texts, such as `a string that will be trimmed` or `between(1, 9)`. The document has
 * the bounds themselves.
 */
const withoutCheckText = ({ description, title, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...(title === undefined || /^\w+(\(|$)/.test(title) ? {} : { title }),
  ...(description === undefined || /^an? /.test(description) ? {} : { description })
})
