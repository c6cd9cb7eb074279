import type { Json } from "./http.js"

/** What an OpenAPI document promises to whoever asks, a line each. */
export interface Promises {
  /** Lines that must stay. */
  readonly kept: ReadonlySet<string>
  /** Lines that must not come: what has to be sent, where it was not asked for before. */
  readonly demands: ReadonlySet<string>
}

const nameOf = ($ref: unknown) => String($ref).split("/").at(-1)!

const typeOf = (schema: Json): string => {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).toSorted().join("/")
  if (schema.items !== undefined) return `[${typeOf(schema.items)}]`
  if (typeof schema.additionalProperties === "object") return `{${typeOf(schema.additionalProperties)}}`
  return String(schema.type ?? "any")
}

const fields = (schema: Json, path: string): ReadonlyArray<string> => [
  ...Object.entries<Json>(schema.properties ?? {}).flatMap(([name, field]) => [
    `${path}.${name}${schema.required?.includes(name) ? "" : "?"}: ${typeOf(field)}`,
    ...fields(field, `${path}.${name}`)
  ]),
  ...[schema.items, schema.additionalProperties, ...schema.anyOf ?? []].filter((one) => typeof one === "object").flatMap((one) => fields(one, path))
]

/** An input that took a word goes on taking it. */
const input = (name: string, { name: parameter, schema, in: place }: Json): ReadonlyArray<string> => [
  `${name} takes ${place} ${parameter}: ${typeOf(schema)}`,
  ...(schema.enum ?? []).map((word: unknown) => `${name} takes ${place} ${parameter}=${String(word)}`)
]

const operation = (name: string, self: Json): Promises => {
  const answers = Object.entries<Json>(self.responses).flatMap(([status, answer]) =>
    Object.entries<Json>(answer.content ?? {}).flatMap(([type, { schema }]) => [`${name} answers ${status} ${type}: ${typeOf(schema)}`, ...fields(schema, `${name} ${status}`)]))
  const bodies = Object.entries<Json>(self.requestBody?.content ?? {})
  return {
    kept: new Set([name, ...self.parameters.flatMap((parameter: Json) => input(name, parameter)), ...answers, ...bodies.map(([type, { schema }]) => `${name} takes ${type}: ${typeOf(schema)}`)]),
    demands: new Set([
      ...self.parameters.filter(({ required }: Json) => required).map((parameter: Json) => `${name} needs ${parameter.in} ${parameter.name}`),
      ...bodies.flatMap(([, { schema }]) => (schema.required ?? []).map((field: string) => `${name} needs ${field}`))
    ])
  }
}

/** Everything that a document promises and demands. */
export const promisesOf = (document: Json): Promises => {
  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, self]) => operation(`${method} ${path}`, self)))
  const schemas = Object.entries<Json>(document.components.schemas).flatMap(([name, schema]) => fields(schema, name))
  return {
    kept: new Set([...operations.flatMap(({ kept }) => [...kept]), ...schemas].toSorted()),
    demands: new Set(operations.flatMap(({ demands }) => [...demands]).toSorted())
  }
}

/** What of `before` does not hold in `after`: nobody's program may stop working. */
export const broken = (before: Promises, after: Promises): ReadonlyArray<string> => [
  ...[...before.kept].filter((line) => !after.kept.has(line)).map((line) => `gone: ${line}`),
  ...[...after.demands].filter((line) => !before.demands.has(line) && before.kept.has(line.split(" needs ")[0]!)).map((line) => `new: ${line}`)
]
