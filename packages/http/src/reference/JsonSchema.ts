/** The parts of a JSON schema that this module reads. */
export interface JsonSchema {
  readonly $id?: string
  readonly $ref?: string
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly format?: string
  readonly examples?: ReadonlyArray<unknown>
  readonly minimum?: number
  readonly required?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
}

export type Schemas = Readonly<Record<string, JsonSchema>>

/** Name and schema of a reference into the document. */
export const referred = ({ $ref }: JsonSchema, schemas: Schemas): readonly [string, JsonSchema] | undefined => {
  const name = $ref?.split("/").at(-1)
  return name === undefined || schemas[name] === undefined ? undefined : [name, schemas[name]]
}

/** The id that the platform gives to an object without fields, which it reads as "anything but null". */
const emptyObject = "/schemas/%7B%7D"

/**
 * A schema in plain JSON Schema 2020-12. Removes the `$id` that the platform repeats for each use of an unnamed type,
 * which validators reject. Adds `items` to every array. Inlines bare types such as integers, so that bounds stand next
 * to their type.
 */
export const plain = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const { $id, ...rest } = inPlace(schema, schemas)
  if ($id === emptyObject)
    return { type: "object", ...(rest.description === undefined ? {} : { description: rest.description }) }
  const below = (one: JsonSchema) => plain(one, schemas)
  return {
    ...rest,
    ...(rest.type === "array" ? { items: below(rest.items ?? {}) } : {}),
    ...(rest.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(rest.properties).map(([name, field]) => [name, below(field)]))
        }),
    ...(rest.anyOf === undefined ? {} : { anyOf: rest.anyOf.map(below) }),
    ...(typeof rest.additionalProperties === "object" ? { additionalProperties: below(rest.additionalProperties) } : {})
  }
}

/** True for a schema that needs no name: a primitive type with its bounds. */
export const isBare = ({
  $ref,
  additionalProperties,
  anyOf,
  enum: words,
  items,
  properties,
  type
}: JsonSchema): boolean =>
  type !== undefined &&
  type !== "object" &&
  type !== "array" &&
  [$ref, additionalProperties, anyOf, words, items, properties].every((part) => part === undefined)

/** The platform writes a described reference as `allOf` with one member. */
const withoutAllOf = ({ allOf, ...schema }: JsonSchema): JsonSchema =>
  allOf?.length === 1 ? { ...allOf[0], ...schema } : { ...schema, ...(allOf === undefined ? {} : { allOf }) }

const inPlace = (described: JsonSchema, schemas: Schemas): JsonSchema => {
  const schema = withoutAllOf(described)
  const other = referred(schema, schemas)?.[1]
  if (other === undefined || !isBare(other)) return schema
  const { $ref: _, ...own } = schema
  return { ...other, ...own }
}
