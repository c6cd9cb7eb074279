import { hash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { cacheControl } from "../kit/caching.js"
import type { ErrorEnvelope } from "../kit/errors.js"
import type { CachedResponse } from "./ResponseCache.js"

/**
 * Headers that alternate between name and value. One growing array, because copies would dominate the cost of a cached
 * response.
 */
export type HeaderList = Array<string>

/** Sends an error envelope. */
export const sendError = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: HeaderList,
  error: ErrorEnvelope
): void => {
  const body = Buffer.from(JSON.stringify(error))
  headers.push(
    "Content-Type",
    "application/json",
    "Content-Length",
    String(body.byteLength),
    "Cache-Control",
    cacheControl.none
  )
  response.writeHead(error.status, headers)
  response.end(request.method === "HEAD" ? undefined : body)
}

/** The HTML and its headers for a path. */
export type MissingPage = (path: string) => {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends the page that says that nothing is at the address. */
export const sendMissingPage = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: HeaderList,
  missingPage: MissingPage
): void => {
  const [path = "/"] = (request.url ?? "/").split("?")
  const page = missingPage(path)
  const body = Buffer.from(page.body)
  headers.push(...Object.entries(page.headers).flat())
  headers.push("Content-Length", String(body.byteLength), "Cache-Control", cacheControl.none)
  response.writeHead(404, headers)
  response.end(request.method === "HEAD" ? undefined : body)
}

/** Sends a cached response, or 304 if the client already has it. Returns the status. */
export const sendCached = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: HeaderList,
  cached: CachedResponse
): 200 | 304 => {
  if (etagMatches(request.headers["if-none-match"], cached.etag)) {
    headers.push(...cached.headersUnchanged)
    response.writeHead(304, headers)
    response.end()
    return 304
  }
  headers.push(...cached.headers)
  response.writeHead(200, headers)
  response.end(request.method === "HEAD" ? "" : cached.body, "latin1")
  return 200
}

/** Sends the response to a preflight or any other OPTIONS. */
export const sendPreflight = (
  response: ServerResponse,
  headers: HeaderList,
  preflight: ReadonlyArray<string>
): void => {
  headers.push(...preflight)
  response.writeHead(204, headers)
  response.end()
}

/** The ETag of these bytes. */
export const etagOf = (bytes: Uint8Array): string => `"${hash("sha256", bytes, "base64url").slice(0, 27)}"`

const describesBody = new Set(["content-type", "content-length", "content-encoding", "content-disposition"])

/** The headers of a 304: those that do not describe the body. */
export const headersUnchanged = (headers: HeaderList): HeaderList =>
  headers.filter((_, index) => !describesBody.has(headers[index - (index % 2)]!.toLowerCase()))

/** True if `If-None-Match` contains the ETag or `*` (weak comparison, RFC 9110 §13.1.2). */
export const etagMatches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))

/** CORS headers, alternating between name and value. */
export interface Cors {
  /** Headers for a response to this origin; empty if it is not allowed. */
  readonly answer: (origin: string | undefined) => ReadonlyArray<string>
  /** Additional headers of a preflight response. */
  readonly preflight: (origin: string | undefined) => ReadonlyArray<string>
}

/** Response headers that pages can use but may read only if listed. */
const exposed = [
  ...["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "ETag", "Link", "Location"],
  ...["X-Request-Id", "X-ThumbHash", "X-Dominant-Color", "X-Accent-Color", "Content-Disposition", "Daybook-As-Of"]
].join(", ")
/** Request headers that the host reads; the last three propagate traces. */
const readable = "Authorization, Content-Type, If-None-Match, Last-Event-ID, X-Request-Id, traceparent, tracestate, b3"
const none: ReadonlyArray<string> = []

/**
 * Takes origins such as `https://example.org`, or `*` for all. Keys travel in a header, so credentials are never
 * allowed.
 */
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
      answer(origin).length === 0
        ? none
        : [
            "Access-Control-Allow-Methods",
            "GET, POST, PUT, PATCH, DELETE, OPTIONS",
            "Access-Control-Allow-Headers",
            readable,
            "Access-Control-Max-Age",
            "86400"
          ]
  }
}

/** CORS for the origins of publishable keys: reads alone. */
export const readingCors: Cors = {
  answer: (origin) =>
    origin === undefined ? none : ["Access-Control-Allow-Origin", origin, "Access-Control-Expose-Headers", exposed],
  preflight: () => [
    ...["Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"],
    ...["Access-Control-Allow-Headers", "Authorization, If-None-Match, X-Request-Id"],
    ...["Access-Control-Max-Age", "86400"]
  ]
}
