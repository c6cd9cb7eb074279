import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Calendar } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import { hash } from "node:crypto"
import { type Admission, admissionOf } from "../front/Admission.js"
import { matches } from "../front/matches.js"
import { keptBody, type ResponseCache } from "../ResponseCache.js"
import { type Asked, type CacheClass, cacheControl } from "../shared/caching.js"

/** Says of every answer how long it is good, gives the good ones an ETag, and keeps those that can be kept. */
export const keeping = (cache: ResponseCache, calendar: Context.Tag.Service<Calendar>) =>
<E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.map(app, (response) => {
      const admission = admissionOf(request)
      const made = admission === undefined ? "none" : classOf(admission, calendar, response)
      const answer = HttpServerResponse.setHeader(response, "cache-control", cacheControl[made])
      return admission === undefined || made === "none" || answer.body._tag !== "Uint8Array"
        ? answer
        : tagged(cache, admission, request, answer, answer.body.body)
    }))

/** Only answers to a question asked well are good for longer than a moment. */
const classOf = ({ mark, params, route }: Admission, calendar: Asked["calendar"], { status }: HttpServerResponse.HttpServerResponse): CacheClass => {
  if (route.method !== "GET" || status >= 400) return "none"
  const { cache } = route.made
  // Where a picture is now is known for now only.
  if (cache === "image" && status >= 300) return "none"
  return typeof cache === "string" ? cache : cache({ params, calendar, today: mark.today })
}

const tagged = (
  cache: ResponseCache,
  { cacheKey, mark, route }: Admission,
  request: HttpServerRequest.HttpServerRequest,
  answer: HttpServerResponse.HttpServerResponse,
  body: Uint8Array
) => {
  const etag = `"${hash("sha256", body, "base64url").slice(0, 27)}"`
  const response = HttpServerResponse.setHeader(answer, "etag", etag)
  const headers = Object.entries(response.headers)
  const unchanged = headers.filter(([name]) => name !== "content-type" && name !== "content-length")
  if (route.made.kept) cache.keep(cacheKey, { mark, body: keptBody(body), etag, headers: headers.flat(), headersUnchanged: unchanged.flat() })
  return matches(request.headers["if-none-match"], etag)
    ? HttpServerResponse.empty({ status: 304, headers: Object.fromEntries(unchanged) })
    : response
}
