import { type Credential, type Scrobbler, Scrobblers } from "@daybook/core/listening"
import type { Allowance } from "@daybook/core/keys"
import { StorageFailure } from "@daybook/core/shared"
import { Cause, Effect, Exit, Option, Runtime } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { isRefused, noBody } from "../front/body.js"
import type { BodyLimits, ReadBody } from "../front/bodyShape.js"
import { rateHeaders, requestIds } from "../front/callers.js"
import type { FrontOptions, Listener } from "../front/Front.js"
import { type Route, protocolErrorOf } from "../front/requests.js"
import { type PublicAddress, rootOf } from "../front/publicAddress.js"
import { problemOf } from "../front/routing.js"
import { type HeaderList, sendError } from "../front/send.js"
import { cacheControl, uncached } from "../kit/caching.js"
import { type ErrorEnvelope, notFound } from "../kit/errors.js"
import type { Protocol, Refusal, RequestHead, ScrobbleAnswer, ScrobbleRequest } from "./answers.js"
import { audioscrobbler } from "./audioscrobbler.js"
import { legacy } from "./legacy.js"
import { listenBrainz } from "./listenbrainz.js"
import { login } from "./login.js"
import { parametersOf } from "./parameters.js"

/** Values of JSON, or pairs and escapes of a form. */
const mostParts = { json: 400_000, form: 10_000 }

/** The listener of everything that clients submit to; other requests go to `next`. */
export const scrobblingListener = Effect.fn("scrobblingListener")(function* (
  front: FrontOptions,
  place: PublicAddress
) {
  const protocols: ReadonlyArray<Protocol> = [yield* listenBrainz, yield* audioscrobbler, yield* legacy, yield* login]
  const answer = answerWith(front, yield* Scrobblers, yield* Effect.runtime<never>())
  return (request: IncomingMessage, response: ServerResponse, next: Listener): void => {
    const { url = "" } = request
    const protocol = protocols.find(({ address }) => isAt(url, address))
    if (protocol === undefined) return next(request, response)
    // A target that cannot be decoded is refused below, and not taken apart.
    const [path = "", ...query] = problemOf(url) === undefined ? url.split("?") : [protocol.address]
    void answer(request, response, protocol, headOf(front, place, request, protocol, path, query.join("?")))
  }
})

/** Whether a request goes to an address or below it. */
const isAt = (url: string, address: string): boolean =>
  url.startsWith(address) && (url.length === address.length || "/?".includes(url.charAt(address.length)))

const headOf = (
  { now }: FrontOptions,
  place: PublicAddress,
  { headers, method = "GET" }: IncomingMessage,
  { address }: Protocol,
  path: string,
  query: string
): RequestHead => {
  return {
    method,
    path: path
      .slice(address.length)
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent),
    query: new URLSearchParams(query),
    accept: headers.accept ?? "",
    authorization: headers.authorization,
    userAgent: headers["user-agent"] ?? null,
    base: `${rootOf(place, headers)}${address}`,
    now: now()
  }
}

/** A counted request: whose it is, and how many more may come. */
interface Admitted {
  readonly scrobbler: Scrobbler | null
  readonly allowance: Allowance
  /** Set if the scrobbler could not be looked up. */
  readonly refusal?: Refusal
}

/** A counted request with its body. */
interface Read extends Admitted {
  readonly sent: ScrobbleRequest
}

