import type { Allowance, ApiKey, Keys, Tickets } from "@daybook/core/keys"
import type { LocalDate } from "@daybook/core/shared"
import type { IncomingMessage, ServerResponse } from "node:http"
import { cacheControl } from "../kit/caching.js"
import type { AsOf } from "./asOf.js"
import { type ErrorEnvelope, badRequest, notFound, tooManyRequests } from "../kit/errors.js"
import { refusalOfOrigin, throughLens } from "../lenses/access.js"
import { type FindLens, type LensedRequest, lensedKey } from "../lenses/lensed.js"
import { type BodyReader, isRefused, keyLimits, noBody, strangerLimits } from "./body.js"
import type { BodyLimits } from "./bodyShape.js"
import { liftTimeLimit } from "./timeLimits.js"
import { type Limits, rateHeaders } from "./callers.js"
import { bearerToken, credentialIn, privateKeyInAddress } from "./credentials.js"
import { corsOf, isExposed } from "./origins.js"
import {
  type Admission,
  type AdmittedListener,
  type Caller,
  type RequestObserver,
  type Route,
  admit,
  awaitsContinue,
  protocolErrorOf
} from "./requests.js"
import { momentOf, type ResponseCache } from "./ResponseCache.js"
import {
  type Cors,
  type HeaderList,
  type MissingPage,
  sendCached,
  sendError,
  sendMissingPage,
  sendPreflight
} from "./send.js"
import { type Target, resolveRoute } from "./routing.js"

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

export interface FrontOptions {
  readonly keys: Pick<Keys, "find" | "isOrigin" | "recordUse" | "reloadFor">
  readonly lenses: FindLens
  /** Keys that tickets in addresses stand for. */
  readonly tickets: Pick<Tickets, "keyOf">
  readonly limits: Limits
  readonly cors: Cors
  readonly bodies: BodyReader
  readonly cache: ResponseCache
  readonly target: (url: string) => Target
  readonly address: (request: IncomingMessage) => string
  /** The id of a request: the client's own if it is valid. */
  readonly requestIdOf: (clientId: string | ReadonlyArray<string> | undefined) => string
  /** Why these callers may not send the request at all. */
  readonly refusalOf?: (request: IncomingMessage) => ErrorEnvelope | undefined
  /** The header `Allow` of a 405. */
  readonly allow?: string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly today: (now: number) => LocalDate
  /** The header `Daybook-As-Of` of a read; undefined if it reads no domain with a source. */
  readonly asOf: AsOf
  /** True during shutdown: each response closes its connection. */
  readonly closing: () => boolean
  readonly observer: RequestObserver
  /** The header `WWW-Authenticate` of a 401, with or without a token in the request. */
  readonly challenge?: ((hasToken: boolean) => string) | undefined
  /** The answer to a browser that opens a path without a route. */
  readonly missingPage: MissingPage
  /** Told of each key without a lens that a page of another site uses. */
  readonly onExposedKey: (key: ApiKey, origin: string) => void
  /** Computes the responses that the cache does not have. */
  readonly next: AdmittedListener
}

const defaultVary = "Authorization, Origin"
const methodsWithBody = new Set(["POST", "PUT", "PATCH"])

/**
 * Runs once per request, before a fiber starts: rate limit, key, route and response cache. Other requests go to `next`
 * and carry their `Admission`.
 */
export const front = (options: FrontOptions): Listener => {
  const handle = requestGate(options)
  return (request, response) => {
    const now = options.now()
    const target = options.target(request.url ?? "/")
    const address = () => options.address(request)
    // Browsers send preflights on their own and without a key, so preflights are not counted and not limited.
    if (request.method === "OPTIONS") {
      const allowance = options.limits.peek(address(), now)
      return handle(request, response, { key: undefined, allowance, target, now })
    }
    const inAddress = target.routes?.get("GET")?.takesTicket === true ? credentialIn(target) : undefined
    const token = bearerToken(request.headers.authorization) ?? inAddress?.key
    const ofTicket = inAddress?.ticket === undefined ? undefined : options.tickets.keyOf(inAddress.ticket, now)
    const cachedKey = (token === undefined ? undefined : options.keys.find(token, now)) ?? ofTicket
    const isMedia = target.routes?.get("GET")?.isMedia === true
    const count = (key: ApiKey | undefined) =>
      isMedia
        ? options.limits.takePicture(address, now)
        : key?.scope === "publish"
          ? options.limits.takeVisitor(key, address, now, options.lenses(key.lens ?? "")?.definition.rate_limit)
          : options.limits.take(key, address, now)
    const pass = (key: ApiKey | undefined, allowance: Allowance) =>
      handle(request, response, { key, allowance, target, now })
    afterCount(count(cachedKey), (allowance) => {
      // The cache may not have a new key yet. Only callers within their limit cause a lookup.
      const isUnknown = token !== undefined && cachedKey === undefined && !isMedia && allowance.allowed
      const reload = isUnknown ? options.keys.reloadFor(token) : undefined
      if (reload === undefined) return pass(cachedKey, allowance)
      void reload.then(() => {
        const key = options.keys.find(token ?? "", now)
        if (key === undefined) pass(key, allowance)
        else afterCount(count(key), (own) => pass(key, own))
      })
    })
  }
}

