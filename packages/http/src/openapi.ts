import type { Route } from "./front/Route.js"
import { type Answer, type Content, headers, headersOf, isTagged, notModified, takesBody } from "./reference/answers.js"
import { described } from "./reference/described.js"
import { exampleOf } from "./reference/example.js"
import type { JsonSchema, Schemas } from "./reference/JsonSchema.js"
import { referred } from "./reference/JsonSchema.js"
import { requiredLike } from "./reference/parameters.js"
import { isBare, plain } from "./reference/plain.js"
import { summaries } from "./reference/summaries.js"

/** The parts of an OpenAPI 3.1 document that are touched here. */
interface Document {
  readonly openapi: string
  readonly info: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Schemas }
}

interface Operation {
  readonly operationId: string
  readonly security: ReadonlyArray<unknown>
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, Answer>>
}

interface RequestBody {
  readonly content: Content
  readonly required: boolean
}

interface Parameter {
  readonly example?: unknown
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

/** Schemas that only the platform's own decode error uses; it never leaves the host. */
const unused = new Set(["HttpApiDecodeError", "Issue", "PropertyKey"])

/**
 * Finishes the document that the platform makes: plain JSON Schema, our one envelope alone, what the front adds to each
 * answer, a summary for each operation, words for every field, examples.
 */
export const describe = (made: Record<string, unknown>, routes: ReadonlyArray<Route>): Record<string, unknown> => {
  const document = made as unknown as Document
  const named = document.components.schemas
  const schemas = mapValues(named, (schema) => plain(schema, named))
  const byAddress = new Map(routes.map((route) => [`${route.method} ${addressOf(route.path)}`, route]))
  return {
    ...document,
    info: { ...document.info, contact: { name: "The operator of this host" } },
    paths: mapValues(document.paths, (path, address) =>
      mapValues(path, (made, method) => {
        const route = byAddress.get(`${method.toUpperCase()} ${address}`)
        return operation(made, { method, schemas, place: placeOf(address), route })
      })),
    components: { ...document.components, schemas: componentsOf(schemas), headers }
  }
}

const componentsOf = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas)
      .filter(([name, schema]) => !unused.has(name) && !isBare(schema))
      .map(([name, schema]) => [name, described(schema, [name], schemas)])
  )

/** The last name of a path: what schemas that have no name of their own go by. */
const placeOf = (address: string) => address.split("/").findLast((part) => part !== "" && !part.startsWith("{")) ?? ""

/** A route's path as documents write it. */
const addressOf = (path: string) => path.replaceAll(/:(\w+)/g, "{$1}")

interface Around {
  readonly method: string
  readonly place: string
  readonly schemas: Schemas
  readonly route: Route | undefined
}

const contentOf = (content: Content, { place, schemas }: Around): Content =>
  mapValues(content, ({ schema, ...rest }) =>
    ({ schema: described(withoutUnused(plain(schema, schemas)), [place], schemas), ...rest }))

const withExample = (content: Content, { place, schemas }: Around): Content =>
  mapValues(content, (body) => ({ example: exampleOf(body.schema, [place], schemas), ...body }))

const operation = (self: Operation, around: Around): Operation => ({
  ...self,
  ...(summaries[self.operationId] === undefined ? {} : { summary: summaries[self.operationId] }),
  parameters: self.parameters.map((parameter) => parameterOf(parameter, self.parameters[0]?.name, around)),
  ...(self.requestBody === undefined ? {} : { requestBody: requestBodyOf(self.requestBody, around) }),
  responses: mapValues(answersOf(self, around), (answer, status) => answerOf(answer, status, around))
})

const parameterOf = (parameter: Parameter, first: string | undefined, { schemas }: Around): Parameter => {
  const schema = plain(parameter.schema, schemas)
  if (!parameter.required) return { ...parameter, schema }
  return { ...parameter, schema, example: requiredLike(parameter.name, first, exampleOf(schema, [], schemas)) }
}

/** Who sends no JSON body is taken to send `{}`, so a body is required only where it must say something. */
const requestBodyOf = (body: RequestBody, around: Around): RequestBody => {
  const content = withExample(contentOf(body.content, around), around)
  return { ...body, content, required: Object.values(content).some(({ schema }) => demands(schema, around.schemas)) }
}

const demands = (schema: JsonSchema, schemas: Schemas): boolean => {
  const own = referred(schema, schemas)?.[1] ?? schema
  if (own.anyOf !== undefined) return own.anyOf.every((one) => demands(one, schemas))
  return (own.required ?? []).length > 0
}

/** The answers that are declared, and those that the front and the server give by themselves. */
const answersOf = (self: Operation, { method, route, schemas }: Around): Readonly<Record<string, Answer>> => ({
  ...self.responses,
  ...(isTagged(route) ? { "304": notModified } : {}),
  ...(takesBody(method) ? { "413": self.responses["413"] ?? errorOf("PayloadTooLarge", schemas) } : {})
})

const errorOf = (name: string, schemas: Schemas): Answer => ({
  description: schemas[name]?.description ?? name,
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } }
})

const answerOf = (answer: Answer, status: string, around: Around): Answer => {
  const content = answer.content === undefined ? undefined : contentOf(answer.content, around)
  return {
    ...answer,
    // The platform describes every 400 as its own decode error.
    description: status === "400" ? around.schemas["BadRequest"]?.description ?? answer.description : answer.description,
    headers: headersOf(status, around.route, answer.headers),
    ...(content === undefined ? {} : { content: status < "400" ? withExample(content, around) : content })
  }
}

const withoutUnused = (schema: JsonSchema): JsonSchema => {
  const rest = schema.anyOf?.filter(({ $ref }) => !unused.has($ref?.split("/").at(-1) ?? ""))
  if (rest === undefined) return schema
  return rest.length === 1 ? rest[0]! : { ...schema, anyOf: rest }
}

const mapValues = <A, B>(record: Readonly<Record<string, A>>, f: (value: A, name: string) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, f(value, name)]))