const answerWith = (front: FrontOptions, scrobblers: Scrobblers, runtime: Runtime.Runtime<never>) => {
  const requestIdOf = requestIds()
  const run = Runtime.runPromiseExit(runtime)
  const logFailure = (cause: Cause.Cause<unknown>) =>
    Runtime.runSync(runtime)(Effect.logError("a request of a scrobbler failed", cause))

  const refusalOf = (cause: Cause.Cause<StorageFailure>): Refusal => {
    const failure = Option.getOrUndefined(Cause.failureOption(cause))
    if (failure instanceof StorageFailure && failure.unavailable) return "unavailable"
    logFailure(cause)
    return "broken"
  }

  /** Counts against the scrobbler if it is known, otherwise against the address, and then looks it up. */
  const admit = async (
    request: IncomingMessage,
    head: RequestHead,
    credential: Credential | undefined
  ): Promise<Admitted> => {
    const cached = credential === undefined ? undefined : scrobblers.cached(credential, head.now)
    if (cached !== undefined)
      return { scrobbler: cached, allowance: await front.limits.takeScrobbler(cached.id, head.now) }
    const allowance = await front.limits.take(undefined, () => front.address(request), head.now)
    if (credential === undefined || !allowance.allowed) return { scrobbler: null, allowance }
    const exit = await run(scrobblers.identify(credential))
    if (Exit.isFailure(exit)) return { scrobbler: null, allowance, refusal: refusalOf(exit.cause) }
    return { scrobbler: exit.value, allowance }
  }

  /**
   * Whose request it is, and its body. A token in the headers is looked up first, and no body of a stranger is read.
   * Where only the body has the token, the request counts for its address until the body says whose it is.
   */
  const read = async (
    request: IncomingMessage,
    response: ServerResponse,
    protocol: Protocol,
    head: RequestHead
  ): Promise<Read> => {
    const limits: BodyLimits = {
      bytes: protocol.maxBodyBytes,
      parts: mostParts[protocol.syntax],
      syntax: protocol.syntax
    }
    const bodyOf = (stranger: string | undefined) =>
      head.method === "POST"
        ? new Promise<ReadBody>((resolve) => front.bodies(request, response, limits, stranger, resolve))
        : Promise.resolve(noBody)
    if (protocol.credentialInHead !== undefined) {
      const admitted = await admit(request, head, protocol.credentialInHead(head))
      const isKnown = admitted.scrobbler !== null && admitted.allowance.allowed
      return withBody(admitted, head, isKnown ? await bodyOf(undefined) : noBody)
    }
    const address = front.address(request)
    const allowance = front.limits.reserve(address, head.now)
    if (!allowance.allowed) return withBody({ scrobbler: null, allowance }, head, noBody)
    const body = await bodyOf(address)
    front.limits.release(address)
    const sent = requestOf(head, body)
    return withBody(await admit(request, head, protocol.credentialIn?.(sent)), head, body, sent)
  }

  return async (request: IncomingMessage, response: ServerResponse, protocol: Protocol, head: RequestHead) => {
    const requestId = requestIdOf(request.headers["x-request-id"])
    const common: HeaderList = ["X-Request-Id", requestId, "X-Content-Type-Options", "nosniff", ...openHeaders]
    if (front.closing()) common.push("Connection", "close")
    const observe = (status: number) =>
      front.observer.answeredByFront(request, requestId, routeOf(protocol, head.method), status)
    const send = (answer: ScrobbleAnswer, headers: HeaderList) => {
      observe(answer.status)
      if (!response.destroyed) sendAnswer(request, response, [...common, ...headers], answer)
    }
    if (head.method === "OPTIONS") return send(preflightOf(protocol), limitHeaders(front, request, head.now))
    const error = errorOf(request, protocol, head)
    if (error !== undefined) {
      const allowance = await front.limits.take(undefined, () => front.address(request), head.now)
      observe(error.status)
      const allow = error.status === 405 ? ["Allow", [...protocol.methods, "OPTIONS"].join(", ")] : []
      return sendError(request, response, [...common, ...allow, ...allowanceHeaders(allowance, head.now)], error)
    }
    const { allowance, refusal, scrobbler, sent } = await read(request, response, protocol, head)
    const headers = allowanceHeaders(allowance, head.now)
    if (!allowance.allowed) front.observer.rateLimited(scrobbler === null ? "address" : "key")
    const refused = allowance.allowed ? refusal : "busy"
    if (refused !== undefined) return send(protocol.refuse(sent, refused), headers)
    // Suspended, so that a defect in the reading of a request is an answer and not an unhandled rejection.
    const exit = await run(Effect.suspend(() => protocol.answer(sent, scrobbler)))
    send(Exit.isSuccess(exit) ? exit.value : protocol.refuse(sent, refusalOf(exit.cause)), headers)
  }
}

