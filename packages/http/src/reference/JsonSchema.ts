/** The parts of a JSON schema that are read here. */
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
}

export type Schemas = Readonly<Record<string, JsonSchema>>

/** The schema's name and itself, where it is one of the document's. */
export const referred = ({ $ref }: JsonSchema, schemas: Schemas): readonly [string, JsonSchema] | undefined => {
  const name = $ref?.split("/").at(-1)
  return name === undefined || schemas[name] === undefined ? undefined : [name, schemas[name]]
}
