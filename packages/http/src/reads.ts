import type { Calendar } from "@daybook/core/shared"
import * as Headers from "@effect/platform/Headers"
import * as HttpTraceContext from "@effect/platform/HttpTraceContext"
import { Cause, Context, DefaultServices, Effect, Either, Exit, FiberRef, Option, Runtime, Tracer } from "effect"
import { hash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Admission } from "./front/requests.js"
import { type CachedResponse, type ResponseCache, cacheableBody } from "./front/ResponseCache.js"
import { type HeaderList, sendCached, sendError } from "./front/send.js"
import { type CacheClass, type CacheRequest, cacheControl } from "./kit/caching.js"
import { type ErrorEnvelope, serverError } from "./kit/errors.js"
import type { JsonRead } from "./kit/mount.js"

/** Answers one read. */
export type ReadListener = (
  read: JsonRead,
  admission: Admission,
  request: IncomingMessage,
  response: ServerResponse
) => void

/**
 * Answers reads whose result is JSON. The front has matched the route and verified the key. So a read costs one
 * decoding of its parameters, the fiber of its handler, and one text that is hashed, cached and sent.
 */
export const readListener = Effect.fn("readListener")(function* (
  cache: ResponseCache,
  calendar: Context.Tag.Service<Calendar>
) {
  const runtime = yield* Effect.runtime()
  const isTraced = (yield* Effect.tracer) !== Context.get(DefaultServices.liveServices, Tracer.Tracer)
  // Without a tracer, spans go nowhere.
  const runFork = Runtime.runFork(
    isTraced ? runtime : Runtime.setFiberRef(runtime, FiberRef.currentTracerEnabled, false)
  )
  const listener: ReadListener = (read, admission, request, response) => {
    const answer = read.answer(request.url ?? "/", admission.params, admission.lens)
    if (Either.isLeft(answer)) return sendError(request, response, admission.headers, answer.left)
    const annotations = { request_id: admission.requestId, method: request.method, route: admission.route.path }
    const annotated = Effect.annotateLogs(answer.right, annotations)
    const fiber = runFork(isTraced ? traced(annotated, admission, request) : annotated)
    response.once("close", () => {
      if (!response.writableEnded) fiber.unsafeInterruptAsFork(fiber.id())
    })
    fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit)) return sendJson(cache, calendar, admission, request, response, exit.value)
      // The client has disconnected.
      if (Cause.isInterruptedOnly(exit.cause)) return
      const failure = Cause.failureOption(exit.cause)
      if (Option.isNone(failure))
        runFork(Effect.annotateLogs(Effect.logError("a request failed unexpectedly", exit.cause), annotations))
      sendError(
        request,
        response,
        admission.headers,
        Option.getOrElse(failure, () => serverError)
      )
    })
  }
  return listener
})

const sendJson = (
  cache: ResponseCache,
  calendar: Context.Tag.Service<Calendar>,
  admission: Admission,
  request: IncomingMessage,
  response: ServerResponse,
  text: string
): void => {
  const body = Buffer.from(text)
  const cacheClass = cacheClassOf(admission, calendar, 200)
  const headers = ["content-type", "application/json", "content-length", String(body.byteLength)]
  headers.push(
    "cache-control",
    (cacheClass === "none" ? undefined : admission.lens?.cacheControl) ?? cacheControl[cacheClass]
  )
  if (cacheClass !== "none") {
    sendCached(request, response, admission.headers, cacheable(cache, admission, headers, body))
    return
  }
  response.writeHead(200, [...admission.headers, ...headers])
  response.end(request.method === "HEAD" ? undefined : body)
}

/** Runs a read in a span, below the one that the request names. Ids and queries stay out of it. */
const traced = <A>(
  effect: Effect.Effect<A, ErrorEnvelope>,
  { requestId, route }: Admission,
  { headers, method = "GET" }: IncomingMessage
) =>
  Effect.useSpan(
    `${method} ${route.path}`,
    {
      kind: "server",
      captureStackTrace: false,
      parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput(headers))),
      attributes: { "http.request.method": method, "http.route": route.path, "daybook.request_id": requestId }
    },
    (span) =>
      Effect.onExit(Effect.withParentSpan(effect, span), (exit) =>
        Effect.sync(() => span.attribute("http.response.status_code", statusOf(exit)))
      )
  )

const statusOf = (exit: Exit.Exit<unknown, ErrorEnvelope>): number =>
  Exit.isSuccess(exit)
    ? 200
    : Option.match(Cause.failureOption(exit.cause), {
        onNone: () => serverError.status,
        onSome: ({ status }) => status
      })

/** Only successful GET responses are cacheable. */
export const cacheClassOf = (
  { params, route, stamp }: Admission,
  calendar: CacheRequest["calendar"],
  status: number
): CacheClass => {
  if (route.method !== "GET" || status >= 400) return "none"
  const { cacheClass: cache } = route.caching
  // A picture's current address may change at any time.
  if (cache === "image" && status >= 300) return "none"
  return typeof cache === "string" ? cache : cache({ params, calendar, today: stamp.today })
}

/** Adds the ETag to a cacheable response, and caches it if its route says so. */
export const cacheable = (
  cache: ResponseCache,
  { cacheKey, lens, route, stamp }: Admission,
  headers: HeaderList,
  body: Buffer
): CachedResponse => {
  const hashed = lens === undefined ? body : Buffer.concat([Buffer.from(`${lens.tag} `), body])
  const etag = `"${hash("sha256", hashed, "base64url").slice(0, 27)}"`
  headers.push("etag", etag)
  const headersUnchanged = headers.filter((_, index) => !describesBody.has(headers[index - (index % 2)]!))
  const response = { stamp, body: cacheableBody(body), etag, headers, headersUnchanged }
  if (route.caching.cached) cache.store(cacheKey, response)
  return response
}

const describesBody = new Set(["content-type", "content-length", "content-encoding", "content-disposition"])
