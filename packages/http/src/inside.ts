import type { ApiKey } from "@daybook/core/keys"
import inject from "light-my-request"
import type { Limits } from "./front/callers.js"
import { front, type FrontOptions, type Listener } from "./front/Front.js"
import type { RequestObserver } from "./front/requests.js"

/** A request from inside the process. `target` is path and query, `body` JSON. */
export interface InsideRequest {
  readonly method: string
  readonly target: string
  readonly body?: string
  /** The header `If-None-Match`. */
  readonly etag?: string
}

export interface InsideAnswer {
  readonly status: number
  readonly text: string
  /** The header `Retry-After` in seconds. */
  readonly retryAfter: number | null
  /** The header `ETag`. */
  readonly etag: string | null
}

/** Sends a request to the API without a socket. Aborting the signal interrupts the handler. */
export type SendInside = (request: InsideRequest, signal: AbortSignal) => Promise<InsideAnswer>

/** Stands for a key that was checked before. */
export const insideToken = "Bearer inside"

/** The request that led to these calls has been counted and observed. */
export const unlimited: Limits = (() => {
  const allowance = { allowed: true, limit: Infinity, remaining: Infinity, resetAt: 0 }
  return {
    take: () => allowance,
    reserve: () => allowance,
    release: () => {},
    takeVisitor: () => allowance,
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

/** The same front, handlers and cache for requests that were admitted before, without limits and a second count. */
export const frontAs = (options: FrontOptions, key: ApiKey | undefined): Listener =>
  front({
    ...options,
    keys: { find: () => key, isOrigin: () => false, recordUse: () => {}, reloadFor: () => undefined },
    limits: unlimited,
    observer: unobserved
  })

/** The calls of one key. */
export const sendAs = (options: FrontOptions, key: ApiKey): SendInside => send(frontAs(options, key))

const send =
  (listener: Listener): SendInside =>
  async ({ body, etag, method, target }, signal) => {
    const response = await inject((request, response) => listener(request, response), {
      method: method as "GET",
      url: target,
      headers: {
        host: "localhost",
        authorization: insideToken,
        ...(etag === undefined ? {} : { "if-none-match": etag }),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      signal,
      ...(body === undefined ? {} : { payload: body })
    })
    const { etag: tag, "retry-after": retryAfter } = response.headers
    return {
      status: response.statusCode,
      text: response.payload,
      retryAfter: retryAfter === undefined ? null : Number(retryAfter),
      etag: tag === undefined ? null : String(tag)
    }
  }
