import type { Route } from "../front/Route.js"

/** An answer of an OpenAPI document, as far as it is read here. */
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

/** Headers that answers have in common; those of one operation stand in its declaration. */
export const headers = {
  RateLimitLimit: header("Requests allowed in any 60 seconds", "integer"),
  RateLimitRemaining: header("Requests left", "integer"),
  RateLimitReset: header("When the oldest counted request leaves the window, Unix seconds", "integer"),
  RetryAfter: header("Seconds to wait", "integer"),
  RequestId: header("Names this request in the host's log", "string"),
  ETag: header("Names this very answer; send it as If-None-Match", "string")
}

const refer = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

const onEvery = {
  "X-RateLimit-Limit": refer("RateLimitLimit"),
  "X-RateLimit-Remaining": refer("RateLimitRemaining"),
  "X-RateLimit-Reset": refer("RateLimitReset"),
  "X-Request-Id": refer("RequestId")
}

/** The headers of an answer: those that every answer has, those of its status, and its own. */
export const headersOf = (status: string, route: Route | undefined, own: Answer["headers"]): Record<string, unknown> => ({
  ...onEvery,
  ...(status === "429" ? { "Retry-After": refer("RetryAfter") } : {}),
  ...((status === "200" || status === "304") && isTagged(route) ? { ETag: refer("ETag") } : {}),
  ...own
})

/** True where answers get an ETag: of what may be cached at all. */
export const isTagged = (route: Route | undefined): boolean => route !== undefined && route.method === "GET" && route.made.cache !== "none"

/** True where a body is read, whether or not the operation has a use for it. */
export const takesBody = (method: string): boolean => ["POST", "PUT", "PATCH"].includes(method.toUpperCase())

export const notModified: Answer = { description: "The answer that `If-None-Match` names is still right; there is no body" }
