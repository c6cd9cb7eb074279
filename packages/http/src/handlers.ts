import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Calendar } from "@daybook/core/shared"
import { Effect, Layer } from "effect"
import { Api, handlers as groupHandlers } from "./Api.js"
import type { Listener } from "./front/Front.js"
import { admissionOf } from "./front/requests.js"
import type { ResponseCache } from "./front/ResponseCache.js"
import { Authentication } from "./kit/authentication.js"
import { envelope } from "./kit/envelope.js"
import { cacheResponses } from "./front/ResponseCaching.js"
import { pagesLayer } from "./pages/pages.js"
import { groupsLayer } from "./kit/mount.js"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"

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
