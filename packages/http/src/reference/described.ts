import { type JsonSchema, type Schemas, referred } from "./JsonSchema.js"
import { wordsFor } from "./wordsFor.js"

/** Gives every field below a schema its words, unless it has some of its own. */
export const described = (schema: JsonSchema, path: ReadonlyArray<string>, schemas: Schemas): JsonSchema => ({
  ...inOwnWords(schema),
  ...(schema.properties === undefined ? {} : { properties: Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, fieldOf(field, [...path, name], schemas)])) }),
  ...(schema.items === undefined ? {} : { items: described(schema.items, path, schemas) }),
  ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map((one) => described(one, path, schemas)) }),
  ...(typeof schema.additionalProperties === "object" ? { additionalProperties: described(schema.additionalProperties, path, schemas) } : {})
})

const fieldOf = (field: JsonSchema, path: ReadonlyArray<string>, schemas: Schemas): JsonSchema => {
  const inside = described(field, path, schemas)
  const other = referred(field, schemas)
  const says = inside.description ?? wordsFor(path)?.[0] ?? (other === undefined ? undefined : inOwnWords(other[1]).description)
  return says === undefined ? inside : { ...inside, description: says }
}

/** Without what the platform says of a schema's checks: `a string that will be trimmed`, `between(1, 9)`. The document has the bounds themselves. */
const inOwnWords = ({ description, title, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...(title === undefined || /^\w+(\(|$)/.test(title) ? {} : { title }),
  ...(description === undefined || /^an? /.test(description) ? {} : { description })
})
