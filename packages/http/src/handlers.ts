import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpRouter from "@effect/platform/HttpRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Calendar } from "@daybook/core/shared"
import { Effect, Layer } from "effect"
import { Api } from "./Api.js"
import type { Listener } from "./Front.js"
import { admissionOf } from "./front/Admission.js"
import { Authentication } from "./middleware/Authentication.js"
import { envelope } from "./middleware/Envelope.js"
import { keeping } from "./middleware/Keeping.js"
import { naming } from "./middleware/Naming.js"
import { pagesLayer } from "./pages/pages.js"
import type { ResponseCache } from "./ResponseCache.js"
import { attending } from "./rooms/attending.js"
import { attendingAdmin } from "./rooms/attendingAdmin.js"
import { collecting } from "./rooms/collecting.js"
import { collectingAdmin } from "./rooms/collectingAdmin.js"
import { exports } from "./rooms/exports.js"
import { feed } from "./rooms/feed.js"
import { images } from "./rooms/images.js"
import { imagesAdmin } from "./rooms/imagesAdmin.js"
import { keys } from "./rooms/keys.js"
import { listening } from "./rooms/listening.js"
import { listeningAdmin } from "./rooms/listeningAdmin.js"
import { running } from "./rooms/running.js"
import { runningAdmin } from "./rooms/runningAdmin.js"
import { syncAdmin } from "./rooms/syncAdmin.js"
import { reading } from "./rooms/reading.js"
import { readingAdmin } from "./rooms/readingAdmin.js"
import { search } from "./rooms/search.js"
import { searchAdmin } from "./rooms/searchAdmin.js"
import { system } from "./rooms/system.js"
import { watching } from "./rooms/watching.js"
import { watchingAdmin } from "./rooms/watchingAdmin.js"
import { webhooks } from "./rooms/webhooks.js"
import { mount } from "./shared/room.js"

const rooms = Layer.mergeAll(
  HttpApiBuilder.group(Api, "system", mount(system)),
  HttpApiBuilder.group(Api, "listening", mount(listening)),
  HttpApiBuilder.group(Api, "listeningAdmin", mount(listeningAdmin)),
  HttpApiBuilder.group(Api, "running", mount(running)),
  HttpApiBuilder.group(Api, "runningAdmin", mount(runningAdmin)),
  HttpApiBuilder.group(Api, "watching", mount(watching)),
  HttpApiBuilder.group(Api, "watchingAdmin", mount(watchingAdmin)),
  HttpApiBuilder.group(Api, "collecting", mount(collecting)),
  HttpApiBuilder.group(Api, "collectingAdmin", mount(collectingAdmin)),
  HttpApiBuilder.group(Api, "reading", mount(reading)),
  HttpApiBuilder.group(Api, "readingAdmin", mount(readingAdmin)),
  HttpApiBuilder.group(Api, "attending", mount(attending)),
  HttpApiBuilder.group(Api, "attendingAdmin", mount(attendingAdmin)),
  HttpApiBuilder.group(Api, "feed", mount(feed)),
  HttpApiBuilder.group(Api, "images", mount(images)),
  HttpApiBuilder.group(Api, "imagesAdmin", mount(imagesAdmin, ["override"])),
  HttpApiBuilder.group(Api, "keys", mount(keys)),
  HttpApiBuilder.group(Api, "syncAdmin", mount(syncAdmin)),
  HttpApiBuilder.group(Api, "exports", mount(exports)),
  HttpApiBuilder.group(Api, "webhooks", mount(webhooks)),
  HttpApiBuilder.group(Api, "search", mount(search)),
  HttpApiBuilder.group(Api, "searchAdmin", mount(searchAdmin))
)

const live = HttpApiBuilder.api(Api).pipe(
  Layer.provide(rooms),
  Layer.provide(Authentication.layer),
  Layer.merge(pagesLayer),
  Layer.merge(HttpApiBuilder.middleware(Api, envelope)),
  Layer.provideMerge(Layer.mergeAll(HttpApiBuilder.Router.Live, HttpApiBuilder.Middleware.layer, NodeHttpServer.layerContext))
)

/** The front has matched the path letter by letter; the router behind it must not see another one in it. */
const exact = { caseSensitive: true, ignoreDuplicateSlashes: false, ignoreTrailingSlash: false, maxParamLength: 32_768 }

/** By the route, as `GET /v1/listening/artists/:id`: what was asked for is nobody else's affair. */
const spanName = (request: HttpServerRequest.HttpServerRequest) => `${request.method} ${admissionOf(request)?.route.path ?? ""}`

/** Everything behind the front: rooms and pages, as a listener for requests that were admitted. */
export const handlers = Effect.fn("handlers")(function*(cache: ResponseCache) {
  const context = yield* Layer.build(live)
  const calendar = yield* Calendar
  const app = yield* HttpApiBuilder.httpApp.pipe(HttpRouter.withRouterConfig(exact), Effect.provide(context))
  const listener: Listener = yield* NodeHttpServer.makeHandler(naming(keeping(cache, calendar)(app))).pipe(
    Effect.provideService(HttpMiddleware.SpanNameGenerator, spanName),
    Effect.provide(context)
  )
  return listener
})
