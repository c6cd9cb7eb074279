import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { type ErrorEnvelope, badRequest, headersTooLarge, requestTimeout, tooLarge } from "../kit/errors.js"
import { cacheControl } from "../kit/caching.js"
import { type Limits, addressOf, rateHeaders } from "./callers.js"
import type { FrontOptions } from "./Front.js"

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
  readonly requestIdOf: FrontOptions["requestIdOf"]
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Answers with the error envelope and the common headers. These requests are not counted: each costs its connection,
 * and the client behind a proxy is unknown.
 */
export const clientErrorResponder = ({ limits, now, requestIdOf }: ClientErrorOptions): ClientErrorResponder => {
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