/** A request with its body, whose parameters are parsed once. */
const requestOf = (head: RequestHead, body: ReadBody): ScrobbleRequest => {
  const text = isRefused(body) ? "" : body.toString()
  return { ...head, body: text, parameters: parametersOf(head.query, text) }
}

const withBody = (admitted: Admitted, head: RequestHead, body: ReadBody, sent = requestOf(head, body)): Read => ({
  ...admitted,
  sent,
  ...(isRefused(body) ? { refusal: admitted.refusal ?? refusals[body.status] ?? "too_large" } : {})
})

/** Why a body is not read, by the status that the host gives elsewhere. */
const refusals: Readonly<Record<number, Refusal>> = { 400: "too_complex", 429: "busy" }

/** A request that no protocol answers. */
const errorOf = (request: IncomingMessage, protocol: Protocol, { method }: RequestHead): ErrorEnvelope | undefined =>
  protocolErrorOf(request) ??
  problemOf(request.url ?? "") ??
  (isSupported(protocol, method) ? undefined : wrongMethod(protocol))

/** The addresses of forms act on GET as well, and a HEAD must change nothing. */
const isSupported = ({ credentialInHead, methods }: Protocol, method: string): boolean =>
  methods.includes(method === "HEAD" && credentialInHead !== undefined ? "GET" : method)

const routeOf = ({ address }: Protocol, method: string): Route => ({
  method: method === "HEAD" ? "GET" : method,
  path: address,
  access: "open",
  query: new Set(),
  takesJson: false,
  caching: uncached
})

/** Pages and extensions of every origin may call: the token is in the request, never in a cookie. */
const openHeaders: HeaderList = [
  ...["Access-Control-Allow-Origin", "*"],
  "Access-Control-Expose-Headers",
  "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset-In, X-RateLimit-Reset, Retry-After, X-Request-Id"
]

const preflightOf = ({ methods }: Protocol): ScrobbleAnswer => ({
  status: 204,
  contentType: "",
  body: "",
  headers: [
    ...["Access-Control-Allow-Methods", [...methods, "OPTIONS"].join(", ")],
    ...["Access-Control-Allow-Headers", "Authorization, Content-Type, Accept"],
    ...["Access-Control-Max-Age", "86400"]
  ]
})

/** Preflights are not counted: browsers send them on their own. */
const limitHeaders = (front: FrontOptions, request: IncomingMessage, now: number): HeaderList =>
  allowanceHeaders(front.limits.peek(front.address(request), now), now)

/** Clients of ListenBrainz read in how many seconds the limit is reset. */
const allowanceHeaders = (allowance: Allowance, now: number): HeaderList => [
  ...rateHeaders(allowance, now),
  "X-RateLimit-Reset-In",
  String(Math.max(0, Math.ceil((allowance.resetAt - now) / 1_000)))
]

const wrongMethod = ({ address, methods }: Protocol): ErrorEnvelope => ({
  ...notFound,
  error: `only ${methods.join(" and ")} are supported at ${address}`,
  status: 405
})

const sendAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: HeaderList,
  answer: ScrobbleAnswer
): void => {
  const body = Buffer.from(answer.body)
  response.writeHead(answer.status, [
    ...headers,
    ...(answer.headers ?? []),
    ...(answer.contentType === ""
      ? []
      : ["Content-Type", answer.contentType, "Content-Length", String(body.byteLength)]),
    ...["Cache-Control", cacheControl.none]
  ])
  response.end(request.method === "HEAD" ? undefined : body)
}
