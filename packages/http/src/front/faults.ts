import type { IncomingMessage } from "node:http"
import { type ErrorEnvelope, badRequest, expectationFailed } from "../shared/errors.js"

/** A host name or address with an optional port (RFC 3986 §3.2.2); the empty text, too. */
const authority = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/** As Node itself looks for it. */
const isContinue = /(?:^|\W)100-continue(?:$|\W)/i

const isModern = ({ httpVersionMajor, httpVersionMinor }: IncomingMessage) =>
  httpVersionMajor > 1 || httpVersionMinor > 0

/** True where the caller sends no body before it is told to (RFC 9110 §10.1.1). HTTP/1.0 does not know of that. */
export const awaitsContinue = (request: IncomingMessage): boolean =>
  request.headers.expect !== undefined && isModern(request) && isContinue.test(request.headers.expect)

/** Why a request is wrong whatever it asks for (RFC 9112 §3.2); none where it is well-formed. */
export const faultOf = (request: IncomingMessage): ErrorEnvelope | undefined => {
  const { expect, host } = request.headers
  if (host === undefined && isModern(request)) return badRequest("the header Host is missing")
  if (hostsIn(request.rawHeaders) > 1) return badRequest("the header Host must stand once in a request")
  if (!authority.test(host ?? "")) return badRequest("the header Host must be a host name with an optional port")
  return expect === undefined || !isModern(request) || isContinue.test(expect) ? undefined : expectationFailed
}

/** Node keeps the first of several and passes over the others, which a proxy before it may not. */
const hostsIn = (rawHeaders: ReadonlyArray<string>): number => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === "host") count++
  }
  return count
}
