import { described } from "./reference/described.js"
import { exampleOf } from "./reference/example.js"
import type { JsonSchema, Schemas } from "./reference/JsonSchema.js"
import { requiredLike } from "./reference/parameters.js"

/** The parts of an OpenAPI 3.1 document that are touched here. */
interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Schemas }
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

interface Operation {
  readonly security: ReadonlyArray<unknown>
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}

interface Parameter {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Content
}

const header = (description: string, type: "integer" | "string") => ({ description, schema: { type } })
const headers = {
  RateLimitLimit: header("Requests allowed in any 60 seconds", "integer"),
  RateLimitRemaining: header("Requests left", "integer"),
  RateLimitReset: header("When the oldest counted request leaves the window, Unix seconds", "integer"),
  RetryAfter: header("Seconds to wait", "integer"),
  RequestId: header("Names this request in the host's log", "string"),
  ETag: header("Names this very answer; send it as If-None-Match", "string")
}

const refer = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })
const onEvery = {
  "X-RateLimit-Limit": refer("RateLimitLimit"),
  "X-RateLimit-Remaining": refer("RateLimitRemaining"),
  "X-RateLimit-Reset": refer("RateLimitReset"),
  "X-Request-Id": refer("RequestId")
}

/** Schemas that only the platform's own decode error uses; it never leaves the host. */
const unused = new Set(["HttpApiDecodeError", "Issue", "PropertyKey"])

/** Finishes the document that the platform makes: our one envelope alone, the headers of every answer, words for every field, examples. */
export const describe = (made: Record<string, unknown>): Record<string, unknown> => {
  const document = made as unknown as Document
  const { schemas } = document.components
  return {
    ...document,
    paths: mapValues(document.paths, (path, address) => mapValues(path, (made, method) => operation(made, { method, schemas, place: placeOf(address) }))),
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => !unused.has(name)).map(([name, schema]) => [name, described(schema, [name], schemas)])),
      headers
    }
  }
}

/** The last name of a path: what schemas that have no name of their own go by. */
const placeOf = (address: string) => address.split("/").findLast((part) => part !== "" && !part.startsWith("{")) ?? ""

interface Around {
  readonly method: string
  readonly place: string
  readonly schemas: Schemas
}

const contentOf = (content: Content, { place, schemas }: Around): Content =>
  mapValues(content, ({ schema }) => ({ schema: described(withoutUnused(schema), [place], schemas) }))

const withExample = (content: Content, { place, schemas }: Around): Content =>
  mapValues(content, (body) => ({ ...body, example: exampleOf(body.schema, [place], schemas) }))

const operation = (self: Operation, around: Around): Operation => ({
  ...self,
  parameters: self.parameters.map((parameter) => parameter.required ? { ...parameter, example: requiredLike(parameter.name, self.parameters[0]?.name, exampleOf(parameter.schema, [], around.schemas)) } : parameter),
  ...(self.requestBody === undefined ? {} : { requestBody: { ...self.requestBody, content: withExample(contentOf(self.requestBody.content, around), around) } }),
  responses: mapValues(self.responses, (answer, status) => ({
    ...answer,
    // The platform describes every 400 as its own decode error.
    description: status === "400" ? around.schemas["BadRequest"]?.description ?? answer.description : answer.description,
    headers: {
      ...onEvery,
      ...(status === "429" ? { "Retry-After": refer("RetryAfter") } : {}),
      ...(status === "200" && around.method === "get" ? { ETag: refer("ETag") } : {})
    },
    ...(answer.content === undefined ? {} : { content: status < "300" ? withExample(contentOf(answer.content, around), around) : contentOf(answer.content, around) })
  }))
})

const withoutUnused = (schema: JsonSchema): JsonSchema => {
  const rest = schema.anyOf?.filter(({ $ref }) => !unused.has($ref?.split("/").at(-1) ?? ""))
  if (rest === undefined) return schema
  return rest.length === 1 ? rest[0]! : { ...schema, anyOf: rest }
}

const mapValues = <A, B>(record: Readonly<Record<string, A>>, f: (value: A, name: string) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, f(value, name)]))
