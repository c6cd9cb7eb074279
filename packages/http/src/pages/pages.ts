import { ImageProxy } from "@daybook/core/images"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { Route } from "../front/Route.js"
import { image, imageRoute } from "./image.js"
import { home } from "./home.js"
import { openApiDocument } from "./openApiDocument.js"
import { reference } from "./reference.js"

/** What is served beside the contract, to anyone (operations §7). */
const pages = [
  { path: "/", answer: home },
  { path: "/docs", answer: reference },
  { path: "/openapi.json", answer: Effect.succeed(HttpServerResponse.redirect("/v1/openapi.json", { status: 301 })) },
  { path: "/v1/openapi.json", answer: Effect.sync(() => HttpServerResponse.unsafeJson(openApiDocument())) }
] as const

export const pageRoutes: ReadonlyArray<Route> = [imageRoute, ...pages.map(({ path }) => ({
  method: "GET",
  path,
  access: "open",
  query: new Set<string>(),
  takesJson: false,
  made: { cache: "page", of: [], today: false, kept: true }
} satisfies Route))]

export const pagesLayer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    yield* Effect.forEach(pages, ({ answer, path }) => router.get(path, answer), { discard: true })
    yield* router.get("/images/:domain/:collection/:id", image(yield* ImageProxy))
  }))
