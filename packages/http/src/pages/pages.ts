import { ImageProxy } from "@daybook/core/images"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Context, Effect } from "effect"
import type { Route } from "../front/requests.js"
import { Metrics, contentType, prometheus, snapshot } from "../metrics/exposition.js"
import { type CacheClass, uncached } from "../kit/caching.js"
import { changeHistory, home, homeAssets, reference } from "./html.js"
import { image, imageRoute } from "./image.js"
import { openApiDocument } from "../openapi.js"

/** The path that the host is mounted at, such as `/life`; empty at the root. */
export class BasePath extends Context.Reference<BasePath>()("@daybook/http/BasePath", { defaultValue: () => "" }) {}

/** Metrics for operators. Not part of the contract: they describe the host and may change with the version. */
const metricsRoute = {
  method: "GET",
  path: "/metrics",
  access: "admin",
  query: new Set<string>(),
  takesJson: false,
  caching: uncached
} as const satisfies Route

const metricsPage = Effect.map(snapshot, (pairs) => HttpServerResponse.text(prometheus(pairs), { contentType }))

/** Pages outside the contract, served without a key. */
const pages = [
  { path: "/", answer: home },
  { path: "/docs", answer: reference },
  { path: "/docs/changes", answer: changeHistory },
  {
    path: "/openapi.json",
    answer: Effect.map(BasePath, (base) => HttpServerResponse.redirect(`${base}/v1/openapi.json`, { status: 301 }))
  },
  { path: "/v1/openapi.json", answer: Effect.sync(() => HttpServerResponse.unsafeJson(openApiDocument())) }
] as const

/** The page at / and its files load together, so they count like pictures; other pages count like calls. */
const isView = (path: string, cache: CacheClass) => path === "/" || cache === "asset"

const routeOf =
  (cache: Exclude<CacheClass, "long">) =>
  ({ path }: { readonly path: string }): Route => ({
    method: "GET",
    path,
    access: "open",
    query: new Set<string>(),
    takesJson: false,
    isMedia: isView(path, cache),
    vary: "Origin",
    caching: { cacheClass: cache, domains: [], today: false, cached: true }
  })

export const pageRoutes: ReadonlyArray<Route> = [
  imageRoute,
  metricsRoute,
  ...pages.map(routeOf("page")),
  ...homeAssets.map(routeOf("asset"))
]

export const pagesLayer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    yield* Effect.forEach([...pages, ...homeAssets], ({ answer, path }) => router.get(path, answer), { discard: true })
    yield* router.get(metricsRoute.path, Effect.provideService(metricsPage, Metrics, yield* Metrics))
    yield* router.get("/images/:domain/:collection/:id", image(yield* ImageProxy))
  })
)
