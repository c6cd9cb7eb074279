import type { Resync } from "@daybook/core/changes"
import { CurrentLens } from "@daybook/core/lenses"
import {
  type BadInput,
  type Conflict,
  type FileTooLarge,
  type FullDisk,
  type NoData,
  StorageFailure
} from "@daybook/core/shared"
import type { Refused } from "@daybook/core/webhooks"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Context, Effect, Either, Fiber, Layer, Option, type ParseResult, Runtime, Schema, SchemaAST } from "effect"
import { admissionOf } from "../front/requests.js"
import type { LensedRequest } from "../lenses/lensed.js"
import type { Authentication } from "./authentication.js"
import { StreamsBody, Uploads } from "./body.js"
import { OnPlatform, Streams, Waits } from "./endpoints.js"
import {
  type ErrorEnvelope,
  type LensDenial,
  badRequest,
  contradiction,
  forbidden,
  historyGone,
  noSpace,
  notFound,
  serverError,
  tooLarge,
  unavailable
} from "./errors.js"
import type { ApiHandlers, GroupHandlers } from "./handlers.js"
import { issuesOf, readable } from "./invalid.js"
import { payloadDecoder } from "./payload.js"

/** Time limit of a read in milliseconds. Queries must not pile up at a database that does not respond. */
const timeoutMs = 30_000

/**
 * Fails with `StorageFailure` if a query takes too long. The query is interrupted in the background, since a hung
 * connection would block the caller. Every read comes through here: a query that does not wait needs no timer, and one
 * that waits needs one fiber, where a race would need four.
 */
export const withQueryTimeout = <A, E, R>(
  operation: string,
  query: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageFailure, R> =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) => {
    const fiber = Runtime.runFork(runtime)(query)
    return fiber.unsafePoll() ?? exitInTime(operation, fiber)
  })

const exitInTime = <A, E>(operation: string, fiber: Fiber.RuntimeFiber<A, E>) =>
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

/** The services that the handlers call. */
type ServicesOf<H> = {
  readonly [Name in keyof H]: H[Name] extends GroupHandlers<any, infer T> ? Context.Tag.Identifier<T[number]> : never
}[keyof H]

/**
 * Serves every group of an API. Failures of its handlers become envelopes. Reads that need no router go to `reads`, by
 * path, and streams to `streams`; the platform's router serves the others.
 */
export const groupsLayer = <
  Id extends string,
  Groups extends HttpApiGroup.HttpApiGroup.Any,
  E,
  R,
  H extends ApiHandlers<Groups>
>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  handlers: H,
  reads: Map<string, JsonRead>,
  streams: Map<string, StreamRead>
) => {
  const layers = Object.entries<GroupHandlers<any, any>>(handlers).map(([name, { make, services }]) => {
    const build = (group: any) =>
      Effect.map(Effect.all(services), (ready: any) => mountHandlers(group, make(...ready), reads, streams))
    return (HttpApiBuilder.group as any)(api, name, build)
  })
  return Layer.mergeAll(...(layers as [any, ...ReadonlyArray<any>])) as Layer.Layer<
    HttpApiGroup.HttpApiGroup.ToService<Id, Groups>,
    never,
    ServicesOf<H> | Authentication
  >
}

