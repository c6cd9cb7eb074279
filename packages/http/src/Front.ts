import type { Allowance, ApiKey, Keys } from "@daybook/core/keys"
import type { LocalDate } from "@daybook/core/shared"
import type { IncomingMessage, ServerResponse } from "node:http"
import { type Admission, admit } from "./front/Admission.js"
import { bearer } from "./front/bearer.js"
import { readBody, saysTooLarge, withBody } from "./front/body.js"
import type { Cors } from "./front/cors.js"
import { awaitsContinue, faultOf } from "./front/faults.js"
import { judge } from "./front/judge.js"
import { type Limits, rateHeaders } from "./front/limits.js"
import { requestIds } from "./front/requestId.js"
import { sendError, sendKept, sendPreflight } from "./front/send.js"
import type { Target } from "./front/Targets.js"
import type { Caller, Watch } from "./front/Watch.js"
import { momentOf, type ResponseCache } from "./ResponseCache.js"
import { type ErrorEnvelope, badRequest, tooLarge, tooManyRequests } from "./shared/errors.js"

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

export interface FrontOptions {
  readonly keys: Pick<Keys, "find" | "note" | "seek">
  readonly limits: Limits
  readonly cors: Cors
  readonly cache: ResponseCache
  readonly target: (url: string) => Target
  readonly address: (request: IncomingMessage) => string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly today: (now: number) => LocalDate
  /** True once the host is going down: connections are not kept after their answer. */
  readonly closing: () => boolean
  readonly watch: Watch
  /** Makes the answers that are not kept. */
  readonly next: Listener
}

const usualVary = "Authorization, Origin"
const withBodies = new Set(["POST", "PUT", "PATCH"])

/**
 * What every request goes through, once, before any fiber is started: the limit, the key, the route, and the answers
 * that still stand. The rest goes on to `next` with what was found (`Admission`).
 */
export const front = (options: FrontOptions): Listener => {
  const goThrough = gate(options)
  return (request, response) => {
    const now = options.now()
    const target = options.target(request.url ?? "/")
    const address = () => options.address(request)
    // A browser sends preflights by itself and without a key: its page must not pay for them, nor be kept out by them.
    if (request.method === "OPTIONS") {
      const allowance = options.limits.look(address(), now)
      return goThrough(request, response, { key: undefined, allowance, target, now })
    }
    const token = bearer(request.headers.authorization)
    const known = token === undefined ? undefined : options.keys.find(token, now)
    const isMedia = target.routes?.get("GET")?.isMedia === true
    const count = (key: ApiKey | undefined) =>
      isMedia ? options.limits.takePicture(address, now) : options.limits.take(key, address, now)
    const pass = (key: ApiKey | undefined, allowance: Allowance) =>
      goThrough(request, response, { key, allowance, target, now })
    whenCounted(count(known), (allowance) => {
      // A key that was made a moment ago may not have been heard of yet. Only callers within their limit are looked up.
      const isUnknown = token !== undefined && known === undefined && !isMedia && allowance.allowed
      const sought = isUnknown ? options.keys.seek(token) : undefined
      if (sought === undefined) return pass(known, allowance)
      void sought.then(() => {
        const key = options.keys.find(token ?? "", now)
        if (key === undefined) pass(key, allowance)
        else whenCounted(count(key), (own) => pass(key, own))
      })
    })
  }
}

/** At once where the host counts by itself. */
const whenCounted = (allowance: Allowance | Promise<Allowance>, use: (allowance: Allowance) => void): void => {
  if (allowance instanceof Promise) void allowance.then(use)
  else use(allowance)
}

/** What is known of a request once it is counted. */
interface Counted {
  readonly key: ApiKey | undefined
  readonly allowance: Allowance
  readonly target: Target
  readonly now: number
}

const gate = (options: FrontOptions) => {
  const nameOf = requestIds()
  const { watch } = options
  return (request: IncomingMessage, response: ServerResponse, { allowance, key, now, target }: Counted): void => {
    const { headers: given, method = "GET" } = request
    const requestId = nameOf(given["x-request-id"])
    const headers = rateHeaders(allowance, now)
    const vary = routeOf(target, method)?.vary ?? usualVary
    headers.push("X-Request-Id", requestId, "X-Content-Type-Options", "nosniff", "Vary", vary)
    headers.push(...options.cors.answer(given.origin))
    if (options.closing()) headers.push("Connection", "close")
    const refuse = (error: ErrorEnvelope) => {
      watch.refused(request, requestId, routeOf(target, method), error.status)
      sendError(request, response, headers, error)
    }
    if (!allowance.allowed) {
      watch.limited(callerOf(target, key))
      return refuse(tooManyRequests)
    }
    if (key !== undefined) options.keys.note(key, now)
    const fault = faultOf(request)
    if (fault !== undefined) return refuse(fault)
    if (method === "OPTIONS") {
      watch.refused(request, requestId, routeOf(target, "GET"), 204)
      return sendPreflight(response, headers, options.cors.preflight(given.origin))
    }

    const route = judge(target, method, key)
    if ("error" in route) return refuse(route)
    const moment = momentOf(now, options.today(now))
    const cacheKey = route.varies === undefined ? target.cacheKey : `${target.cacheKey} ${route.varies(given.accept ?? "")}`
    const kept = route.made.kept ? options.cache.find(cacheKey, route.made, moment) : undefined
    if (kept !== undefined) return watch.kept(request, requestId, route, sendKept(request, response, headers, kept))
    const { params } = target
    const mark = options.cache.mark(route.made, moment)
    const admission = { requestId, key, route, params, cacheKey, mark, answered: false }
    goOn({ request, response }, admission, refuse, (request) => {
      for (let index = 0; index < headers.length; index += 2) response.setHeader(headers[index]!, headers[index + 1]!)
      watch.begun(request, requestId, route, response)
      options.next(request, response)
    })
  }
}

const routeOf = ({ routes }: Target, method: string) => routes?.get(method === "HEAD" ? "GET" : method)

const callerOf = (target: Target, key: ApiKey | undefined): Caller =>
  target.routes?.get("GET")?.isMedia === true ? "viewer" : key === undefined ? "address" : "key"

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

type Refuse = (error: ErrorEnvelope) => void

/** Hands a request on, its body read whole where there may be one: what is too large or not JSON gets no further. */
const goOn = (
  { request, response }: Exchange,
  admission: Admission,
  refuse: Refuse,
  next: (request: IncomingMessage) => void
): void => {
  const hand = (request: IncomingMessage) => {
    admit(request, admission)
    next(request)
  }
  if (!withBodies.has(request.method ?? "")) return hand(request)
  if (admission.route.takesJson && !saysJson(request)) return refuse(notJson)
  if (awaitsContinue(request) && !saysTooLarge(request, admission.route.mostBytes)) response.writeContinue()
  readBody(request, (body) => {
    if (body === undefined) return refuse(tooLarge)
    hand(withBody(request, body.byteLength === 0 && admission.route.takesJson ? nothing : body))
  }, admission.route.mostBytes)
}

/** Who sends no body wants none of what it could say. */
const nothing = Buffer.from("{}")

const notJson = badRequest("the body must be JSON, with the content type application/json")

const saysJson = ({ headers }: IncomingMessage): boolean => /^application\/json\b/i.test(headers["content-type"] ?? "application/json")
