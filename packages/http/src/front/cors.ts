/** The headers that let pages of other origins in (contract §0.8). Names and values in turn. */
export interface Cors {
  /** For the answer to a request from this origin; empty where it is not let in. */
  readonly answer: (origin: string | undefined) => ReadonlyArray<string>
  /** What a preflight is told besides. */
  readonly preflight: (origin: string | undefined) => ReadonlyArray<string>
}

const exposed = "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, X-Request-Id"
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
        "Authorization, Content-Type, If-None-Match",
        "Access-Control-Max-Age",
        "86400"
      ]
  }
}
