import type { Grants } from "@daybook/core/grants"
import type { ApiKey } from "@daybook/core/keys"
import type { LensDefinition } from "@daybook/core/lenses"
import type { IncomingMessage, ServerResponse } from "node:http"
import { front, type FrontOptions, type Listener } from "./front/Front.js"
import { type AdmittedListener, type Route, admissionOf } from "./front/requests.js"
import { routeTable, targets } from "./front/routing.js"
import { type Cors, type HeaderList, sendError } from "./front/send.js"
import { type SendInside, sendAs } from "./inside.js"
import { cacheControl, uncached } from "./kit/caching.js"
import { type ErrorEnvelope, forbidden, serverError } from "./kit/errors.js"
import type { LensView } from "./lenses/lensed.js"
import { resourcePath } from "./oauth/metadata.js"
import type { OAuthOptions } from "./oauth/listener.js"

/** The operations that a lens allows. */
export interface AssistantLens {
  readonly definition: LensDefinition
  /** By path template, as in the contract. */
  readonly operations: Pick<LensView["operations"], "has">
}

/** A message for an assistant's server, after the front has admitted it. */
export interface AssistantRequest {
  readonly key: ApiKey
  /** What the lens of the key allows; undefined if it has none. One object for each definition of a lens. */
  readonly lens: AssistantLens | undefined
  /** Aborts when the client disconnects. Its body has been read. */
  readonly request: Request
  /** The parsed body. */
  readonly body: unknown
  /** Asks the API with the same key. */
  readonly send: SendInside
}

/** What a host needs to serve assistants. */
export interface AssistantOptions {
  /** Origins of pages that may call, in addition to the public address and loopback. */
  readonly origins: ReadonlyArray<string>
  /** The public address of the host, or an empty string. */
  readonly publicUrl: string
  /** True if the host listens on loopback only. */
  readonly isLoopback: boolean
  /** Access for hosted assistants; without it only keys open `/mcp`. */
  readonly oauth?: OAuthOptions | undefined
  /** Answers one message. Called at the first request, so it may load its code then. */
  readonly answer: (request: AssistantRequest) => Promise<Response>
}

export const assistantPath = "/mcp"

const route: Route = {
  method: "POST",
  path: assistantPath,
  access: "read",
  query: new Set(),
  takesJson: true,
  asksWithKey: true,
  caching: uncached
}

const forbiddenOrigin: ErrorEnvelope = {
  error: "pages of this origin may not call /mcp; add it to DAYBOOK_MCP_ORIGINS",
  status: 403
}
const forbiddenHost: ErrorEnvelope = {
  error: "this host listens on loopback only; call it as localhost, or set DAYBOOK_PUBLIC_URL",
  status: 403
}
const wrongMethod: ErrorEnvelope = { error: "only POST is supported at /mcp", status: 405 }

const isLoopbackName = (name: string): boolean =>
  name === "localhost" || name === "[::1]" || /^127(\.\d{1,3}){3}$/.test(name)

const hostNameOf = (authority: string): string =>
  URL.canParse(`http://${authority}`) ? new URL(`http://${authority}`).hostname : ""

const isLoopbackOrigin = (origin: string): boolean => {
  if (!/^https?:\/\/[^/]+$/i.test(origin) || !URL.canParse(origin)) return false
  return isLoopbackName(new URL(origin).hostname)
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin.toLowerCase() : "")

/** Which pages may call. `DAYBOOK_CORS_ORIGINS` does not count here. */
const originCheck = ({ origins, publicUrl }: AssistantOptions): ((origin: string) => boolean) => {
  const allowed = new Set(origins.map((origin) => origin.toLowerCase().replace(/\/$/, "")))
  if (publicUrl !== "") allowed.add(originOf(publicUrl))
  return (origin) => allowed.has(origin.toLowerCase()) || isLoopbackOrigin(origin)
}

/** A page can give its own name a loopback address, so the name in the request must be one of this host. */
const hostCheck = ({ isLoopback, publicUrl }: AssistantOptions): ((authority: string) => boolean) => {
  const own = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : ""
  return (authority) => {
    const name = hostNameOf(authority)
    return !isLoopback || isLoopbackName(name) || (own !== "" && name === own)
  }
}

const readableHeaders =
  "Authorization, Content-Type, Accept, X-Request-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, " +
  "Last-Event-ID, traceparent, tracestate"

const corsOf = (isAllowed: (origin: string) => boolean): Cors => {
  const answer = (origin: string | undefined) =>
    origin === undefined || !isAllowed(origin)
      ? []
      : [
          "Access-Control-Allow-Origin",
          origin,
          "Access-Control-Expose-Headers",
          "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, WWW-Authenticate, X-Request-Id"
        ]
  return {
    answer,
    preflight: (origin) =>
      answer(origin).length === 0
        ? []
        : [
            ...["Access-Control-Allow-Methods", "POST, OPTIONS"],
            ...["Access-Control-Allow-Headers", readableHeaders],
            ...["Access-Control-Max-Age", "86400"]
          ]
  }
}

