import type { Allowance } from "@daybook/core/keys"
import type { IncomingMessage, ServerResponse } from "node:http"
import { cacheControl, uncached } from "../kit/caching.js"
import { type ErrorEnvelope, serverError, tooManyRequests } from "../kit/errors.js"
import { rateHeaders } from "./callers.js"
import type { FrontOptions, Listener } from "./Front.js"
import { type Route, protocolErrorOf } from "./requests.js"
import { problemOf } from "./routing.js"
import { type HeaderList, etagMatches, headersUnchanged, sendError } from "./send.js"

/** An answer of an open address. Without `Cache-Control` nobody stores it. */
export interface OpenAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** A request to an open address that may be served. */
export interface OpenRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** `GET` for a HEAD. */
  readonly method: string
  /** Epoch milliseconds. */
  readonly now: number
  /** Sends an answer, with the headers of an allowance if the address counts its requests itself. */
  readonly send: (answer: OpenAnswer, allowance?: Allowance) => void
  readonly refuse: (error: ErrorEnvelope) => void
}

/** An address outside the API, whose callers need no key of it and speak a protocol of their own. */
export interface OpenAddress {
  /** For metrics, the log, and errors. */
  readonly path: string
  readonly methods: ReadonlyArray<string>
  /** Headers of every answer. */
  readonly headers: HeaderList
  /** Headers of a preflight's answer. */
  readonly preflight: Readonly<Record<string, string>>
  readonly rateHeaders?: typeof rateHeaders
  /** True if `serve` finds out whose requests they are, and counts them. */
  readonly countsRequests?: boolean
  readonly serve: (request: OpenRequest) => Promise<void> | void
}

export type FindOpenAddress = (request: IncomingMessage) => OpenAddress | undefined

/** CORS for pages of every origin, whose callers send no cookies. */
export const everyOrigin = (methods: ReadonlyArray<string>, readable: string) => ({
  headers: ["Access-Control-Allow-Origin", "*"],
  preflight: {
    "Access-Control-Allow-Methods": [...methods, "OPTIONS"].join(", "),
    "Access-Control-Allow-Headers": readable,
    "Access-Control-Max-Age": "86400"
  }
})

/**
 * Admits requests to open addresses: ids, limits, protocol errors, preflights and unsupported methods are the same at
 * all of them. Other requests go to `next`.
 */
export const withOpenAddresses = (
  front: FrontOptions,
  finders: ReadonlyArray<FindOpenAddress>,
  logFailure: (cause: unknown) => void,
  next: Listener
): Listener => {
  const answer = async (open: Exchange, address: OpenAddress) => {
    const { now, request } = open
    const problem = protocolErrorOf(request) ?? problemOf(request.url ?? "/")
    // Browsers send preflights on their own, so they are not counted.
    if (problem === undefined && request.method === "OPTIONS")
      return open.send(
        { status: 204, headers: address.preflight, body: "" },
        front.limits.peek(front.address(request), now)
      )
    const error = problem ?? (address.methods.includes(request.method ?? "GET") ? undefined : wrongMethod(address))
    if (error === undefined && address.countsRequests === true) return address.serve(open)
    const allowance = await front.limits.take(undefined, () => front.address(request), now)
    open.limit(allowance)
    if (!allowance.allowed) front.observer.rateLimited("address")
    const refusal = allowance.allowed ? error : tooManyRequests
    return refusal === undefined ? address.serve(open) : open.refuse(refusal)
  }

  return (request, response) => {
    for (const find of finders) {
      const address = find(request)
      if (address === undefined) continue
      const open = exchangeOf(front, request, response, address)
      answer(open, address).catch((cause: unknown) => {
        logFailure(cause)
        if (response.headersSent) response.destroy()
        else open.refuse(serverError)
      })
      return
    }
    next(request, response)
  }
}

interface Exchange extends OpenRequest {
  /** Adds the headers of the limit to the answer. */
  readonly limit: (allowance: Allowance) => void
}

const exchangeOf = (
  front: FrontOptions,
  request: IncomingMessage,
  response: ServerResponse,
  address: OpenAddress
): Exchange => {
  const now = front.now()
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET")
  const requestId = front.requestIdOf(request.headers["x-request-id"])
  const headers: HeaderList = ["X-Request-Id", requestId, "X-Content-Type-Options", "nosniff", ...address.headers]
  if (front.closing()) headers.push("Connection", "close")
  const observe = (status: number) =>
    front.observer.answeredByFront(request, requestId, routeOf(address, method), status)
  const limit = (allowance: Allowance) => void headers.push(...(address.rateHeaders ?? rateHeaders)(allowance, now))
  return {
    ...{ request, response, method, now, limit },
    send: (answer: OpenAnswer, allowance?: Allowance) => {
      if (allowance !== undefined) limit(allowance)
      observe(sendAnswer(request, response, headers, answer))
    },
    refuse: (error: ErrorEnvelope) => {
      observe(error.status)
      if (error.status === 405) headers.push("Allow", [...address.methods, "OPTIONS"].join(", "))
      if (!response.destroyed) sendError(request, response, headers, error)
    }
  }
}

const routeOf = ({ path }: OpenAddress, method: string): Route => ({
  method,
  path,
  access: "open",
  query: new Set(),
  takesJson: false,
  caching: uncached
})

const wrongMethod = ({ methods, path }: OpenAddress): ErrorEnvelope => {
  const named = methods.filter((method) => method !== "HEAD")
  return { error: `only ${named.join(" and ")} ${named.length === 1 ? "is" : "are"} supported at ${path}`, status: 405 }
}

/** Sends an answer, or 304 if the client has it. Returns the status. */
const sendAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  common: HeaderList,
  { body, headers, status }: OpenAnswer
): number => {
  const isUnchanged = headers["ETag"] !== undefined && etagMatches(request.headers["if-none-match"], headers["ETag"])
  const bytes = Buffer.from(body)
  const own = Object.entries(headers).flat()
  const sent = isUnchanged ? 304 : status
  if (response.destroyed) return sent
  response.writeHead(sent, [
    ...common,
    ...(isUnchanged ? headersUnchanged(own) : own),
    ...(headers["Cache-Control"] === undefined ? ["Cache-Control", cacheControl.none] : []),
    ...(sent === 204 || sent === 304 ? [] : ["Content-Length", String(bytes.byteLength)])
  ])
  response.end(request.method === "HEAD" || isUnchanged ? undefined : bytes)
  return sent
}
