import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { type ErrorEnvelope, badRequest, headersTooLarge, requestTimeout, tooLarge } from "../shared/errors.js"
import { cacheControl } from "../shared/caching.js"
import { addressOf } from "./clientAddress.js"
import { type Limits, rateHeaders } from "./limits.js"
import { requestIds } from "./requestId.js"

/** Writes the whole answer to what never became a request: too slow, too large, or not HTTP. */
export type AnswerStray = (socket: Socket, code: string | undefined) => string

const errors: Readonly<Record<string, ErrorEnvelope>> = {
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
  HPE_HEADER_OVERFLOW: headersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: tooLarge,
  CONNECT: badRequest("this host is no proxy")
}

const unreadable = badRequest("Bad request")

interface StrayOptions {
  readonly limits: Pick<Limits, "look">
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Answers strays with the envelope and the headers that every answer has. They are not counted: each of them costs its
 * connection, and from whom a proxy has it was not read.
 */
export const strays = ({ limits, now }: StrayOptions): AnswerStray => {
  const nameOf = requestIds()
  return (socket, code) => {
    const error = errors[code ?? ""] ?? unreadable
    const body = JSON.stringify(error)
    const at = now()
    const headers = rateHeaders(limits.look(addressOf(socket), at), at)
    headers.push("X-Request-Id", nameOf(undefined), "X-Content-Type-Options", "nosniff")
    headers.push("Vary", "Authorization, Origin")
    headers.push("Content-Type", "application/json", "Content-Length", String(Buffer.byteLength(body)))
    headers.push("Cache-Control", cacheControl.none, "Date", new Date(at).toUTCString(), "Connection", "close")
    const lines = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? "Error"}`]
    for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]!}: ${headers[index + 1]!}`)
    return `${lines.join("\r\n")}\r\n\r\n${body}`
  }
}
