import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Calendar } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import { hash } from "node:crypto"
import { type Admission, admissionOf } from "./requests.js"
import { cacheableBody, type ResponseCache } from "./ResponseCache.js"
import { etagMatches } from "./send.js"
import { type CacheRequest, type CacheClass, cacheControl } from "../kit/caching.js"

/** Sets `Cache-Control` on every response, adds an ETag to cacheable ones, and caches them. */
export const cacheResponses =
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
