import { DeclaredDomains } from "@daybook/core/domain"
import { Calendar } from "@daybook/core/shared"
import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Headers from "@effect/platform/Headers"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as HttpTraceContext from "@effect/platform/HttpTraceContext"
import {
  Cause,
  Context,
  DefaultServices,
  Effect,
  Either,
  Exit,
  FiberRef,
  Option,
  Runtime,
  Stream,
  Tracer
} from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import { apiOf, handlersOf } from "./Api.js"
import { contentSender, headersOf } from "./front/content.js"
import { type Admission, type AdmittedListener, type AdmittedRequest, admissionOf } from "./front/requests.js"
import type { ResponseCache } from "./front/ResponseCache.js"
import { sendError } from "./front/send.js"
import { cacheControl } from "./kit/caching.js"
import { type ErrorEnvelope, forbidden, notFound, serverError } from "./kit/errors.js"
import { type Content, type Operation, operationKey, operationsOf } from "./kit/operations.js"
import { pageOperations } from "./pages/pages.js"
import { singleFlight } from "./singleFlight.js"
import { streamListener } from "./stream/listener.js"
import type { OpenStreams } from "./stream/streams.js"

/**
 * Answers admitted requests. The front has matched the route and verified the key, so a request costs one decoding, the
 * fiber of its handler, and one text that is hashed, cached and sent.
 */
export const answers = Effect.fn("answers")(function* (cache: ResponseCache, open: OpenStreams) {
  const operations = yield* allOperations
  const send = contentSender(cache, yield* Calendar)
  const openStream = yield* streamListener(open)
  const runtime = yield* Effect.runtime()
  const isTraced = (yield* Effect.tracer) !== Context.get(DefaultServices.liveServices, Tracer.Tracer)
  // Without a tracer, spans go nowhere.
  const runFork = Runtime.runFork(
    isTraced ? runtime : Runtime.setFiberRef(runtime, FiberRef.currentTracerEnabled, false)
  )

  const failed = (request: AdmittedRequest, response: ServerResponse, cause: Cause.Cause<ErrorEnvelope>) => {
    if (response.destroyed || response.headersSent) return
    const { headers } = admissionOf(request)
    const failure = Cause.failureOption(cause)
    if (Option.isNone(failure))
      runFork(Effect.annotateLogs(Effect.logError("a request failed unexpectedly", cause), annotationsOf(request)))
    sendError(
      request,
      response,
      headers,
      Option.getOrElse(failure, () => serverError)
    )
  }

  const join = singleFlight<Content, ErrorEnvelope>()
  const listener: AdmittedListener = (request, response) => {
    const admission = admissionOf(request)
    const operation = operations.get(operationKey(admission.route))
    if (operation === undefined) return sendError(request, response, admission.headers, notFound)
    if (admission.lens !== undefined && operation.kind !== "read")
      return sendError(request, response, admission.headers, forbidden)
    if (operation.kind === "stream") return openStream(operation, request, response)
    const answer = operation.answer(request)
    if (Either.isLeft(answer)) return sendError(request, response, admission.headers, answer.left)
    const sent = operation.kind === "read" ? answer.right : Effect.tap(answer.right, sendStream(request, response))
    const annotated = Effect.annotateLogs(sent, annotationsOf(request))
    const start = () => runFork(isTraced ? traced(annotated, admission, request) : annotated)
    const leave = join(admission, start, (exit) => {
      if (Exit.isFailure(exit)) {
        // The client has disconnected.
        if (!Cause.isInterruptedOnly(exit.cause)) failed(request, response, exit.cause)
      } else if (!response.headersSent) send(request, response, exit.value)
    })
    response.once("close", () => {
      if (!response.writableEnded) leave()
    })
  }
  return listener
})

/** Everything that a host answers, with its declared domains and pages. */
const allOperations = Effect.gen(function* () {
  const declared = yield* DeclaredDomains
  const ofApi = yield* operationsOf(apiOf(declared), handlersOf(declared))
  return new Map<string, Operation>([...ofApi, ...(yield* pageOperations)])
})

const annotationsOf = (request: AdmittedRequest) => {
  const { requestId, route } = admissionOf(request)
  return { request_id: requestId, method: request.method, route: route.path }
}

/** Sends a file while it is made. Does nothing with other answers. */
const sendStream = (request: AdmittedRequest, response: ServerResponse) => (content: Content) =>
  Effect.suspend(() => {
    if (!HttpServerResponse.isServerResponse(content) || content.body._tag !== "Stream") return Effect.void
    const headers = [...admissionOf(request).headers, ...headersOf(content), "cache-control", cacheControl.none]
    response.writeHead(content.status, headers)
    if (request.method === "HEAD") return Effect.sync(() => void response.end())
    const logged = Stream.tapErrorCause(content.body.stream, (cause) => Effect.logError("a file was cut off", cause))
    // A stream that fails destroys the response, so that the client sees that the rest is missing.
    return Effect.flatMap(NodeStream.toReadable(logged), (readable) =>
      Effect.ignore(Effect.tryPromise((signal) => pipeline(readable, response, { signal })))
    )
  })

/** Runs an operation in a span, below the one that the request names. Ids and queries stay out of it. */
const traced = (
  effect: Effect.Effect<Content, ErrorEnvelope>,
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

const statusOf = (exit: Exit.Exit<Content, ErrorEnvelope>): number =>
  Exit.isSuccess(exit)
    ? exit.value.status
    : Option.match(Cause.failureOption(exit.cause), {
        onNone: () => serverError.status,
        onSome: ({ status }) => status
      })
