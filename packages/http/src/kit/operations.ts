import { CurrentLens } from "@daybook/core/lenses"
import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Context, Effect, Either, Option, Schema, SchemaAST } from "effect"
import { type AdmittedRequest, type Route, admissionOf } from "../front/requests.js"
import { Streams, Waits, WithoutLens } from "./endpoints.js"
import type { ErrorEnvelope } from "./errors.js"
import { withErrorEnvelope } from "./failures.js"
import type { ApiHandlers, GroupHandlers } from "./handlers.js"
import { withQueryTimeout } from "./queryTimeout.js"
import { type DecodedRequest, requestDecoder } from "./requestDecoder.js"

/** The text of a JSON answer. */
export interface JsonText {
  readonly status: number
  readonly text: string
}

/** What an operation answers: JSON, or a response that its handler made. */
export type Content = JsonText | HttpServerResponse.HttpServerResponse

/** How admitted requests to one route are answered. */
export interface Operation {
  /**
   * The effect that answers a request, or the error that its parameters or body cause. `url` stands for the request's
   * own.
   */
  readonly answer: (
    request: AdmittedRequest,
    url?: string
  ) => Either.Either<Effect.Effect<Content, ErrorEnvelope>, ErrorEnvelope>
  /** Lenses shape reads; a stream stays open. */
  readonly kind: "read" | "stream" | "other"
}

export type Operations = ReadonlyMap<string, Operation>

/** The key of a route among the operations. */
export const operationKey = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps

type Handler = (request: DecodedRequest) => Effect.Effect<unknown, never>

/** The services that the handlers call. */
type ServicesOf<H> = {
  readonly [Name in keyof H]: H[Name] extends GroupHandlers<any, infer T> ? Context.Tag.Identifier<T[number]> : never
}[keyof H]

/** The operations of every group of an API. Failures of its handlers become envelopes. */
export const operationsOf = <
  Id extends string,
  Groups extends HttpApiGroup.HttpApiGroup.Any,
  E,
  R,
  H extends ApiHandlers<Groups>
>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  handlers: H
): Effect.Effect<Operations, never, ServicesOf<H>> => {
  const groups = api.groups as unknown as Readonly<Record<string, HttpApiGroup.HttpApiGroup.AnyWithProps>>
  const all = Object.entries<GroupHandlers<any, any>>(handlers).map(([name, { make, services }]) =>
    Effect.map(Effect.all(services), (ready: any) =>
      Object.entries(make(...ready) as Readonly<Record<string, Handler>>).map(([operation, handle]) => {
        const endpoint = groups[name]!.endpoints[operation] as Endpoint
        return [operationKey(endpoint), operationOf(endpoint, handle)] as const
      })
    )
  )
  return Effect.map(Effect.all(all), (entries) => new Map(entries.flat())) as unknown as Effect.Effect<
    Operations,
    never,
    ServicesOf<H>
  >
}

const operationOf = (endpoint: Endpoint, handle: Handler): Operation => {
  const decode = requestDecoder(endpoint)
  // Only reads have a timeout; writes may take longer.
  const isLimited = endpoint.method === "GET" && !has(endpoint, Waits)
  const limited: Handler = isLimited ? (request) => withQueryTimeout(endpoint.path, handle(request)) as never : handle
  const kind = kindOf(endpoint)
  const content = contentOf(endpoint)
  return {
    kind,
    answer: (request, url) =>
      Either.map(decode(request, url), (decoded) => {
        const answer = withErrorEnvelope(limited(decoded))
        const { lens } = admissionOf(request)
        return kind !== "read" || lens === undefined
          ? Effect.map(answer, content)
          : Effect.map(Effect.provideService(answer, CurrentLens, lens.scope), (value) =>
              content(lens.shape(value) ?? null)
            )
      })
  }
}

const has = ({ annotations }: Pick<Endpoint, "annotations">, annotation: Context.Tag<any, any>): boolean =>
  Option.isSome(Context.getOption(annotations, annotation))

const kindOf = (endpoint: Endpoint): Operation["kind"] =>
  has(endpoint, Streams) ? "stream" : isLensedRead(endpoint) ? "read" : "other"

/**
 * The JSON of an answer: its schemas change no value, so it is written as it is. Encoding 100 rows by a schema costs as
 * much as their SQL. The compiler and tests check answers against the schemas.
 */
const contentOf = (endpoint: Endpoint): ((answer: unknown) => Content) => {
  const schemas = successesOf(endpoint).map((schema) => ({
    status: HttpApiSchema.getStatusSuccess(schema),
    matches: Schema.is(schema as Schema.Schema<unknown>)
  }))
  const [first] = schemas
  const statusOf =
    schemas.length < 2
      ? () => first?.status ?? 200
      : (answer: unknown) => schemas.find(({ matches }) => matches(answer))?.status ?? 200
  return (answer) =>
    HttpServerResponse.isServerResponse(answer) ? answer : { status: statusOf(answer), text: JSON.stringify(answer) }
}

const successesOf = ({ successSchema }: Pick<Endpoint, "successSchema">): ReadonlyArray<Schema.Schema.Any> => {
  const schemas = new Set<Schema.Schema.Any>()
  HttpApiSchema.deunionize(schemas, successSchema)
  return Array.from(schemas)
}

/** Whether an endpoint reads JSON that lenses may shape. */
export const isLensedRead = (endpoint: Pick<Endpoint, "annotations" | "method" | "successSchema">): boolean => {
  const { ast } = endpoint.successSchema
  const { contentType, kind } = HttpApiSchema.getEncoding(ast)
  const isPlain =
    successesOf(endpoint).length === 1 &&
    kind === "Json" &&
    contentType === "application/json" &&
    HttpApiSchema.getStatusSuccessAST(ast) === 200 &&
    SchemaAST.encodedBoundAST(ast) === ast
  return endpoint.method === "GET" && isPlain && !has(endpoint, WithoutLens)
}
