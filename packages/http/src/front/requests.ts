import type { ApiKey } from "@daybook/core/keys"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import type { CachePolicy } from "../kit/caching.js"
import { type ErrorEnvelope, badRequest, expectationFailed } from "../kit/errors.js"
import type { BodyLimits, ReadBody } from "./bodyShape.js"
import type { LensedRequest } from "../lenses/lensed.js"
import type { CacheStamp } from "./ResponseCache.js"
import type { HeaderList } from "./send.js"

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
  /** True if the answer is JSON and does not wait: a batch may contain the read. */
  readonly batches?: boolean
  /** True if the operation belongs to the process that works. */
  readonly works?: boolean
  /** True if the route asks the API with the same key, which applies the lens there. */
  readonly asksWithKey?: boolean
  /** True if the address works once. */
  readonly worksOnce?: boolean
  /** True if the body must be JSON. */
  readonly takesJson: boolean
  /** True for streams: a browser cannot send headers with them, so their address may have a ticket. */
  readonly takesTicket?: boolean
  /** Largest body in bytes, if not the default of callers with or without a key. */
  readonly maxBodyBytes?: number | undefined
  /** True if the handler reads the body while it arrives. */
  readonly streamsBody?: boolean
  /** True if the handler decides from the rest of the request whether and how the body is read. */
  readonly admitsBody?: boolean
  /** Part of the cache key derived from the headers that `vary` names. */
  readonly varies?: ((headers: IncomingHttpHeaders) => string) | undefined
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
  /** Of the caller, if its key is publishable: everybody has such a key. */
  readonly address?: string | undefined
  readonly route: Route
  /** Path and query parameters as sent; the last value of a repeated one. */
  readonly params: ReadonlyMap<string, string>
  /** What the lens of the key shows of the operation; undefined if the key has none. */
  readonly lens?: LensedRequest | undefined
  /** Key in the response cache. `stamp` was taken before any read. */
  readonly cacheKey: string
  readonly stamp: CacheStamp
  /** The headers of every response to the request. */
  readonly headers: HeaderList
  /** The body; empty if the handler reads it itself. */
  readonly body: Buffer
  /** Reads the body of a route with `admitsBody`. */
  readonly readBody: (limits: BodyLimits, done: (body: ReadBody) => void) => void
}

/** Holds the admission of a request. A symbol, so that no header can set it. */
const admission = Symbol("admission")

/** A request that the front hands over, with all it knows about it. */
export interface AdmittedRequest extends IncomingMessage {
  readonly [admission]: Admission
}

export const admit = (request: IncomingMessage, admitted: Admission): AdmittedRequest =>
  Object.assign(request, { [admission]: admitted })

export type AdmittedListener = (request: AdmittedRequest, response: ServerResponse) => void

export const admissionOf = (request: AdmittedRequest): Admission => request[admission]

/** The kind of limit that a request counts against. */
export type Caller = "key" | "address" | "viewer" | "visitor"

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

/** A host name or address with an optional port (RFC 3986 §3.2.2), or the empty string. */
const authority = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/** The pattern that Node uses. */
const isContinue = /(?:^|\W)100-continue(?:$|\W)/i

const isHttp11 = ({ httpVersionMajor, httpVersionMinor }: IncomingMessage) =>
  httpVersionMajor > 1 || httpVersionMinor > 0

/**
 * True if the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1). HTTP/1.0 does not have it.
 */
export const awaitsContinue = (request: IncomingMessage): boolean =>
  request.headers.expect !== undefined && isHttp11(request) && isContinue.test(request.headers.expect)

/** The error of a malformed request (RFC 9112 §3.2), or undefined. */
export const protocolErrorOf = (request: IncomingMessage): ErrorEnvelope | undefined => {
  const { expect, host } = request.headers
  if (host === undefined && isHttp11(request)) return badRequest("the header Host is missing; send it once")
  if (hostHeaderCount(request.rawHeaders) > 1) return badRequest("the header Host is repeated; send it once")
  if (!authority.test(host ?? ""))
    return badRequest("the header Host is invalid; send a host name with an optional port")
  return expect === undefined || !isHttp11(request) || isContinue.test(expect) ? undefined : expectationFailed
}

/** Node uses the first of several Host headers; a proxy in front of it may use another. */
const hostHeaderCount = (rawHeaders: ReadonlyArray<string>): number => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === "host") count++
  }
  return count
}
