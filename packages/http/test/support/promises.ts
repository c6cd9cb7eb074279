import type { Json } from "./http.js"

/** What an OpenAPI document promises to whoever asks, a line each. */
export interface Promises {
  /** Lines that must stay. */
  readonly kept: ReadonlySet<string>
  /** Lines that must not come: what has to be sent, where it was not asked for before. */
  readonly demands: ReadonlySet<string>
}

const nameOf = ($ref: unknown) => String($ref).split("/").at(-1)!

type Schemas = Readonly<Record<string, Json>>

/** A list of words is a text, whether it has a name or not. */
const typeOf = (schema: Json, schemas: Schemas): string => {
  if (schema.$ref !== undefined) return schemas[nameOf(schema.$ref)]?.enum === undefined ? nameOf(schema.$ref) : "string"
  if (schema.anyOf !== undefined) return schema.anyOf.map((one: Json) => typeOf(one, schemas)).toSorted().join("/")
  if (schema.items !== undefined) return `[${typeOf(schema.items, schemas)}]`
  if (typeof schema.additionalProperties === "object") return `{${typeOf(schema.additionalProperties, schemas)}}`
  return String(schema.type ?? "any")
}

const fields = (schema: Json, path: string, schemas: Schemas): ReadonlyArray<string> => [
  ...Object.entries<Json>(schema.properties ?? {}).flatMap(([name, field]) => [
    `${path}.${name}${schema.required?.includes(name) ? "" : "?"}: ${typeOf(field, schemas)}`,
    ...fields(field, `${path}.${name}`, schemas)
  ]),
  ...[schema.items, schema.additionalProperties, ...schema.anyOf ?? []].filter((one) => typeof one === "object").flatMap((one) => fields(one, path, schemas))
]

/** An input that took a word goes on taking it. */
const input = (name: string, { name: parameter, schema, in: place }: Json, schemas: Schemas): ReadonlyArray<string> => [
  `${name} takes ${place} ${parameter}: ${typeOf(schema, schemas)}`,
  ...(schema.enum ?? []).map((word: unknown) => `${name} takes ${place} ${parameter}=${String(word)}`)
]

const operation = (name: string, self: Json, schemas: Schemas): Promises => {
  const answers = Object.entries<Json>(self.responses).flatMap(([status, answer]) =>
    Object.entries<Json>(answer.content ?? {}).flatMap(([type, { schema }]) => [
      `${name} answers ${status} ${type}: ${typeOf(schema, schemas)}`,
      ...fields(schema, `${name} ${status}`, schemas)
    ]))
  const bodies = Object.entries<Json>(self.requestBody?.content ?? {})
  return {
    kept: new Set([
      name,
      `${name} is called ${self.operationId}`,
      ...self.parameters.flatMap((parameter: Json) => input(name, parameter, schemas)),
      ...answers,
      ...bodies.map(([type, { schema }]) => `${name} takes ${type}: ${typeOf(schema, schemas)}`)
    ]),
    demands: new Set([
      ...self.parameters.filter(({ required }: Json) => required).map((parameter: Json) => `${name} needs ${parameter.in} ${parameter.name}`),
      // A body of another type is another way to ask, and may need what JSON does not.
      ...bodies.flatMap(([type, { schema }]) =>
        (schema.required ?? []).map((field: string) => `${name}${type === "application/json" ? "" : ` ${type}`} needs ${field}`))
    ])
  }
}

/** Everything that a document promises and demands. */
export const promisesOf = (document: Json): Promises => {
  const schemas: Schemas = document.components.schemas
  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, self]) => operation(`${method} ${path}`, self, schemas)))
  const named = Object.entries(schemas).flatMap(([name, schema]) => fields(schema, name, schemas))
  return {
    kept: new Set([...operations.flatMap(({ kept }) => [...kept]), ...named].toSorted()),
    demands: new Set(operations.flatMap(({ demands }) => [...demands]).toSorted())
  }
}

/** What of `before` does not hold in `after`: nobody's program may stop working. */
export const broken = (before: Promises, after: Promises): ReadonlyArray<string> => [
  ...[...before.kept].filter((line) => !after.kept.has(line)).map((line) => `gone: ${line}`),
  ...[...after.demands].filter((line) => !before.demands.has(line) && before.kept.has(line.split(" needs ")[0]!)).map((line) => `new: ${line}`)
]
