import { GrantSeal, Grants, makeClients } from "@daybook/core/grants"
import { Effect, Exit, Runtime } from "effect"
import { Lenses } from "@daybook/core/lenses"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { BodyLimits, BodySyntax } from "../front/bodyShape.js"
import { isRefused, strangerLimits } from "../front/body.js"
import { rateHeaders, requestIds } from "../front/callers.js"
import type { FrontOptions, Listener } from "../front/Front.js"
import { type Route, protocolErrorOf } from "../front/requests.js"
import { problemOf } from "../front/routing.js"
import { type HeaderList, sendError } from "../front/send.js"
import { cacheControl, uncached } from "../kit/caching.js"
import { type ErrorEnvelope, notFound, serverError, tooManyRequests } from "../kit/errors.js"
import { type Endpoint, type OAuthAnswer, jsonAnswer } from "./answers.js"
import { authorizeEndpoints } from "./authorize.js"
import { resourceMetadata, resourcePath, serverMetadata, serverPath } from "./metadata.js"
import { registerEndpoint, revokeEndpoint, tokenEndpoint } from "./tokens.js"

/** How hosted assistants get access. */
export interface OAuthOptions {
  /** True if clients may register themselves. */
  readonly registration: boolean
}

/** A path of OAuth: the endpoint of each method. */
interface Place {
  readonly path: string
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly maxBodyBytes: number
  readonly syntax: BodySyntax
  /** Whether pages of every origin may call it. The endpoints take no cookies. */
  readonly isOpen: boolean
}

const formBytes = 16_384
const registrationBytes = 4_096

const constant =
  (body: object): Endpoint =>
  () =>
    Effect.succeed(jsonAnswer(200, body))

/** The listener of everything that OAuth serves; it answers false for other paths. */
export const oauthListener = Effect.fn("oauthListener")(function* (
  front: FrontOptions,
  publicUrl: string,
  resource: string,
  { registration }: OAuthOptions
) {
  const issuer = publicUrl.replace(/\/+$/, "")
  const grants = yield* Grants
  const clients = yield* makeClients(registration)
  const { keys, limits } = front
  const deps = { issuer, resource, clients, grants, seal: yield* GrantSeal, keys, lenses: yield* Lenses, limits }
  const { open, submit } = authorizeEndpoints(deps)
  const placeOf = (path: string, endpoints: Place["endpoints"], more: Partial<Place> = {}): Place => ({
    path,
    endpoints,
    maxBodyBytes: formBytes,
    syntax: "form",
    isOpen: true,
    ...more
  })
  const guarded = constant(resourceMetadata(issuer, resource))
  const places = [
    placeOf(resourcePath, { GET: guarded }),
    placeOf(`${resourcePath}/mcp`, { GET: guarded }),
    placeOf(serverPath, { GET: constant(serverMetadata(issuer, registration)) }),
    placeOf("/oauth/authorize", { GET: open, POST: submit }, { isOpen: false }),
    placeOf("/oauth/token", { POST: tokenEndpoint(deps) }),
    placeOf("/oauth/revoke", { POST: revokeEndpoint(deps) }),
    ...(registration
      ? [
          placeOf(
            "/oauth/register",
            { POST: registerEndpoint(deps) },
            { maxBodyBytes: registrationBytes, syntax: "json" }
          )
        ]
      : [])
  ]
  const byPath = new Map(places.map((one) => [one.path, one]))
  const runtime = yield* Effect.runtime<never>()
  const answer = answerAt(front, Runtime.runPromiseExit(runtime), yield* failureLog)
  return (request: IncomingMessage, response: ServerResponse, next: Listener): void => {
    const [path = ""] = (request.url ?? "").split("?")
    const place = byPath.get(path)
    if (place === undefined) next(request, response)
    else void answer(request, response, place)
  }
})

const failureLog = Effect.map(
  Effect.runtime<never>(),
  (runtime) => (cause: unknown) =>
    Runtime.runSync(runtime)(Effect.logError("a request to OAuth failed unexpectedly", cause))
)

