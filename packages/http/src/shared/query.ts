import { Option, Schema, SchemaAST } from "effect"

type Parameter<A = unknown> = Schema.Schema<A, string>
type Field = Schema.Schema.All | Schema.PropertySignature.All
type Optional<F extends Record<string, Field>> = {
  readonly [K in keyof F]: F[K] extends Schema.Schema<infer A, infer I> ? Schema.optional<Schema.Schema<A, I>> : F[K]
}

/**
 * The parameters of an endpoint's query, all optional, and what stands in for those that were not given. Defaults are
 * written down once: the document shows them, callers may leave them out, handlers find them filled in.
 */
export const query = <const F extends Record<string, Field>, const D extends Partial<Schema.Struct.Type<Optional<F>>>>(fields: F, defaults: D) => {
  const standIns: Readonly<Record<string, unknown>> = defaults
  const params = Schema.Struct(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field, standIns[name])])) as unknown as Optional<F>
  )
  type Asked = Schema.Struct.Type<Optional<F>> & D
  const filled = (given: Schema.Struct.Type<Optional<F>>) => ({ ...defaults, ...(given as object) }) as Asked
  return {
    params,
    filled,
    ask: <A>(given: Schema.Struct.Type<Optional<F>>, ask: (asked: Asked) => A) => ask(filled(given))
  }
}

const optional = (field: Field, standIn: unknown) =>
  Schema.isSchema(field)
    ? Schema.optional(standIn === undefined ? field : withDefault(field as Parameter, standIn))
    : field

/**
 * A parameter's JSON schema is written out in full, so that is where the document's default belongs: as text where the
 * schema says text, as in a list of ids.
 */
const withDefault = (field: Parameter, standIn: unknown) => {
  const json = Option.getOrElse(SchemaAST.getJSONSchemaAnnotation(field.ast), () => ({}))
  const isText = "type" in json && json.type === "string"
  return field.annotations({ jsonSchema: { ...json, default: isText ? Schema.encodeSync(field)(standIn) : standIn } })
}
