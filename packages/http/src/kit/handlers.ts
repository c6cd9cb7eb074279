import { type BadInput, type Conflict, type NoData, StorageFailure } from "@daybook/core/shared"
import type { Refused } from "@daybook/core/webhooks"
import type * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Effect, Fiber, type Schema, SchemaAST, type Types } from "effect"
import { admissionOf } from "../front/requests.js"
import { withErrorEnvelope } from "./failures.js"
import type { Contradiction, NotFound, Refusal } from "./errors.js"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"

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

type Endpoints<G extends HttpApiGroup.HttpApiGroup.Any> = HttpApiGroup.HttpApiGroup.Endpoints<G>

/** A handler may only fail with errors that its endpoint documents. */
type Failure<E> =
  | StorageFailure
  | BadInput
  | (E extends typeof NotFound.Type ? NoData : never)
  | (E extends typeof Refusal.Type ? Refused : never)
  | (E extends typeof Contradiction.Type ? Conflict : never)

/** A handler may return a response itself, for example a streamed export. */
type Handler<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any, E, R> = (
  request: Types.Simplify<HttpApiEndpoint.HttpApiEndpoint.Request<Endpoint>>
) => Effect.Effect<
  HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint> | HttpServerResponse.HttpServerResponse,
  Failure<HttpApiEndpoint.HttpApiEndpoint.Error<Endpoint> | E>,
  R
>

/** The handlers of a group, by endpoint name. */
export type Handlers<G extends HttpApiGroup.HttpApiGroup.Any, R> = {
  readonly [Name in HttpApiEndpoint.HttpApiEndpoint.Name<Endpoints<G>>]: Handler<
    HttpApiEndpoint.HttpApiEndpoint.WithName<Endpoints<G>, Name>,
    HttpApiGroup.HttpApiGroup.Error<G>,
    R
  >
}

/** Types the handlers of a group without the whole API. A missing handler or a wrong result does not compile. */
export const handlersFor =
  <G extends HttpApiGroup.HttpApiGroup.Any>(_group: G) =>
  <R>(make: Effect.Effect<Handlers<G, never>, never, R>) =>
    make

/**
 * Registers the handlers of a group and maps their failures to envelopes. Handlers listed in `raw` read the body
 * themselves.
 */
export const mount =
  <const H extends Record<string, (request: any) => Effect.Effect<unknown, any>>, R>(
    make: Effect.Effect<H, never, R>,
    raw: ReadonlyArray<keyof H> = []
  ) =>
  <E, P, HR, Es extends HttpApiEndpoint.HttpApiEndpoint.Any>(
    handlers: HttpApiBuilder.Handlers<E, P, HR, Es>
  ): Effect.Effect<HttpApiBuilder.Handlers<E, P, HR, never>, never, R> =>
    Effect.map(make, (byName) =>
      Object.entries(byName).reduce<any>(
        (mounted, [name, handle]) =>
          mounted[raw.includes(name) ? "handleRaw" : "handle"](
            name,
            withDirectEncoder(handlers.group.endpoints[name], withAnsweredFlag(handle))
          ),
        handlers
      )
    )

type EndpointHandler = (request: { readonly request: HttpServerRequest.HttpServerRequest }) => Effect.Effect<any, any>

const withDirectEncoder = (
  endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps | undefined,
  handle: EndpointHandler
): EndpointHandler => {
  const write = endpoint === undefined ? undefined : directEncoder(endpoint.successSchema)
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
