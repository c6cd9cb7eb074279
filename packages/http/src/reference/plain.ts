import { type JsonSchema, type Schemas, referred } from "./JsonSchema.js"

/** What the platform writes for an object without fields, which it takes for "anything but null". */
const emptyObject = "/schemas/%7B%7D"

/**
 * A schema in plain JSON Schema 2020-12: without the `$id` that the platform gives to each use of a type without a name,
 * which a validator refuses the second time; with `items` in every array; and with bare types such as a whole number
 * where they are used, so that bounds stand next to the type that they bound.
 */
export const plain = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const { $id, ...rest } = inPlace(schema, schemas)
  if ($id === emptyObject) return { type: "object", ...(rest.description === undefined ? {} : { description: rest.description }) }
  const below = (one: JsonSchema) => plain(one, schemas)
  return {
    ...rest,
    ...(rest.type === "array" ? { items: below(rest.items ?? {}) } : {}),
    ...(rest.properties === undefined ? {} : { properties: Object.fromEntries(Object.entries(rest.properties).map(([name, field]) => [name, below(field)])) }),
    ...(rest.anyOf === undefined ? {} : { anyOf: rest.anyOf.map(below) }),
    ...(typeof rest.additionalProperties === "object" ? { additionalProperties: below(rest.additionalProperties) } : {})
  }
}

/** True for a schema that a name adds nothing to: a type, and what bounds it. */
export const isBare = ({ $ref, additionalProperties, anyOf, enum: words, items, properties, type }: JsonSchema): boolean =>
  type !== undefined && type !== "object" && type !== "array" &&
  [$ref, additionalProperties, anyOf, words, items, properties].every((part) => part === undefined)

const inPlace = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const other = referred(schema, schemas)?.[1]
  if (other === undefined || !isBare(other)) return schema
  const { $ref: _, ...own } = schema
  return { ...other, ...own }
}
