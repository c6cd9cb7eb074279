import { ImageProxy } from "@daybook/core/images"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { Route } from "../front/Route.js"
import { Metrics } from "../metrics/Metrics.js"
import type { CacheClass } from "../shared/caching.js"
import { BasePath } from "./BasePath.js"
import { changeHistory } from "./changeHistory.js"
import { image, imageRoute } from "./image.js"
import { home, homeAssets } from "./home.js"
import { metricsPage, metricsRoute } from "./metrics.js"
import { openApiDocument } from "./openApiDocument.js"
import { reference } from "./reference.js"

/** What is served beside the contract, to anyone (operations §7). */
const pages = [
  { path: "/", answer: home },
  { path: "/docs", answer: reference },
  { path: "/docs/changes", answer: changeHistory },
  { path: "/openapi.json", answer: Effect.map(BasePath, (base) => HttpServerResponse.redirect(`${base}/v1/openapi.json`, { status: 301 })) },
  { path: "/v1/openapi.json", answer: Effect.sync(() => HttpServerResponse.unsafeJson(openApiDocument())) }
] as const

/** The page at / and its files are one view, and so are loaded together; the other pages count as calls do. */
const isView = (path: string, cache: CacheClass) => path === "/" || cache === "asset"

const routeOf = (cache: Exclude<CacheClass, "long">) => ({ path }: { readonly path: string }): Route => ({
  method: "GET",
  path,
  access: "open",
  query: new Set<string>(),
  takesJson: false,
  isMedia: isView(path, cache),
  vary: "Origin",
  made: { cache, of: [], today: false, kept: true }
})

export const pageRoutes: ReadonlyArray<Route> = [imageRoute, metricsRoute, ...pages.map(routeOf("page")), ...homeAssets.map(routeOf("asset"))]

export const pagesLayer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    yield* Effect.forEach([...pages, ...homeAssets], ({ answer, path }) => router.get(path, answer), { discard: true })
    yield* router.get(metricsRoute.path, Effect.provideService(metricsPage, Metrics, yield* Metrics))
    yield* router.get("/images/:domain/:collection/:id", image(yield* ImageProxy))
  }))