/** Calls `use` synchronously if the count needs no other host. */
const afterCount = (allowance: Allowance | Promise<Allowance>, use: (allowance: Allowance) => void): void => {
  if (allowance instanceof Promise) void allowance.then(use)
  else use(allowance)
}

/** A request after rate limiting. */
interface CountedRequest {
  readonly key: ApiKey | undefined
  readonly allowance: Allowance
  readonly target: Target
  readonly now: number
}

/** A request on its way through the front, with the headers of its response. */
interface Exchange extends CountedRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly headers: HeaderList
}

/** Answers with an error, from the cache, or passes the request on. */
const requestGate =
  (options: FrontOptions) =>
  (request: IncomingMessage, response: ServerResponse, context: CountedRequest): void => {
    const requestId = options.requestIdOf(request.headers["x-request-id"])
    const headers = headersOf(options, request, requestId, context)
    const { allowance, key, now, target } = context
    const exchange: Exchange = { key, allowance, target, now, request, response, requestId, headers }
    if (!allowance.allowed) {
      options.observer.rateLimited(callerOf(target, key))
      return refuse(options, exchange, tooManyRequests)
    }
    if (key !== undefined) options.keys.recordUse(key, now)
    const refusal = options.refusalOf?.(request) ?? protocolErrorOf(request)
    if (refusal !== undefined) return refuse(options, exchange, refusal)
    if (request.method === "OPTIONS") {
      options.observer.answeredByFront(request, requestId, routeOf(target, "GET"), 204)
      return sendPreflight(response, headers, corsOf(options, request, key).preflight(request.headers.origin))
    }
    const otherOrigin = refusalOfOrigin(key, request.headers)
    if (otherOrigin !== undefined) return refuse(options, exchange, otherOrigin)
    if (target.routes?.get("GET")?.takesTicket === true && credentialIn(target).isPrivate)
      return refuse(options, exchange, privateKeyInAddress)
    const route = resolveRoute(target, request.method ?? "GET", key)
    if ("error" in route) {
      if (route.status === 401 && options.challenge !== undefined)
        headers.push("WWW-Authenticate", options.challenge(request.headers.authorization !== undefined))
      return refuse(options, exchange, route)
    }
    if (request.method === "HEAD" && route.worksOnce === true) {
      options.observer.answeredByFront(request, requestId, route, 204)
      return sendPreflight(response, headers, ["Cache-Control", cacheControl.none])
    }
    const lens = lensOf(options, exchange, route)
    if (lens !== undefined && "error" in lens) return refuse(options, exchange, lens)
    if (key !== undefined && isExposed(key, request)) options.onExposedKey(key, request.headers.origin ?? "")
    answer(options, exchange, route, lens)
  }

/** What the lens of the key shows, or the error that denies it. Behind some routes the API applies it. */
const lensOf = ({ lenses }: FrontOptions, { key, target }: Exchange, { access, asksWithKey, path }: Route) =>
  access === "open" || asksWithKey === true ? undefined : throughLens(lenses, key, path, target.params)

/** The headers of every response. */
const headersOf = (
  options: FrontOptions,
  request: IncomingMessage,
  requestId: string,
  { allowance, key, now, target }: CountedRequest
): HeaderList => {
  const {
    headers: { origin },
    method = "GET"
  } = request
  const headers = rateHeaders(allowance, now)
  const vary = routeOf(target, method)?.vary ?? defaultVary
  headers.push("X-Request-Id", requestId, "X-Content-Type-Options", "nosniff", "Vary", vary)
  headers.push(...corsOf(options, request, key).answer(origin))
  if (options.closing()) headers.push("Connection", "close")
  return headers
}