/** A stream: its decoded request in, its raw response out. */
export interface StreamRead {
  readonly decode: ReturnType<typeof requestDecoder>
  readonly open: (request: DecodedRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse, ErrorEnvelope>
}

/** Endpoints with `Uploads` read the body themselves. */
const mountHandlers = (
  group: any,
  handlers: Readonly<Record<string, EndpointHandler>>,
  reads: Map<string, JsonRead>,
  streams: Map<string, StreamRead>
) =>
  Object.entries(handlers).reduce((mounted, [name, handle]) => {
    const endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps = group.group.endpoints[name]
    const waits = Option.isSome(Context.getOption(endpoint.annotations, Waits))
    // Only reads have a timeout; writes may take longer.
    const handled: EndpointHandler =
      endpoint.method === "GET" && !waits
        ? (request) => withErrorEnvelope(withQueryTimeout(endpoint.path, handle(request)))
        : (request) => withErrorEnvelope(handle(request))
    if (Option.isSome(Context.getOption(endpoint.annotations, Streams))) {
      streams.set(endpoint.path, { decode: requestDecoder(endpoint), open: handled as never })
      return mounted
    }
    const read = jsonReadOf(endpoint, handled)
    if (read !== undefined) {
      reads.set(endpoint.path, read)
      return mounted
    }
    // The front has the body, so the platform reads none.
    return mounted.handleRaw(name, withDirectEncoder(endpoint, withPayload(endpoint, withAnsweredFlag(handled))))
  }, group)

/** Adds the decoded body to requests, unless the endpoint reads it itself. */
const withPayload = (endpoint: Endpoint, handle: EndpointHandler): EndpointHandler => {
  const isRaw =
    Option.isSome(Context.getOption(endpoint.annotations, Uploads)) ||
    Option.isSome(Context.getOption(endpoint.annotations, StreamsBody))
  if (isRaw || Option.isNone(endpoint.payloadSchema)) return handle
  const decode = payloadDecoder(endpoint.payloadSchema.value)
  return (request) =>
    Effect.flatMap(decode(admissionOf(request.request).body), (payload) => handle({ ...request, payload } as never))
}

type EndpointHandler = (request: { readonly request: HttpServerRequest.HttpServerRequest }) => Effect.Effect<any, any>

/**
 * Encodes a result directly as JSON if its schema would not change it: schema encoding of 100 rows costs as much as
 * their SQL. The compiler and tests check results against the schema.
 */
const withDirectEncoder = (
  endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps,
  handle: EndpointHandler
): EndpointHandler => {
  const options = plainJson(endpoint)
  if (options === undefined) return handle
  const write = (answer: unknown) =>
    HttpServerResponse.isServerResponse(answer) ? answer : HttpServerResponse.unsafeJson(answer, options)
  return (request) => Effect.map(handle(request), write)
}

/** Records that the handler has finished: later decode errors concern the response, not the request. */
const withAnsweredFlag =
  (handle: EndpointHandler): EndpointHandler =>
  (request) =>
    Effect.tap(handle(request), () =>
      Effect.sync(() => {
        admissionOf(request.request).answered = true
      })
    )

/** Failures of the query services. */
export type Failure =
  NoData | BadInput | Conflict | FileTooLarge | FullDisk | LensDenial | Refused | Resync | StorageFailure

/** Maps each failure to its error envelope. The cause of a storage failure is logged, not sent to the client. */
export const withErrorEnvelope = <A, R>(self: Effect.Effect<A, Failure, R>): Effect.Effect<A, ErrorEnvelope, R> =>
  Effect.catchTags(self, {
    NoData: () => Effect.fail(notFound),
    LensDenial: () => Effect.fail(forbidden),
    BadInput: ({ message }) => Effect.fail(badRequest(message)),
    Refused: ({ why }) => Effect.zipRight(Effect.logWarning(`a webhook was refused: ${why}`), Effect.fail(forbidden)),
    Resync: ({ message }) => Effect.fail(historyGone(message)),
    Conflict: ({ message }) => Effect.fail(contradiction(message)),
    FileTooLarge: () => Effect.fail(tooLarge),
    FullDisk: ({ message }) => Effect.fail(noSpace(message)),
    StorageFailure: (failure) =>
      Effect.zipRight(Effect.logError(failure.message), Effect.fail(failure.unavailable ? unavailable : serverError))
  })

/** A read that is answered without the platform's router: its parameters in, the text of its JSON out. */
export interface JsonRead {
  /** The handler's effect for these parameters, or the error that they cause. */
  readonly answer: (
    url: string,
    params: ReadonlyMap<string, string>,
    lens?: Pick<LensedRequest, "scope" | "shape">
  ) => Either.Either<Effect.Effect<string, ErrorEnvelope>, ErrorEnvelope>
}

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps

/** The encoding of a result whose schema does not change it; undefined if the schema transforms or is not one. */
const plainJson = ({
  successSchema: schema
}: Pick<Endpoint, "successSchema">): { readonly status: number; readonly contentType: string } | undefined => {
  const schemas = new Set<Schema.Schema.Any>()
  HttpApiSchema.deunionize(schemas, schema)
  const { ast } = schema
  const { contentType, kind } = HttpApiSchema.getEncoding(ast)
  return schemas.size !== 1 || HttpApiSchema.isVoid(ast) || kind !== "Json" || SchemaAST.encodedBoundAST(ast) !== ast
    ? undefined
    : { status: HttpApiSchema.getStatusSuccessAST(ast), contentType }
}

/** Whether an endpoint is answered without the platform: only such reads apply lenses. */
export const isJsonRead = (endpoint: Pick<Endpoint, "annotations" | "method" | "successSchema">): boolean => {
  const json = plainJson(endpoint)
  const isPlain = json?.status === 200 && json.contentType === "application/json"
  return endpoint.method === "GET" && isPlain && Option.isNone(Context.getOption(endpoint.annotations, OnPlatform))
}

/** The read of an endpoint, or undefined if the platform must answer it. */
const jsonReadOf = (
  endpoint: Endpoint,
  handle: (request: never) => Effect.Effect<unknown, ErrorEnvelope>
): JsonRead | undefined => {
  if (!isJsonRead(endpoint)) return undefined
  const decode = requestDecoder(endpoint)
  return {
    answer: (url, params, lens) =>
      Either.map(decode(url, params), (request) =>
        lens === undefined
          ? Effect.map(handle(request as never), textOf)
          : Effect.map(Effect.provideService(handle(request as never), CurrentLens, lens.scope), (answer) =>
              textOf(lens.shape(answer) ?? null)
            )
      )
  }
}

/** What a handler gets of a request: its decoded path and query. */
export interface DecodedRequest {
  readonly path?: unknown
  readonly urlParams?: unknown
}

/** Decodes the parameters of requests to an endpoint, without the platform. */
export const requestDecoder = (
  endpoint: Endpoint
): ((url: string, params: ReadonlyMap<string, string>) => Either.Either<DecodedRequest, ErrorEnvelope>) => {
  const path = Option.map(endpoint.pathSchema, decoderOf)
  const query = Option.map(endpoint.urlParamsSchema, decoderOf)
  const pathNames = Array.from(endpoint.path.matchAll(/:(\w+)/g), ([, name]) => name!)
  return (url, params) => {
    const request: { path?: unknown; urlParams?: unknown } = {}
    if (Option.isSome(path)) {
      const values = pathNames.map((name) => [name, decodeURIComponent(params.get(name) ?? "")] as const)
      const decoded = path.value(Object.fromEntries(values))
      if (Either.isLeft(decoded)) return Either.left(invalid(decoded.left))
      request.path = decoded.right
    }
    if (Option.isSome(query)) {
      const decoded = query.value(queryOf(url))
      if (Either.isLeft(decoded)) return Either.left(invalid(decoded.left))
      request.urlParams = decoded.right
    }
    return Either.right(request)
  }
}

const decoderOf = (schema: Schema.Schema.Any) => Schema.decodeUnknownEither(schema as Schema.Schema<unknown>)

const invalid = (error: ParseResult.ParseError): ErrorEnvelope => badRequest(readable(issuesOf(error)))

/** The query as sent; a repeated parameter is an array. */
const queryOf = (url: string): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  if (!url.includes("?")) return {}
  // A parameter may be called `constructor`.
  const values = Object.create(null) as Record<string, string | ReadonlyArray<string>>
  for (const [name, value] of new URL(url, "http://localhost").searchParams) {
    const before = values[name]
    values[name] = before === undefined ? value : typeof before === "string" ? [before, value] : [...before, value]
  }
  return values
}

const textOf = (answer: unknown): string => {
  if (HttpServerResponse.isServerResponse(answer)) throw new Error("annotate this endpoint with OnPlatform")
  return JSON.stringify(answer)
}
