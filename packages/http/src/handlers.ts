import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Calendar } from "@daybook/core/shared"
import { Effect, Layer, Cause, Predicate, type Context } from "effect"
import { Api, handlers as groupHandlers } from "./Api.js"
import type { Listener } from "./front/Front.js"
import { admissionOf, type Admission } from "./front/requests.js"
import { type ResponseCache, cacheableBody } from "./front/ResponseCache.js"
import { Authentication } from "./kit/authentication.js"
import { pagesLayer } from "./pages/pages.js"
import { groupsLayer } from "./kit/mount.js"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type ErrorEnvelope, badRequest, notFound, serverError } from "./kit/errors.js"
import { hash } from "node:crypto"
import { etagMatches } from "./front/send.js"
import { type CacheRequest, type CacheClass, cacheControl } from "./kit/caching.js"

/** Sets `Cache-Control` on every response, adds an ETag to cacheable ones, and caches them. */
const cacheResponses =
  (cache: ResponseCache, calendar: Context.Tag.Service<Calendar>) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      Effect.map(app, (response) => {
        const admission = admissionOf(request)
        const cacheClass = cacheClassOf(admission, calendar, response)
        const answer = HttpServerResponse.setHeader(response, "cache-control", cacheControl[cacheClass])
        return cacheClass === "none" || answer.body._tag !== "Uint8Array"
          ? answer
          : withEtag(cache, admission, request, answer, answer.body.body)
      })
    )

/** Only successful GET responses are cacheable. */
const cacheClassOf = (
  { stamp, params, route }: Admission,
  calendar: CacheRequest["calendar"],
  { status }: HttpServerResponse.HttpServerResponse
): CacheClass => {
  if (route.method !== "GET" || status >= 400) return "none"
  const { cacheClass: cache } = route.caching
  // A picture's current address may change at any time.
  if (cache === "image" && status >= 300) return "none"
  return typeof cache === "string" ? cache : cache({ params, calendar, today: stamp.today })
}

const withEtag = (
  cache: ResponseCache,
  { cacheKey, stamp, route }: Admission,
  request: HttpServerRequest.HttpServerRequest,
  answer: HttpServerResponse.HttpServerResponse,
  body: Uint8Array
) => {
  const etag = `"${hash("sha256", body, "base64url").slice(0, 27)}"`
  const response = HttpServerResponse.setHeader(answer, "etag", etag)
  const headers = Object.entries(response.headers)
  const unchanged = headers.filter(([name]) => name !== "content-type" && name !== "content-length")
  if (route.caching.cached)
    cache.store(cacheKey, {
      stamp,
      body: cacheableBody(body),
      etag,
      headers: headers.flat(),
      headersUnchanged: unchanged.flat()
    })
  return etagMatches(request.headers["if-none-match"], etag)
    ? HttpServerResponse.empty({ status: 304, headers: Object.fromEntries(unchanged) })
    : response
}

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

/**
 * One line for the first invalid field: its name and what it must be, never its value. A union has one issue for each
 * member.
 */
const readable = (issues: HttpApiDecodeError["issues"]): string => {
  const absent = new Set(issues.filter(({ _tag }) => _tag === "Missing").map(({ path }) => path.join(".")))
  const wrong = issues.find(({ _tag }) => _tag !== "Missing")
  // For a union, a field missing in one member is not an error if another member was meant.
  if (wrong === undefined && absent.size > 1) return `${Array.from(absent).join(" or ")} is missing`
  const name = (wrong ?? issues[0])?.path.join(".") ?? ""
  if (name === "") return "the body must be a JSON object of the documented form"
  const messages = issues
    .filter(({ path }) => path.join(".") === name)
    .map(({ message }) => message.split(", actual ")[0]!.replaceAll(/\s+/g, " "))
  const own = messages.find((message) => !message.startsWith("Expected "))
  if (own !== undefined) return `${name} ${own}`
  const kinds = messages
    .map((message) => message.slice("Expected ".length))
    .filter((kind) => kind !== "null" && kind !== "undefined")
  return `${name} must be ${Array.from(new Set(kinds), (kind) => (kind === "string" ? "one text" : kind)).join(" or ")}`
}

const live = HttpApiBuilder.api(Api).pipe(
  Layer.provide(groupsLayer(Api, groupHandlers)),
  Layer.provide(Authentication.layer),
  Layer.merge(pagesLayer),
  Layer.merge(HttpApiBuilder.middleware(Api, envelope)),
  Layer.provideMerge(
    Layer.mergeAll(HttpApiBuilder.Router.Live, HttpApiBuilder.Middleware.layer, NodeHttpServer.layerContext)
  )
)

/** The front matches paths exactly, so the router must not normalise them. */
const exact = { caseSensitive: true, ignoreDuplicateSlashes: false, ignoreTrailingSlash: false, maxParamLength: 32_768 }

/** The route template, such as `GET /v1/listening/artists/:id`. Ids and queries stay out of traces. */
const spanName = (request: HttpServerRequest.HttpServerRequest) =>
  `${request.method} ${admissionOf(request).route.path}`

/** The listener for admitted requests: domains and pages. */
export const handlers = Effect.fn("handlers")(function* (cache: ResponseCache) {
  const context = yield* Layer.build(live)
  const calendar = yield* Calendar
  const app = yield* HttpApiBuilder.httpApp.pipe(HttpRouter.withRouterConfig(exact), Effect.provide(context))
  const listener: Listener = yield* NodeHttpServer.makeHandler(
    annotateRequest(cacheResponses(cache, calendar)(app))
  ).pipe(Effect.provideService(HttpMiddleware.SpanNameGenerator, spanName), Effect.provide(context))
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
