import { type Credential, type Scrobbler, Scrobblers } from "@daybook/core/listening"
import type { Allowance } from "@daybook/core/keys"
import { StorageFailure } from "@daybook/core/shared"
import { Cause, Effect, Exit, Option, Runtime } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { readBody } from "../front/body.js"
import { rateHeaders, requestIds } from "../front/callers.js"
import type { FrontOptions, Listener } from "../front/Front.js"
import { type Route, awaitsContinue, protocolErrorOf } from "../front/requests.js"
import { type HeaderList, sendError } from "../front/send.js"
import { cacheControl, uncached } from "../kit/caching.js"
import { type ErrorEnvelope, notFound } from "../kit/errors.js"
import type { Protocol, Refusal, ScrobbleAnswer, ScrobbleRequest } from "./answers.js"
import { audioscrobbler } from "./audioscrobbler.js"
import { legacy } from "./legacy.js"
import { listenBrainz } from "./listenbrainz.js"
import { login } from "./login.js"

/** The largest body of a client that is not known yet. */
const strangerBytes = 1_048_576

/** Where this host is reached. */
export interface PublicAddress {
  /** The configured address with its path, or an empty string. */
  readonly publicUrl: string
  /** The path that the API is mounted at. */
  readonly basePath: string
}

type RequestHead = Omit<ScrobbleRequest, "body">

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
    const [path = "", ...query] = url.split("?")
    void answer(request, response, protocol, headOf(front, place, request, protocol, path, query.join("?")))
  }
})

/** Whether a request goes to an address or below it. */
const isAt = (url: string, address: string): boolean =>
  url.startsWith(address) && (url.length === address.length || "/?".includes(url.charAt(address.length)))

const headOf = (
  { now }: FrontOptions,
  { basePath, publicUrl }: PublicAddress,
  { headers, method = "GET" }: IncomingMessage,
  { address }: Protocol,
  path: string,
  query: string
): RequestHead => {
  const root = publicUrl === "" ? `http://${headers.host ?? "localhost"}${basePath}` : publicUrl.replace(/\/+$/, "")
  return {
    method,
    path: path
      .slice(address.length)
      .split("/")
      .filter((segment) => segment !== "")
      .map(decoded),
    query: new URLSearchParams(query),
    accept: headers.accept ?? "",
    authorization: headers.authorization,
    userAgent: headers["user-agent"] ?? null,
    base: `${root}${address}`,
    now: now()
  }
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A counted request: whose it is, and how many more may come. */
interface Admitted {
  readonly scrobbler: Scrobbler | null
  readonly allowance: Allowance
  /** Set if the scrobbler could not be looked up. */
  readonly refusal?: Refusal
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
    const refuseAll = (error: ErrorEnvelope, headers: HeaderList = []) => {
      request.resume()
      observe(error.status)
      sendError(request, response, [...common, ...headers], error)
    }
    const protocolError = protocolErrorOf(request)
    if (protocolError !== undefined) return refuseAll(protocolError)
    if (head.method === "OPTIONS") return send(preflightOf(protocol), limitHeaders(front, request, head.now))
    if (!protocol.methods.includes(head.method === "HEAD" ? "GET" : head.method))
      return refuseAll(wrongMethod(protocol), [
        ...["Allow", [...protocol.methods, "OPTIONS"].join(", ")],
        ...limitHeaders(front, request, head.now)
      ])

    const finish = async ({ allowance, refusal, scrobbler }: Admitted, body: string) => {
      const headers = allowanceHeaders(allowance, head.now)
      if (!allowance.allowed) {
        front.observer.rateLimited(scrobbler === null ? "address" : "key")
        return send(protocol.refuse({ ...head, body }, "busy"), headers)
      }
      if (refusal !== undefined) return send(protocol.refuse({ ...head, body }, refusal), headers)
      // Suspended, so that a defect in the reading of a request is an answer and not an unhandled rejection.
      const exit = await run(Effect.suspend(() => protocol.answer({ ...head, body }, scrobbler)))
      send(Exit.isSuccess(exit) ? exit.value : protocol.refuse({ ...head, body }, refusalOf(exit.cause)), headers)
    }
    const early = protocol.credentialInHead(head)
    const first = early === undefined ? undefined : await admit(request, head, early)
    const isKnown = first !== undefined && first.scrobbler !== null && first.allowance.allowed
    if (awaitsContinue(request)) response.writeContinue()
    readBody(
      request,
      (bytes) => {
        const body = bytes === undefined ? "" : bytes.toString()
        const admitted =
          first === undefined
            ? admit(request, head, bytes === undefined ? undefined : protocol.credentialInBody({ ...head, body }))
            : Promise.resolve(first)
        void admitted.then((one) =>
          finish(bytes === undefined && one.refusal === undefined ? { ...one, refusal: "too_large" } : one, body)
        )
      },
      isKnown ? protocol.maxBodyBytes : Math.min(protocol.maxBodyBytes, strangerBytes)
    )
  }
}

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
