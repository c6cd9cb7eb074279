import { JSONSchema, type Schema, SchemaAST } from "effect"

type Json = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** Members that cost tokens and tell an assistant nothing. */
const left = new Set(["$schema", "$id", "title"])

const shorten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shorten)
  if (!isObject(value)) return value
  // "Anything", which the library writes in two ways.
  if (value["$id"] === "/schemas/unknown" || value["$id"] === "/schemas/any") return {}
  if (value["$id"] === "/schemas/object") return { type: "object" }
  const names = Object.entries(value).filter(([name, member]) => !left.has(name) || isObject(member))
  const short = Object.fromEntries(names.map(([name, member]) => [name, shorten(member)]))
  const { anyOf } = short
  // Text or null: the short form of the same.
  if (Array.isArray(anyOf) && anyOf.every((one) => isObject(one) && Object.keys(one).join() === "type"))
    return { type: anyOf.map((one) => one.type) }
  const more = short["additionalProperties"]
  if (isObject(more) && Object.keys(more).length === 0) {
    const { additionalProperties: _, ...rest } = short
    return rest
  }
  if (Array.isArray(short["required"]) && short["required"].length === 0) {
    const { required: _, ...rest } = short
    return rest
  }
  return short
}

/** A schema as JSON Schema 2020-12, as short as it can be. */
export const jsonSchemaOf = (
  schema: Schema.Schema.AnyNoContext
): { readonly type: "object"; readonly [name: string]: unknown } =>
  // The library takes an object without members for any object or list.
  SchemaAST.getPropertySignatures(schema.ast).length === 0
    ? { type: "object", properties: {} }
    : { ...(shorten(JSONSchema.make(schema)) as Json), type: "object" }
