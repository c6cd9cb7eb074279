import type { DeclaredDomain } from "@daybook/core/domain"
import type { Route } from "./front/requests.js"
import { type Answer, type Content, headers, headersOf, isTagged, notModified, takesBody } from "./reference/answers.js"
import { withDeclaredNames } from "./reference/declaredNames.js"
import { hookEvents } from "./reference/hookEvents.js"
import { exampleOf, requiredExample, withDescriptions } from "./reference/fieldTexts.js"
import { type JsonSchema, type Schemas, isBare, plain, referred } from "./reference/JsonSchema.js"
import * as OpenApi from "@effect/platform/OpenApi"
import { apiOf } from "./Api.js"
import { routesOf } from "./front/routing.js"

/** The parts of an OpenAPI 3.1 document that this module changes. */
interface Document {
  readonly openapi: string
  readonly info: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Schemas }
}

interface Operation {
  readonly summary?: string
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

/** Schemas of the platform's decode error, which no response contains. */
const unused = new Set(["HttpApiDecodeError", "Issue", "PropertyKey"])

/**
 * Completes the platform's document: plain JSON Schema, the error envelope, responses and headers of the front,
 * summaries, field descriptions and examples.
 */
const completeDocument = (
  platformDocument: Record<string, unknown>,
  routes: ReadonlyArray<Route>
): Record<string, unknown> => {
  const document = platformDocument as unknown as Document
  const named = document.components.schemas
  const schemas = mapValues(named, (schema) => plain(schema, named))
  const byAddress = new Map(routes.map((route) => [`${route.method} ${addressOf(route.path)}`, route]))
  return {
    ...document,
    info: { ...document.info, contact: { name: "The operator of this host" } },
    paths: mapValues(document.paths, (path, address) =>
      mapValues(path, (declared, method) => {
        const route = byAddress.get(`${method.toUpperCase()} ${address}`)
        return operation(declared, { method, schemas, route })
      })
    ),
    webhooks: hookEvents(schemas),
    components: { ...document.components, schemas: componentsOf(schemas), headers }
  }
}

const componentsOf = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas)
      .filter(([name, schema]) => !unused.has(name) && !isBare(schema))
      .map(([name, schema]) => [name, withDescriptions(schema, schemas)])
  )

/** A route's path in OpenAPI syntax. */
const addressOf = (path: string) => path.replaceAll(/:(\w+)/g, "{$1}")

interface OperationContext {
  readonly method: string
  readonly schemas: Schemas
  readonly route: Route | undefined
}

const contentOf = (content: Content, { schemas }: OperationContext): Content =>
  mapValues(content, ({ schema, ...rest }) => ({
    ...rest,
    schema: withDescriptions(withoutUnused(plain(schema, schemas)), schemas)
  }))

const withExamples = (content: Content, { schemas }: OperationContext): Content =>
  mapValues(content, (body) => ({ example: exampleOf(withoutUnused(plain(body.schema, schemas)), schemas), ...body }))

const operation = ({ summary, ...self }: Operation, context: OperationContext): Operation => ({
  ...self,
  ...(summary === undefined ? {} : { summary }),
  parameters: self.parameters.map((parameter) => parameterOf(parameter, self.parameters[0]?.name, context)),
  ...(self.requestBody === undefined ? {} : { requestBody: requestBodyOf(self.requestBody, context) }),
  responses: mapValues(answersOf(self, context), (answer, status) => answerOf(answer, status, context))
})

const parameterOf = (parameter: Parameter, first: string | undefined, { schemas }: OperationContext): Parameter => {
  const schema = plain(parameter.schema, schemas)
  if (!parameter.required) return { ...parameter, schema }
  return { ...parameter, schema, example: requiredExample(parameter.name, first, exampleOf(schema, schemas)) }
}

/** A missing JSON body counts as `{}`, so a JSON body is required only if the schema has required fields. */
const requestBodyOf = (body: RequestBody, context: OperationContext): RequestBody => {
  const content = contentOf(withExamples(body.content, context), context)
  return {
    ...body,
    content,
    required: Object.entries(content).some(
      ([type, { schema }]) => type !== "application/json" || requiresFields(schema, context.schemas)
    )
  }
}

const requiresFields = (schema: JsonSchema, schemas: Schemas): boolean => {
  const own = referred(schema, schemas)?.[1] ?? schema
  if (own.anyOf !== undefined) return own.anyOf.every((one) => requiresFields(one, schemas))
  return (own.required ?? []).length > 0
}

/** The declared responses and those of the front and the server. */
const answersOf = (
  self: Operation,
  { method, route, schemas }: OperationContext
): Readonly<Record<string, Answer>> => ({
  ...self.responses,
  ...(isTagged(route) ? { "304": notModified } : {}),
  ...(takesBody(method) ? { "413": self.responses["413"] ?? errorOf("PayloadTooLarge", schemas) } : {})
})

const errorOf = (name: string, schemas: Schemas): Answer => ({
  description: schemas[name]?.description ?? name,
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } }
})

const answerOf = (answer: Answer, status: string, context: OperationContext): Answer => {
  return {
    ...answer,
    // The platform describes every 400 as its decode error.
    description:
      status === "400" ? (context.schemas["BadRequest"]?.description ?? answer.description) : answer.description,
    headers: headersOf(status, context.route, answer.headers),
    ...(answer.content === undefined
      ? {}
      : { content: contentOf(status < "400" ? withExamples(answer.content, context) : answer.content, context) })
  }
}

const withoutUnused = (schema: JsonSchema): JsonSchema => {
  const rest = schema.anyOf?.filter(({ $ref }) => !unused.has($ref?.split("/").at(-1) ?? ""))
  if (rest === undefined) return schema
  return rest.length === 1 ? rest[0]! : { ...schema, anyOf: rest }
}

const mapValues = <A, B>(record: Readonly<Record<string, A>>, f: (value: A, name: string) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, f(value, name)]))

/** The API with the completed document, which the reference page uses as well. */
export const documentedApi = (declared: ReadonlyArray<DeclaredDomain>) => {
  const api = apiOf(declared)
  return api.annotate(OpenApi.Transform, (document) =>
    withDeclaredNames(completeDocument(document, routesOf(api)), declared)
  )
}

/** The OpenAPI 3.1 document of the contract of a host with these domains from outside. */
export const openApiDocument = (declared: ReadonlyArray<DeclaredDomain> = []): OpenApi.OpenAPISpec =>
  OpenApi.fromApi(documentedApi(declared))
