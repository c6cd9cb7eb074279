import type { ApiKey } from "@daybook/core/keys"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { CachePolicy } from "../kit/caching.js"
import type { CacheStamp } from "./ResponseCache.js"

/** Required access: none, any key, or an admin key. */
export type Access = "open" | "read" | "admin"

/** One method of one path, with all that the front needs to know. */
export interface Route {
  readonly method: string
  /** Path template, such as `/v1/listening/artists/:id`. */
  readonly path: string
  readonly access: Access
  /** Names of the query parameters that the response depends on. */
  readonly query: ReadonlySet<string>
  /** True if the body must be JSON. */
  readonly takesJson: boolean
  /** Largest body in bytes, if larger than the default. */
  readonly maxBodyBytes?: number | undefined
  /** Part of the cache key derived from `Accept`. */
  readonly varies?: ((accept: string) => string) | undefined
  /** True for pictures and the page's files. One view loads many of them, so they have a separate limit per address. */
  readonly isMedia?: boolean
  /** The `Vary` header; `Authorization, Origin` by default. */
  readonly vary?: string
  readonly caching: CachePolicy
}

/** What the front knows about an admitted request, for everything behind it. */
export interface Admission {
  readonly requestId: string
  /** Undefined if the route needs no key and the request has none. */
  readonly key: ApiKey | undefined
  readonly route: Route
  /** Path and query parameters as sent; the last value of a repeated one. */
  readonly params: ReadonlyMap<string, string>
  /** Key in the response cache. `stamp` was taken before any read. */
  readonly cacheKey: string
  readonly stamp: CacheStamp
  /** True once the handler has finished. */
  answered: boolean
}

/** Holds the admission of a request. A symbol, so that no header can set it. */
const admission = Symbol("admission")

/** A request that the front hands over, with all it knows about it. */
export interface AdmittedRequest extends IncomingMessage {
  readonly [admission]: Admission
}

export const admit = (request: IncomingMessage, admitted: Admission): AdmittedRequest =>
  Object.assign(request, { [admission]: admitted })

/** The admission of a request behind the front, where every request has one. */
export const admissionOf = ({ source }: HttpServerRequest.HttpServerRequest): Admission =>
  (source as AdmittedRequest)[admission]

/** The kind of limit that a request counts against. */
export type Caller = "key" | "address" | "viewer"

/** Receives every request for metrics and the log. `route` is undefined if no route has the path. */
export interface RequestObserver {
  /** A response from the cache. This is the fastest path, so it must cost almost nothing. */
  readonly cached: (request: IncomingMessage, requestId: string, route: Route, status: 200 | 304) => void
  /** A response of the front itself: an error or a preflight. */
  readonly answeredByFront: (
    request: IncomingMessage,
    requestId: string,
    route: Route | undefined,
    status: number
  ) => void
  /** A rate-limited request; `answeredByFront` is called as well. */
  readonly rateLimited: (caller: Caller) => void
  /** A request whose response is about to be computed. */
  readonly started: (request: IncomingMessage, requestId: string, route: Route, response: ServerResponse) => void
}