/** Keys, and the tokens of grants: those are good for `/mcp` alone. */
const withGrants = (keys: FrontOptions["keys"], grants: Grants): FrontOptions["keys"] => ({
  ...keys,
  find: (token, now) => keys.find(token, now) ?? grants.find(token, now),
  recordUse: (key, now) => (key.id < 0 ? grants.recordUse(key, now) : keys.recordUse(key, now)),
  reloadFor: (token) => grants.reloadFor(token) ?? keys.reloadFor(token)
})

/** Where a client learns how to get access (RFC 9728 §5.1). */
const challengeOf =
  (publicUrl: string) =>
  (hasToken: boolean): string =>
    [
      `Bearer resource_metadata="${publicUrl.replace(/\/+$/, "")}${resourcePath}${assistantPath}", scope="read"`,
      ...(hasToken ? ['error="invalid_token"'] : [])
    ].join(", ")

/** The listener of `/mcp`: the front, with what its callers may be besides. */
export const assistantListener = (frontOptions: FrontOptions, options: AssistantOptions, grants: Grants): Listener => {
  const isAllowed = originCheck(options)
  const isOwnName = hostCheck(options)
  return front({
    ...frontOptions,
    ...(options.oauth === undefined
      ? {}
      : { keys: withGrants(frontOptions.keys, grants), challenge: challengeOf(options.publicUrl) }),
    cors: corsOf(isAllowed),
    target: targets(routeTable([route])),
    allow: "POST, OPTIONS",
    refusalOf: ({ headers: { host = "", origin }, method }) => {
      if (origin !== undefined && !isAllowed(origin)) return forbiddenOrigin
      if (!isOwnName(host)) return forbiddenHost
      return method === "POST" || method === "OPTIONS" ? undefined : wrongMethod
    },
    next: answerWith(frontOptions, options)
  })
}

/** Reads the message, has it answered and writes the answer back. */
const answerWith = (frontOptions: FrontOptions, { answer, oauth, publicUrl }: AssistantOptions): AdmittedListener => {
  const metadata = `resource_metadata="${publicUrl.replace(/\/+$/, "")}${resourcePath}${assistantPath}"`
  /** A client that lacks a scope learns where to ask for it. */
  const withMetadata = (result: Response): Response => {
    const challenge = result.headers.get("www-authenticate")
    if (oauth !== undefined && challenge !== null) result.headers.set("WWW-Authenticate", `${challenge}, ${metadata}`)
    return result
  }
  const failed = (request: IncomingMessage, response: ServerResponse, headers: HeaderList) => {
    if (!response.headersSent) sendError(request, response, headers, serverError)
  }
  return (request, response) => {
    const { body: bytes, headers, key } = admissionOf(request)
    if (key === undefined) return failed(request, response, headers)
    // Everybody has a publishable key, and what it opens is for pages.
    if (key.scope === "publish") return sendError(request, response, headers, forbidden)
    const { lens: name = null } = key
    const lens = name === null ? undefined : frontOptions.lenses(name)
    // A lens that was removed shows nothing.
    if (name !== null && lens === undefined) return sendError(request, response, headers, forbidden)
    const disconnected = new AbortController()
    response.once("close", () => {
      if (!response.writableFinished) disconnected.abort()
    })
    const body = parsed(bytes.toString())
    if (body === undefined || Array.isArray(body)) return void respond(response, headers, invalidMessage(body))
    const send = sendAs(frontOptions, key)
    answer({ key, lens, request: webRequest(request, disconnected.signal), body, send }).then(
      (result) => respond(response, headers, withMetadata(result)),
      () => (disconnected.signal.aborted ? response.destroy() : failed(request, response, headers))
    )
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** JSON-RPC's codes: not JSON, and not a single message. */
const invalidMessage = (body: unknown): Response => {
  const error =
    body === undefined
      ? { code: -32_700, message: "the body is not valid JSON; check its syntax" }
      : { code: -32_600, message: "send one message a request: batches are not supported" }
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 400 })
}

const webRequest = ({ headers }: IncomingMessage, signal: AbortSignal): Request => {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === "authorization" ? [] : [[name, String(value)] as [string, string]]
  )
  return new Request(`http://localhost${assistantPath}`, { method: "POST", headers: pairs, signal })
}

const respond = async (response: ServerResponse, headers: HeaderList, result: Response): Promise<void> => {
  const body = Buffer.from(await result.arrayBuffer())
  if (response.destroyed) return
  const own = Array.from(result.headers).filter(([name]) => name !== "content-length")
  response.writeHead(result.status, [
    ...headers,
    ...own.flat(),
    ...["Content-Length", String(body.byteLength), "Cache-Control", cacheControl.none]
  ])
  response.end(body)
}
