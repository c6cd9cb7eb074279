import type { Calendar } from "@daybook/core/shared"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Context } from "effect"
import type { ServerResponse } from "node:http"
import { type CacheClass, type CacheRequest, cacheControl } from "../kit/caching.js"
import type { Content } from "../kit/operations.js"
import { type Admission, type AdmittedRequest, admissionOf } from "./requests.js"
import { type CachedResponse, type ResponseCache, cacheableBody } from "./ResponseCache.js"
import { type HeaderList, etagOf, headersUnchanged, sendCached } from "./send.js"

/** Sends what an operation answers, with its `Cache-Control` and ETag, and caches what its route says. */
export type ContentSender = (request: AdmittedRequest, response: ServerResponse, content: Content) => void

export const contentSender =
  (cache: ResponseCache, calendar: Context.Tag.Service<Calendar>): ContentSender =>
  (request, response, content) => {
    const admission = admissionOf(request)
    const { body, headers, status } = partsOf(content)
    const cacheClass = cacheClassOf(admission, calendar, status)
    headers.push(
      "cache-control",
      (cacheClass === "none" ? undefined : admission.lens?.cacheControl) ?? cacheControl[cacheClass]
    )
    if (cacheClass !== "none" && status === 200)
      return void sendCached(request, response, admission.headers, cacheable(cache, admission, headers, body))
    response.writeHead(status, [...admission.headers, ...headers])
    response.end(request.method === "HEAD" ? undefined : body)
  }

interface Parts {
  readonly status: number
  readonly headers: HeaderList
  readonly body: Buffer
}

const partsOf = (content: Content): Parts => {
  if (!HttpServerResponse.isServerResponse(content)) {
    const body = Buffer.from(content.text)
    const headers = ["content-type", "application/json", "content-length", String(body.byteLength)]
    return { status: content.status, headers, body }
  }
  const { body, status } = content
  const headers = headersOf(content)
  if (body._tag !== "Uint8Array") return { status, headers: [...headers, "content-length", "0"], body: Buffer.alloc(0) }
  return { status, headers, body: Buffer.from(body.body.buffer, body.body.byteOffset, body.body.byteLength) }
}

/** The headers of a response that a handler made. `Cache-Control` is the route's alone. */
export const headersOf = ({ headers }: HttpServerResponse.HttpServerResponse): HeaderList =>
  Object.entries(headers).flat()

/** Only successful GET responses are cacheable. */
const cacheClassOf = (
  { params, route, stamp }: Admission,
  calendar: CacheRequest["calendar"],
  status: number
): CacheClass => {
  if (route.method !== "GET" || status >= 400) return "none"
  const { cacheClass: cache } = route.caching
  // A picture's current address may change at any time.
  if (cache === "image" && status >= 300) return "none"
  return typeof cache === "string" ? cache : cache({ params, calendar, today: stamp.today })
}

/** Adds the ETag to a cacheable response, and caches it if its route says so. */
export const cacheable = (
  cache: ResponseCache,
  { cacheKey, lens, route, stamp }: Admission,
  headers: HeaderList,
  body: Buffer
): CachedResponse => {
  const hashed = lens === undefined ? body : Buffer.concat([Buffer.from(`${lens.tag} `), body])
  const etag = etagOf(hashed)
  headers.push("etag", etag)
  const unchanged = headersUnchanged(headers)
  const response = { stamp, body: cacheableBody(body), etag, headers, headersUnchanged: unchanged }
  if (route.caching.cached) cache.store(cacheKey, response)
  return response
}
