import { domains } from "@daybook/core"
import { collectionNames } from "@daybook/core/images"
import type { JsonSchema } from "./JsonSchema.js"
import { entityTypes } from "@daybook/core/shared"
import type { DeclaredDomain } from "@daybook/core/domain"

/** The lists of names in the document that declared domains extend. */
const extensions = (declared: ReadonlyArray<DeclaredDomain>) => [
  { names: domains, added: declared.map(({ name }) => name) },
  { names: entityTypes, added: declared.flatMap(({ entities }) => Object.keys(entities)) },
  {
    names: collectionNames,
    added: declared.flatMap(({ entities }) => Object.values(entities).flatMap(({ pictures }) => pictures ?? []))
  }
]

const isSame = (values: ReadonlyArray<unknown>, names: ReadonlyArray<string>) =>
  values.length === names.length && names.every((name, index) => values[index] === name)

/** An object with a member for each of the six domains, and more for declared ones. */
const isByDomain = ({ additionalProperties, properties }: JsonSchema): boolean =>
  typeof additionalProperties === "object" && domains.every((name) => properties?.[name] !== undefined)

/** The same with exactly the domains of a host. */
const byDomains = (schema: JsonSchema, names: ReadonlyArray<string>): JsonSchema => ({
  ...schema,
  required: [...(schema.required ?? []), ...names],
  properties: {
    ...schema.properties,
    ...Object.fromEntries(names.map((name) => [name, schema.properties![domains[0]]!]))
  },
  additionalProperties: false
})

/** An example with a member for each of the six domains. In a schema, such members are its `properties`. */
const isExampleByDomain = (value: object, name: string) =>
  name !== "properties" && domains.every((one) => Object.hasOwn(value, one))

const exampleByDomain = (example: object, names: ReadonlyArray<string>) => ({
  ...example,
  ...Object.fromEntries(names.map((name) => [name, (example as Readonly<Record<string, unknown>>)[domains[0]]]))
})

/**
 * The document of a host with these domains. The lists of domains, types and collections contain the declared names.
 * Objects by domain have a member for each.
 */
export const withDeclaredNames = <A>(document: A, declared: ReadonlyArray<DeclaredDomain>): A => {
  const names = declared.map(({ name }) => name)
  const lists = extensions(declared)
  const extended = (values: ReadonlyArray<unknown>) => {
    const added = lists.find(({ names }) => isSame(values, names))?.added ?? []
    return Array.from(new Set([...values, ...added]))
  }
  const visit = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return name === "enum" ? extended(value) : value.map((one) => visit(one, ""))
    if (typeof value !== "object" || value === null) return value
    if (isByDomain(value)) return visit(byDomains(value, names), name)
    if (isExampleByDomain(value, name)) return exampleByDomain(value, names)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one, key)]))
  }
  return visit(document, "") as A
}
