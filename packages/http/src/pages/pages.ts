import { type DeclaredDomain, DeclaredDomains } from "@daybook/core/domain"
import { ImageProxy } from "@daybook/core/images"
import { addresses, addressesOf } from "@daybook/page"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Context, Effect, Either } from "effect"
import type { AdmittedRequest, Route } from "../front/requests.js"
import { Metrics, contentType } from "../metrics/exposition.js"
import { type CacheClass, uncached } from "../kit/caching.js"
import type { ErrorEnvelope } from "../kit/errors.js"
import { type Content, type Operation, operationKey } from "../kit/operations.js"
import { pageFiles, takesGzip } from "./files.js"
import { appPage, changeHistory, reference } from "./html.js"
import { image, imageRoute } from "./image.js"
import { openApiDocument } from "../openapi.js"

/** The path that the host is mounted at, such as `/life`; empty at the root. */
export class BasePath extends Context.Reference<BasePath>()("@daybook/http/BasePath", { defaultValue: () => "" }) {}

/** Metrics for operators. Not part of the contract: they describe the host and may change with the version. */
export const metricsPath = "/metrics"

const metricsRoute = {
  method: "GET",
  path: metricsPath,
  access: "admin",
  query: new Set<string>(),
  takesJson: false,
  caching: uncached
} as const satisfies Route

const metricsPage = Effect.flatMap(Metrics, ({ page }) =>
  Effect.map(page, (text) => HttpServerResponse.text(text, { contentType }))
)

/** Pages outside the contract, served without a key. */
const pages = [
  { path: "/docs", answer: reference },
  { path: "/docs/changes", answer: changeHistory },
  {
    path: "/openapi.json",
    answer: Effect.map(BasePath, (base) => HttpServerResponse.redirect(`${base}/v1/openapi.json`, { status: 301 }))
  },
  {
    path: "/v1/openapi.json",
    answer: Effect.map(DeclaredDomains, (declared) => HttpServerResponse.unsafeJson(openApiDocument(declared)))
  }
] as const

/** The app at `/`: the same document at each of its addresses. */
const appPages = (declared: ReadonlyArray<DeclaredDomain>) =>
  ["/" as const, ...addresses, ...declared.flatMap(({ name }) => addressesOf(name))].map((path) => ({
    path,
    answer: appPage(path)
  }))

/** The app and its files load together, so they count like pictures; other pages count like calls. */
const routeOf =
  (cache: Exclude<CacheClass, "long">, isMedia: boolean) =>
  ({ path }: { readonly path: string }): Route => ({
    method: "GET",
    path,
    access: "open",
    query: new Set<string>(),
    takesJson: false,
    isMedia,
    vary: "Origin",
    caching: { cacheClass: cache, domains: [], today: false, cached: true }
  })

const varyingByEncoding = {
  vary: "Accept-Encoding, Origin",
  varies: (headers) => (takesGzip(headers["accept-encoding"]) ? "gzip" : "identity")
} satisfies Pick<Route, "vary" | "varies">

export const pageRoutes = (declared: ReadonlyArray<DeclaredDomain>): ReadonlyArray<Route> => [
  imageRoute,
  metricsRoute,
  ...pages.map(routeOf("page", false)),
  ...appPages(declared).map(routeOf("page", true)),
  ...pageFiles.map((file) => ({ ...routeOf("asset", true)(file), ...(file.isCompressed ? varyingByEncoding : {}) }))
]

/** The operation of a page, which decodes nothing. */
const pageOperation = <R>(answer: (request: AdmittedRequest) => Effect.Effect<Content, ErrorEnvelope, R>) =>
  Effect.map(Effect.context<R>(), (context): Operation => ({
    kind: "other",
    answer: (request) => Either.right(Effect.provide(answer(request), context))
  }))

/** How the pages are answered. */
export const pageOperations = Effect.gen(function* () {
  const proxy = yield* ImageProxy
  const app = appPages(yield* DeclaredDomains)
  const constant = [...pages, ...app].map(({ answer, path }) => [path, pageOperation(() => answer)] as const)
  const all = [
    ...constant,
    ...pageFiles.map(({ answer, path }) => [path, pageOperation(answer)] as const),
    [metricsRoute.path, pageOperation(() => metricsPage)] as const,
    [imageRoute.path, pageOperation((request) => image(proxy, request))] as const
  ]
  return yield* Effect.forEach(all, ([path, operation]) =>
    Effect.map(operation, (page) => [operationKey({ method: "GET", path }), page] as const)
  )
})
