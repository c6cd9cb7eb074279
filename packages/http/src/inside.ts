import type { ApiKey, Scope } from "@daybook/core/keys"
import { Option } from "effect"
import inject from "light-my-request"
import type { Limits } from "./front/callers.js"
import { front, type FrontOptions, type Listener } from "./front/Front.js"
import type { RequestObserver } from "./front/requests.js"

/** A request from inside the process. `target` is path and query, `body` JSON. */
export interface InsideRequest {
  readonly method: string
  readonly target: string
  readonly body?: string
}

export interface InsideAnswer {
  readonly status: number
  readonly text: string
  /** The header `Retry-After` in seconds. */
  readonly retryAfter: number | null
}

/** Sends a request to the API without a socket. Aborting the signal interrupts the handler. */
export type SendInside = (request: InsideRequest, signal: AbortSignal) => Promise<InsideAnswer>

/** The request that led to these calls has been counted and observed. */
const unlimited: Limits = (() => {
  const allowance = { allowed: true, limit: Infinity, remaining: Infinity, resetAt: 0 }
  return {
    take: () => allowance,
    reserve: () => allowance,
    release: () => {},
    takePicture: () => allowance,
    takeProof: () => allowance,
    takeScrobbler: () => allowance,
    peek: () => allowance,
    counts: () => []
  }
})()

const unobserved: RequestObserver = {
  cached: () => {},
  answeredByFront: () => {},
  rateLimited: () => {},
  started: () => {}
}

/** The calls of one key: the same front, handlers and cache, without limits and without a second count. */
export const sendAs = (options: FrontOptions, key: ApiKey): SendInside => {
  const listener = front({
    ...options,
    keys: { find: () => key, recordUse: () => {}, reloadFor: () => undefined },
    limits: unlimited,
    observer: unobserved
  })
  return send(listener)
}

const send =
  (listener: Listener): SendInside =>
  async ({ body, method, target }, signal) => {
    const response = await inject((request, response) => listener(request, response), {
      method: method as "GET",
      url: target,
      headers: {
        host: "localhost",
        authorization: "Bearer inside",
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      signal,
      ...(body === undefined ? {} : { payload: body })
    })
    const retryAfter = response.headers["retry-after"]
    return {
      status: response.statusCode,
      text: response.payload,
      retryAfter: retryAfter === undefined ? null : Number(retryAfter)
    }
  }

/** The key of a process that owns the data and needs none. */
export const ownerKey = (scope: Scope): ApiKey => ({
  id: 0,
  name: "local",
  scope,
  prefix: "",
  hint: "",
  hash: "",
  rateLimit: Option.none(),
  createdAt: 0,
  lastUsedAt: Option.none(),
  requestCount: 0,
  expiresAt: Option.none(),
  revokedAt: Option.none()
})
