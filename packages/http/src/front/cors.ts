/** The headers that let pages of other origins in (contract §0.8). Names and values in turn. */
export interface Cors {
  /** For the answer to a request from this origin; empty where it is not let in. */
  readonly answer: (origin: string | undefined) => ReadonlyArray<string>
  /** What a preflight is told besides. */
  readonly preflight: (origin: string | undefined) => ReadonlyArray<string>
}

/** Every header of an answer that a page has a use for and may not read unless it is named. */
const exposed = [
  ...["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "ETag", "Link", "Location"],
  ...["X-Request-Id", "X-ThumbHash", "X-Dominant-Color", "X-Accent-Color", "Content-Disposition"]
].join(", ")
/** Every header of a request that the host reads; the last three name a trace. */
const readable = "Authorization, Content-Type, If-None-Match, X-Request-Id, traceparent, tracestate, b3"
const none: ReadonlyArray<string> = []

/** Takes whole origins (`https://example.org`), or `*` for all. Keys travel in a header, so cookies are never let in. */
export const cors = (origins: ReadonlyArray<string>): Cors => {
  const every = origins.includes("*")
  const allowed = new Set(origins.map((origin) => origin.toLowerCase().replace(/\/$/, "")))
  const answer = (origin: string | undefined) =>
    origin === undefined || !(every || allowed.has(origin.toLowerCase()))
      ? none
      : ["Access-Control-Allow-Origin", every ? "*" : origin, "Access-Control-Expose-Headers", exposed]
  return {
    answer,
    preflight: (origin) =>
      answer(origin).length === 0 ? none : [
        "Access-Control-Allow-Methods",
        "GET, POST, PUT, DELETE, OPTIONS",
        "Access-Control-Allow-Headers",
        readable,
        "Access-Control-Max-Age",
        "86400"
      ]
  }
}
