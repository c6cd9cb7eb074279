import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { type DeclaredDomain, DeclaredDomains } from "@daybook/core/domain"
import { Calendar } from "@daybook/core/shared"
import { Effect, Layer, Cause, Predicate, type Context } from "effect"
import { apiOf, handlersOf } from "./Api.js"
import { type Admission, admissionIn, admissionOf, type AdmittedListener } from "./front/requests.js"
import type { ResponseCache } from "./front/ResponseCache.js"
import { Authentication } from "./kit/authentication.js"
import { pagesLayer } from "./pages/pages.js"
import { type JsonRead, type StreamRead, groupsLayer } from "./kit/mount.js"
import { readable } from "./kit/invalid.js"
import { cacheClassOf, cacheable, readListener } from "./reads.js"
import { streamListener } from "./stream/listener.js"
import type { OpenStreams } from "./stream/streams.js"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type ErrorEnvelope, badRequest, forbidden, notFound, serverError } from "./kit/errors.js"
import { etagMatches, sendError } from "./front/send.js"
import { cacheControl } from "./kit/caching.js"

/** Sets `Cache-Control` on every response, adds an ETag to cacheable ones, and caches them. */
const cacheResponses =
  (cache: ResponseCache, calendar: Context.Tag.Service<Calendar>) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      Effect.map(app, (response) => {
        const admission = admissionOf(request)
        const cacheClass = cacheClassOf(admission, calendar, response.status)
        const answer = HttpServerResponse.setHeader(response, "cache-control", cacheControl[cacheClass])
        return cacheClass === "none" || answer.body._tag !== "Uint8Array"
          ? answer
          : withEtag(cache, admission, request, answer, answer.body.body)
      })
    )

const withEtag = (
  cache: ResponseCache,
  admission: Admission,
  request: HttpServerRequest.HttpServerRequest,
  answer: HttpServerResponse.HttpServerResponse,
  body: Uint8Array
) => {
  const response = cacheable(cache, admission, Object.entries(answer.headers).flat(), Buffer.from(body))
  return etagMatches(request.headers["if-none-match"], response.etag)
    ? HttpServerResponse.empty({ status: 304, headers: recordOf(response.headersUnchanged) })
    : HttpServerResponse.setHeader(answer, "etag", response.etag)
}

const recordOf = (headers: ReadonlyArray<string>) =>
  Object.fromEntries(headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]!]] : [])))

/**
 * Maps every failure behind the front to an error envelope. Unexpected failures are logged and answered without
 * details.
 */
const envelope = (app: HttpApp.Default) =>
  Effect.catchAllCause(app, (cause) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      // The client has disconnected.
      if (Cause.isInterruptedOnly(cause)) return Effect.failCause(cause)
      const envelope = admissionOf(request).answered ? undefined : envelopeOf(Cause.squash(cause))
      return envelope !== undefined
        ? respond(envelope)
        : Effect.zipRight(Effect.logError("a request failed unexpectedly", cause), respond(serverError))
    })
  )

const respond = (error: ErrorEnvelope) =>
  Effect.sync(() => HttpServerResponse.unsafeJson(error, { status: error.status }))

const envelopeOf = (error: unknown): ErrorEnvelope | undefined => {
  if (error instanceof HttpApiDecodeError) return badRequest(readable(error.issues))
  if (isEnvelope(error)) return error
  if (!HttpServerError.isServerError(error)) return undefined
  if (error._tag === "RouteNotFound") return notFound
  return error._tag === "RequestError" ? badRequest("the body is not valid JSON; check its syntax") : undefined
}

const isEnvelope = (error: unknown): error is ErrorEnvelope =>
  Predicate.hasProperty(error, "error") && Predicate.hasProperty(error, "status") && Predicate.isNumber(error.status)

/** Everything that the platform's router answers. The reads are added to `reads`. */
const live = (
  declared: ReadonlyArray<DeclaredDomain>,
  reads: Map<string, JsonRead>,
  streams: Map<string, StreamRead>
) => {
  const api = apiOf(declared)
  return HttpApiBuilder.api(api).pipe(
    Layer.provide(groupsLayer(api, handlersOf(declared), reads, streams)),
    Layer.provide(Authentication.layer),
    Layer.merge(pagesLayer),
    Layer.merge(HttpApiBuilder.middleware(api, envelope)),
    Layer.provideMerge(
      Layer.mergeAll(HttpApiBuilder.Router.Live, HttpApiBuilder.Middleware.layer, NodeHttpServer.layerContext)
    )
  )
}

/** The front matches paths exactly, so the router must not normalise them. */
const exact = { caseSensitive: true, ignoreDuplicateSlashes: false, ignoreTrailingSlash: false, maxParamLength: 32_768 }

/** The route template, such as `GET /v1/listening/artists/:id`. Ids and queries stay out of traces. */
const spanName = (request: HttpServerRequest.HttpServerRequest) =>
  `${request.method} ${admissionOf(request).route.path}`

/** The listener for admitted requests: domains and pages. */
export const handlers = Effect.fn("handlers")(function* (cache: ResponseCache, open: OpenStreams) {
  const reads = new Map<string, JsonRead>()
  const streams = new Map<string, StreamRead>()
  const context = yield* Layer.build(live(yield* DeclaredDomains, reads, streams))
  const calendar = yield* Calendar
  const app = yield* HttpApiBuilder.httpApp.pipe(HttpRouter.withRouterConfig(exact), Effect.provide(context))
  const platform = yield* NodeHttpServer.makeHandler(annotateRequest(cacheResponses(cache, calendar)(app))).pipe(
    Effect.provideService(HttpMiddleware.SpanNameGenerator, spanName),
    Effect.provide(context)
  )
  const answer = yield* readListener(cache, calendar)
  const openStream = yield* streamListener(open)
  const listener: AdmittedListener = (request, response) => {
    const admission = admissionIn(request)
    const { headers, route } = admission
    const read = route.method === "GET" ? reads.get(route.path) : undefined
    const stream = route.method === "GET" ? streams.get(route.path) : undefined
    // Only reads apply lenses.
    if (admission.lens !== undefined && read === undefined) return sendError(request, response, headers, forbidden)
    if (stream !== undefined) return openStream(stream, admission, request, response)
    if (read !== undefined) return answer(read, admission, request, response)
    for (let index = 0; index < headers.length; index += 2) response.setHeader(headers[index]!, headers[index + 1]!)
    platform(request, response)
  }
  return listener
})

/** Adds the request id to log entries and the route to the span. */
const annotateRequest = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const { requestId, route } = admissionOf(request)
    const annotated = Effect.annotateLogs(app, { request_id: requestId, method: request.method, route: route.path })
    const span = { "http.route": route.path, "daybook.request_id": requestId }
    return Effect.zipRight(Effect.annotateCurrentSpan(span), annotated)
  })
