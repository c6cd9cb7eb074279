import type { Json } from "./http.js"

/** What an OpenAPI document guarantees to clients, one line per guarantee. */
export interface Contract {
  /** Lines that must not disappear. */
  readonly guarantees: ReadonlySet<string>
  /** Lines that must not be added: required parameters and fields. */
  readonly requirements: ReadonlySet<string>
}

const nameOf = ($ref: unknown) => String($ref).split("/").at(-1)!

type Schemas = Readonly<Record<string, Json>>

/** An enum is a string, with or without a name. */
const typeOf = (schema: Json, schemas: Schemas): string => {
  if (schema.$ref !== undefined)
    return schemas[nameOf(schema.$ref)]?.enum === undefined ? nameOf(schema.$ref) : "string"
  if (schema.anyOf !== undefined)
    return schema.anyOf
      .map((one: Json) => typeOf(one, schemas))
      .toSorted()
      .join("/")
  if (schema.items !== undefined) return `[${typeOf(schema.items, schemas)}]`
  if (typeof schema.additionalProperties === "object") return `{${typeOf(schema.additionalProperties, schemas)}}`
  return String(schema.type ?? "any")
}

const fields = (schema: Json, path: string, schemas: Schemas): ReadonlyArray<string> => [
  ...Object.entries<Json>(schema.properties ?? {}).flatMap(([name, field]) => [
    `${path}.${name}${schema.required?.includes(name) ? "" : "?"}: ${typeOf(field, schemas)}`,
    ...fields(field, `${path}.${name}`, schemas)
  ]),
  ...[schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])]
    .filter((one) => typeof one === "object")
    .flatMap((one) => fields(one, path, schemas))
]

/** The accepted values of an input. */
const input = (name: string, { name: parameter, schema, in: place }: Json, schemas: Schemas): ReadonlyArray<string> => [
  `${name} takes ${place} ${parameter}: ${typeOf(schema, schemas)}`,
  ...(schema.enum ?? []).map((word: unknown) => `${name} takes ${place} ${parameter}=${String(word)}`)
]

const operation = (name: string, self: Json, schemas: Schemas): Contract => {
  const answers = Object.entries<Json>(self.responses).flatMap(([status, answer]) =>
    Object.entries<Json>(answer.content ?? {}).flatMap(([type, { schema }]) => [
      `${name} answers ${status} ${type}: ${typeOf(schema, schemas)}`,
      ...fields(schema, `${name} ${status}`, schemas)
    ])
  )
  const bodies = Object.entries<Json>(self.requestBody?.content ?? {})
  return {
    guarantees: new Set([
      name,
      `${name} is called ${self.operationId}`,
      ...self.parameters.flatMap((parameter: Json) => input(name, parameter, schemas)),
      ...answers,
      ...bodies.map(([type, { schema }]) => `${name} takes ${type}: ${typeOf(schema, schemas)}`)
    ]),
    requirements: new Set([
      ...self.parameters
        .filter(({ required }: Json) => required)
        .map((parameter: Json) => `${name} needs ${parameter.in} ${parameter.name}`),
      // Each content type has its own required fields.
      ...bodies.flatMap(([type, { schema }]) =>
        (schema.required ?? []).map(
          (field: string) => `${name}${type === "application/json" ? "" : ` ${type}`} needs ${field}`
        )
      )
    ])
  }
}

/** The guarantees and requirements of a document. */
export const contractOf = (document: Json): Contract => {
  const schemas: Schemas = document.components.schemas
  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, self]) => operation(`${method} ${path}`, self, schemas))
  )
  const named = Object.entries(schemas).flatMap(([name, schema]) => fields(schema, name, schemas))
  return {
    guarantees: new Set([...operations.flatMap(({ guarantees }) => [...guarantees]), ...named].toSorted()),
    requirements: new Set(operations.flatMap(({ requirements }) => [...requirements]).toSorted())
  }
}

/** Whether a line is of a field that only bodies of requests have, and that they may leave out now. */
const isLoosened = (line: string, { guarantees }: Contract): boolean => {
  const name = line.split(".")[0]!
  const uses = [...guarantees].filter((other) => new RegExp(`: .*\\b${name}\\b`).test(other))
  return uses.every((use) => use.includes(" takes application/json: ")) && guarantees.has(line.replace(": ", "?: "))
}

/** The changes from `before` to `after` that break clients. */
export const breakingChanges = (before: Contract, after: Contract): ReadonlyArray<string> => [
  ...[...before.guarantees]
    .filter((line) => !after.guarantees.has(line) && !isLoosened(line, after))
    .map((line) => `gone: ${line}`),
  ...[...after.requirements]
    .filter((line) => !before.requirements.has(line) && before.guarantees.has(line.split(" needs ")[0]!))
    .map((line) => `new: ${line}`)
]