const routeOf = ({ path }: Place, method: string): Route => ({
  method,
  path,
  access: "open",
  query: new Set(),
  takesJson: false,
  caching: uncached
})

/** Counts the request against its address, reads the body, and sends what the endpoint answers. */
const answerAt = (
  front: FrontOptions,
  run: (answer: ReturnType<Endpoint>) => Promise<Exit.Exit<OAuthAnswer, unknown>>,
  logFailure: (cause: unknown) => void
) => {
  const requestIdOf = requestIds()
  return async (request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> => {
    const now = front.now()
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET")
    const address = front.address(request)
    const isPreflight = method === "OPTIONS"
    const allowance = isPreflight
      ? front.limits.peek(address, now)
      : await front.limits.take(undefined, () => address, now)
    const requestId = requestIdOf(request.headers["x-request-id"])
    const headers = headersOf(place, rateHeaders(allowance, now), requestId)
    if (front.closing()) headers.push("Connection", "close")
    const refuse = (error: ErrorEnvelope, more: HeaderList = []) => {
      front.observer.answeredByFront(request, requestId, routeOf(place, method), error.status)
      sendError(request, response, [...headers, ...more], error)
    }
    const send = (answer: OAuthAnswer) => {
      front.observer.answeredByFront(request, requestId, routeOf(place, method), answer.status)
      sendAnswer(request, response, headers, answer)
    }
    if (!allowance.allowed) {
      front.observer.rateLimited("address")
      return refuse(tooManyRequests)
    }
    const protocolError = protocolErrorOf(request) ?? problemOf(request.url ?? "")
    if (protocolError !== undefined) return refuse(protocolError)
    const methods = Object.keys(place.endpoints)
    if (isPreflight) return send({ status: 204, headers: preflightOf(place, methods), body: "" })
    const endpoint = place.endpoints[method]
    if (endpoint === undefined)
      return refuse(wrongMethod(place, methods), ["Allow", [...methods, "OPTIONS"].join(", ")])
    const finish = async (body: string) => {
      const query = (request.url ?? "").split("?").slice(1).join("?")
      const contentType = request.headers["content-type"] ?? ""
      const exit = await run(endpoint({ query, body, contentType, address, now }))
      if (response.destroyed) return
      if (Exit.isSuccess(exit)) return send(exit.value)
      logFailure(exit.cause)
      refuse(serverError)
    }
    if (method !== "POST") return finish("")
    const limits: BodyLimits = { ...strangerLimits, bytes: place.maxBodyBytes, syntax: place.syntax }
    front.bodies(request, response, limits, address, (body) =>
      isRefused(body) ? refuse(body) : void finish(body.toString())
    )
  }
}

const wrongMethod = ({ path }: Place, methods: ReadonlyArray<string>): ErrorEnvelope => ({
  ...notFound,
  error: `only ${methods.join(" and ")} is supported at ${path}`,
  status: 405
})

const headersOf = ({ isOpen }: Place, rate: HeaderList, requestId: string): HeaderList => [
  ...rate,
  ...["X-Request-Id", requestId, "X-Content-Type-Options", "nosniff"],
  ...(isOpen ? ["Access-Control-Allow-Origin", "*"] : [])
]

const preflightOf = ({ isOpen }: Place, methods: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  isOpen
    ? {
        "Access-Control-Allow-Methods": [...methods, "OPTIONS"].join(", "),
        "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept, MCP-Protocol-Version",
        "Access-Control-Max-Age": "86400"
      }
    : {}

const sendAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: HeaderList,
  answer: OAuthAnswer
): void => {
  const body = Buffer.from(answer.body)
  response.writeHead(answer.status, [
    ...headers,
    ...Object.entries(answer.headers).flat(),
    ...(answer.status === 204 ? [] : ["Content-Length", String(body.byteLength)]),
    ...["Cache-Control", cacheControl.none, "Pragma", "no-cache"]
  ])
  response.end(request.method === "HEAD" ? undefined : body)
}
