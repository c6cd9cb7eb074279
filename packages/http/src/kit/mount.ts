import { StorageFailure } from "@daybook/core/shared"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Context, Effect, Fiber, Layer, Option, type Schema, SchemaAST } from "effect"
import { admissionOf } from "../front/requests.js"
import type { Authentication } from "./authentication.js"
import { Uploads } from "./body.js"
import { withErrorEnvelope } from "./failures.js"
import type { ApiHandlers, GroupHandlers } from "./handlers.js"

/** Time limit of a read in milliseconds. Queries must not pile up at a database that does not respond. */
const timeoutMs = 30_000

/**
 * Fails with `StorageFailure` if a query takes too long. The query is interrupted in the background, since a hung
 * connection would block the caller. Every read comes through here, so this uses one fiber and a timer; a race would
 * need four fibers.
 */
export const withQueryTimeout = <A, E, R>(
  operation: string,
  query: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageFailure, R> =>
  Effect.flatMap(Effect.forkDaemon(query), (fiber) =>
    Effect.async<A, E | StorageFailure>((resume) => {
      const interrupt = Fiber.interruptFork(fiber)
      const timedOut = () =>
        new StorageFailure({ operation, unavailable: true, cause: `no answer within ${timeoutMs / 1_000} s` })
      const timer = setTimeout(() => resume(Effect.zipRight(interrupt, Effect.failSync(timedOut))), timeoutMs)
      fiber.addObserver((exit) => {
        clearTimeout(timer)
        resume(exit)
      })
      return Effect.zipRight(
        Effect.sync(() => clearTimeout(timer)),
        interrupt
      )
    })
  )

/** The services that the handlers call. */
type ServicesOf<H> = {
  readonly [Name in keyof H]: H[Name] extends GroupHandlers<any, infer T> ? Context.Tag.Identifier<T[number]> : never
}[keyof H]

/** Serves every group of an API. Failures of its handlers become envelopes. */
export const groupsLayer = <
  Id extends string,
  Groups extends HttpApiGroup.HttpApiGroup.Any,
  E,
  R,
  H extends ApiHandlers<Groups>
>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  handlers: H
) => {
  const layers = Object.entries<GroupHandlers<any, any>>(handlers).map(([name, { make, services }]) => {
    const build = (group: any) => Effect.map(Effect.all(services), (ready: any) => mountHandlers(group, make(...ready)))
    return (HttpApiBuilder.group as any)(api, name, build)
  })
  return Layer.mergeAll(...(layers as [any, ...ReadonlyArray<any>])) as Layer.Layer<
    HttpApiGroup.HttpApiGroup.ToService<Id, Groups>,
    never,
    ServicesOf<H> | Authentication
  >
}

/** Endpoints with `Uploads` read the body themselves. */
const mountHandlers = (group: any, handlers: Readonly<Record<string, EndpointHandler>>) =>
  Object.entries(handlers).reduce((mounted, [name, handle]) => {
    const endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps = group.group.endpoints[name]
    const isRaw = Option.isSome(Context.getOption(endpoint.annotations, Uploads))
    return mounted[isRaw ? "handleRaw" : "handle"](name, withDirectEncoder(endpoint, withAnsweredFlag(handle)))
  }, group)

type EndpointHandler = (request: { readonly request: HttpServerRequest.HttpServerRequest }) => Effect.Effect<any, any>

const withDirectEncoder = (
  endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps,
  handle: EndpointHandler
): EndpointHandler => {
  const write = directEncoder(endpoint.successSchema)
  return write === undefined ? handle : (request) => Effect.map(handle(request), write)
}

/** Only reads have a timeout; writes may take longer. */
const withReadTimeout = (
  handled: Effect.Effect<any, any>,
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<any, any> =>
  request.method === "GET" ? withQueryTimeout(admissionOf(request).route.path, handled) : handled

/** Records that the handler has finished: later decode errors concern the response, not the request. */
const withAnsweredFlag =
  (handle: (request: any) => Effect.Effect<unknown, any>): EndpointHandler =>
  (request) =>
    Effect.tap(withErrorEnvelope(withReadTimeout(handle(request), request.request)), () =>
      Effect.sync(() => {
        admissionOf(request.request).answered = true
      })
    )

/**
 * Encodes a result directly as JSON if its schema would not change it: schema encoding of 100 rows costs as much as
 * their SQL. The compiler and tests check results against the schema. Undefined if the schema transforms, or if there
 * are several.
 */
const directEncoder = (
  schema: Schema.Schema.Any
): ((answer: unknown) => HttpServerResponse.HttpServerResponse) | undefined => {
  const schemas = new Set<Schema.Schema.Any>()
  HttpApiSchema.deunionize(schemas, schema)
  const { ast } = schema
  const { contentType, kind } = HttpApiSchema.getEncoding(ast)
  if (schemas.size !== 1 || HttpApiSchema.isVoid(ast) || kind !== "Json" || SchemaAST.encodedBoundAST(ast) !== ast)
    return undefined
  const options = { status: HttpApiSchema.getStatusSuccessAST(ast), contentType }
  return (answer) =>
    HttpServerResponse.isServerResponse(answer) ? answer : HttpServerResponse.unsafeJson(answer, options)
}
