import type { Route } from "../front/requests.js"

/** The parts of an OpenAPI response that this module reads. */
export interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Content
}

export type Content = Readonly<Record<string, Body>>

interface Body {
  readonly schema: object
  readonly example?: unknown
}

const header = (description: string, type: "integer" | "string") => ({ description, schema: { type } })

/** Headers common to all responses; those of one operation are in its declaration. */
export const headers = {
  RateLimitLimit: header("Requests allowed in any 60 seconds", "integer"),
  RateLimitRemaining: header("Requests left in the window", "integer"),
  RateLimitReset: header("Unix time in seconds at which the oldest counted request leaves the window", "integer"),
  RetryAfter: header("Seconds to wait before the next request", "integer"),
  RequestId: header("Id of this request in the host's log", "string"),
  ETag: header("Version of this response; send it as If-None-Match", "string")
}

const refer = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

const onEvery = {
  "X-RateLimit-Limit": refer("RateLimitLimit"),
  "X-RateLimit-Remaining": refer("RateLimitRemaining"),
  "X-RateLimit-Reset": refer("RateLimitReset"),
  "X-Request-Id": refer("RequestId")
}

/** The headers of a response: common headers, those of its status, and its own. */
export const headersOf = (
  status: string,
  route: Route | undefined,
  own: Answer["headers"]
): Record<string, unknown> => ({
  ...onEvery,
  ...(status === "429" ? { "Retry-After": refer("RetryAfter") } : {}),
  ...((status === "200" || status === "304") && isTagged(route) ? { ETag: refer("ETag") } : {}),
  ...own
})

/** True if responses get an ETag, that is, if they may be cached. */
export const isTagged = (route: Route | undefined): boolean =>
  route !== undefined && route.method === "GET" && route.caching.cacheClass !== "none"

/** True if the front reads a body for the method. */
export const takesBody = (method: string): boolean => ["POST", "PUT", "PATCH"].includes(method.toUpperCase())

export const notModified: Answer = {
  description: "The response that `If-None-Match` names is still current; there is no body"
}
