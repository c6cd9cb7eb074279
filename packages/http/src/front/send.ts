import type { IncomingMessage, ServerResponse } from "node:http"
import type { Kept } from "../ResponseCache.js"
import { cacheControl } from "../shared/caching.js"
import type { ErrorEnvelope } from "../shared/errors.js"
import { matches } from "./matches.js"

/**
 * Headers, names and values in turn: one array that grows from the first to the last, since copies of it are what a
 * fast answer would spend its time on.
 */
export type HeaderList = Array<string>

/** Answers with an error envelope. */
export const sendError = (request: IncomingMessage, response: ServerResponse, headers: HeaderList, error: ErrorEnvelope): void => {
  const body = Buffer.from(JSON.stringify(error))
  headers.push("Content-Type", "application/json", "Content-Length", String(body.byteLength), "Cache-Control", cacheControl.none)
  response.writeHead(error.status, headers)
  response.end(request.method === "HEAD" ? undefined : body)
}

/** Answers with what is kept, or says that the caller has it already. Gives the status. */
export const sendKept = (request: IncomingMessage, response: ServerResponse, headers: HeaderList, kept: Kept): 200 | 304 => {
  if (matches(request.headers["if-none-match"], kept.etag)) {
    headers.push(...kept.headersUnchanged)
    response.writeHead(304, headers)
    response.end()
    return 304
  }
  headers.push(...kept.headers)
  response.writeHead(200, headers)
  response.end(request.method === "HEAD" ? "" : kept.body, "latin1")
  return 200
}

/** Answers a preflight, or any other OPTIONS. */
export const sendPreflight = (response: ServerResponse, headers: HeaderList, preflight: ReadonlyArray<string>): void => {
  headers.push(...preflight)
  response.writeHead(204, headers)
  response.end()
}
