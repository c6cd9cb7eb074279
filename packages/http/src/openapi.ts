/** The parts of an OpenAPI 3.1 document that are touched here. */
interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, { readonly description?: string }>> }
}

interface Operation {
  readonly security: ReadonlyArray<unknown>
  readonly responses: Readonly<Record<string, Answer>>
}

interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string; readonly anyOf?: ReadonlyArray<{ readonly $ref?: string }> } }>>
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

/** Finishes the document that the platform makes: our one envelope alone, and the headers of every answer. */
export const describe = (made: Record<string, unknown>): Record<string, unknown> => {
  const document = made as unknown as Document
  return {
    ...document,
    paths: mapValues(document.paths, (path) => mapValues(path, (made, method) => operation(made, method, document.components.schemas))),
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(document.components.schemas).filter(([name]) => !unused.has(name))),
      headers
    }
  }
}

const operation = (self: Operation, method: string, schemas: Document["components"]["schemas"]): Operation => ({
  ...self,
  responses: mapValues(self.responses, (answer, status) => ({
    ...answer,
    // The platform describes every 400 as its own decode error.
    description: status === "400" ? schemas["BadRequest"]?.description ?? answer.description : answer.description,
    headers: {
      ...onEvery,
      ...(status === "429" ? { "Retry-After": refer("RetryAfter") } : {}),
      ...(status === "200" && method === "get" ? { ETag: refer("ETag") } : {})
    },
    ...(answer.content === undefined ? {} : { content: mapValues(answer.content, ({ schema }) => ({ schema: withoutUnused(schema) })) })
  }))
})

const withoutUnused = <S extends { readonly anyOf?: ReadonlyArray<{ readonly $ref?: string }> }>(schema: S) => {
  const rest = schema.anyOf?.filter(({ $ref }) => !unused.has($ref?.split("/").at(-1) ?? ""))
  if (rest === undefined) return schema
  return rest.length === 1 ? rest[0]! : { ...schema, anyOf: rest }
}

const mapValues = <A, B>(record: Readonly<Record<string, A>>, f: (value: A, name: string) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, f(value, name)]))