const refuse = (
  { allow, missingPage, observer }: FrontOptions,
  { headers, request, requestId, response, target }: Exchange,
  error: ErrorEnvelope
): void => {
  observer.answeredByFront(request, requestId, routeOf(target, request.method ?? "GET"), error.status)
  if (error === notFound && isPageRequest(request, target))
    return sendMissingPage(request, response, headers, missingPage)
  if (error.status === 405 && allow !== undefined) headers.push("Allow", allow)
  sendError(request, response, headers, error)
}

/** A browser opens a page: other clients, and those below `/v1`, get the error envelope. */
const isPageRequest = ({ headers: { accept = "" }, method, url = "/" }: IncomingMessage, { routes }: Target): boolean =>
  routes === undefined &&
  (method === "GET" || method === "HEAD") &&
  accept.includes("text/html") &&
  !/^\/(v1(\/|\?|$)|assets\/|images\/|-$)/.test(url)

/** Answers from the cache, or passes the request on with its admission. */
const answer = (options: FrontOptions, exchange: Exchange, route: Route, lens: LensedRequest | undefined): void => {
  const { headers, key, now, request, requestId, response, target } = exchange
  const moment = momentOf(now, options.today(now))
  // Times of syncs would tell a visitor when the owner does what.
  const asOf = lens === undefined ? options.asOf(route, target.params, now) : undefined
  if (asOf !== undefined) headers.push("Daybook-As-Of", asOf)
  const plainKey = route.varies === undefined ? target.cacheKey : `${target.cacheKey} ${route.varies(request.headers)}`
  const cacheKey = lens === undefined ? plainKey : lensedKey(lens, plainKey, moment)
  const cached = route.caching.cached ? options.cache.find(cacheKey, route.caching, moment) : undefined
  if (cached !== undefined)
    return options.observer.cached(request, requestId, route, sendCached(request, response, headers, cached))
  const stamp = options.cache.stamp(route.caching, moment)
  const stranger = key === undefined ? options.address(request) : undefined
  const readBody: Admission["readBody"] = (limits, done) => options.bodies(request, response, limits, stranger, done)
  withBodyRead(options, exchange, route, readBody, (body) => {
    options.observer.started(request, requestId, route, response)
    const address = key?.scope === "publish" ? options.address(request) : undefined
    const caller = { requestId, key, address, route, params: target.params, lens }
    options.next(admit(request, { ...caller, cacheKey, stamp, headers, body, readBody }), response)
  })
}

const routeOf = ({ routes }: Target, method: string) => routes?.get(method === "HEAD" ? "GET" : method)

const callerOf = (target: Target, key: ApiKey | undefined): Caller =>
  target.routes?.get("GET")?.isMedia === true
    ? "viewer"
    : key === undefined
      ? "address"
      : key.scope === "publish"
        ? "visitor"
        : "key"

/** Reads the body, if the method has one. Rejects bodies that are too large or not JSON. */
const withBodyRead = (
  options: FrontOptions,
  exchange: Exchange,
  route: Route,
  readBody: Admission["readBody"],
  next: (body: Buffer) => void
): void => {
  const { request, response } = exchange
  if (!methodsWithBody.has(request.method ?? "") || route.admitsBody === true) return next(noBody)
  if (route.streamsBody === true) {
    liftTimeLimit(request)
    if (awaitsContinue(request)) response.writeContinue()
    return next(noBody)
  }
  if (route.takesJson && !hasJsonContentType(request)) return refuse(options, exchange, notJson)
  readBody(limitsOf(route, request), (body) => {
    if (isRefused(body)) return refuse(options, exchange, body)
    next(body.byteLength === 0 && route.takesJson ? emptyObject : body)
  })
}

/** Other types of content have no parts that the host handles one by one. */
const limitsOf = ({ access, maxBodyBytes }: Route, request: IncomingMessage): BodyLimits => {
  const limits = access === "open" ? strangerLimits : keyLimits
  return { ...limits, bytes: maxBodyBytes ?? limits.bytes, syntax: hasJsonContentType(request) ? "json" : "bytes" }
}

/** An empty body means that every field takes its default. */
const emptyObject = Buffer.from("{}")

const notJson = badRequest("the body must be JSON with the content type application/json")

const hasJsonContentType = ({ headers }: IncomingMessage): boolean =>
  /^application\/json\b/i.test(headers["content-type"] ?? "application/json")
