import { type IncomingMessage, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import {
  type ErrorEnvelope,
  badRequest,
  expectationFailed,
  headersTooLarge,
  requestTimeout,
  tooLarge
} from "../kit/errors.js"
import { cacheControl } from "../kit/caching.js"
import { addressOf, requestIds } from "./caller.js"
import { type Limits, rateHeaders } from "./limits.js"

/** Writes the complete response to input that never became a request: too slow, too large or not HTTP. */
export type ClientErrorResponder = (socket: Socket, code: string | undefined) => string

const errors: Readonly<Record<string, ErrorEnvelope>> = {
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
  HPE_HEADER_OVERFLOW: headersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: tooLarge,
  CONNECT: badRequest("CONNECT is not supported, because this host is not a proxy; send the request directly")
}

const unreadable = badRequest("the request is not valid HTTP/1.1; check the request line and the headers")

interface ClientErrorOptions {
  readonly limits: Pick<Limits, "peek">
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Answers with the error envelope and the common headers. These requests are not counted: each costs its connection,
 * and the client behind a proxy is unknown.
 */
export const clientErrorResponder = ({ limits, now }: ClientErrorOptions): ClientErrorResponder => {
  const requestIdOf = requestIds()
  return (socket, code) => {
    const error = errors[code ?? ""] ?? unreadable
    const body = JSON.stringify(error)
    const at = now()
    const headers = rateHeaders(limits.peek(addressOf(socket), at), at)
    headers.push("X-Request-Id", requestIdOf(undefined), "X-Content-Type-Options", "nosniff")
    headers.push("Vary", "Authorization, Origin")
    headers.push("Content-Type", "application/json", "Content-Length", String(Buffer.byteLength(body)))
    headers.push("Cache-Control", cacheControl.none, "Date", new Date(at).toUTCString(), "Connection", "close")
    const lines = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? "Error"}`]
    for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]!}: ${headers[index + 1]!}`)
    return `${lines.join("\r\n")}\r\n\r\n${body}`
  }
}

/** A host name or address with an optional port (RFC 3986 §3.2.2), or the empty string. */
const authority = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/** The pattern that Node uses. */
const isContinue = /(?:^|\W)100-continue(?:$|\W)/i

const isHttp11 = ({ httpVersionMajor, httpVersionMinor }: IncomingMessage) =>
  httpVersionMajor > 1 || httpVersionMinor > 0

/**
 * True if the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1). HTTP/1.0 does not have it.
 */
export const awaitsContinue = (request: IncomingMessage): boolean =>
  request.headers.expect !== undefined && isHttp11(request) && isContinue.test(request.headers.expect)

/** The error of a malformed request (RFC 9112 §3.2), or undefined. */
export const protocolErrorOf = (request: IncomingMessage): ErrorEnvelope | undefined => {
  const { expect, host } = request.headers
  if (host === undefined && isHttp11(request)) return badRequest("the header Host is missing; send it once")
  if (hostHeaderCount(request.rawHeaders) > 1) return badRequest("the header Host is repeated; send it once")
  if (!authority.test(host ?? ""))
    return badRequest("the header Host is invalid; send a host name with an optional port")
  return expect === undefined || !isHttp11(request) || isContinue.test(expect) ? undefined : expectationFailed
}

/** Node uses the first of several Host headers; a proxy in front of it may use another. */
const hostHeaderCount = (rawHeaders: ReadonlyArray<string>): number => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === "host") count++
  }
  return count
}
