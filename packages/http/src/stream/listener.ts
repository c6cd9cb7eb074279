import { resumable } from "@daybook/core/changes"
import type { LiveStream } from "@daybook/core/live"
import { Cause, Effect, Either, Exit, Option, Runtime } from "effect"
import type { ServerResponse } from "node:http"
import { type Admission, type AdmittedRequest, admissionOf } from "../front/requests.js"
import { sendError } from "../front/send.js"
import { cacheControl } from "../kit/caching.js"
import { notFound, serverError, tooManyRequests } from "../kit/errors.js"
import type { Content, Operation } from "../kit/operations.js"
import { type Connection, connection } from "./connection.js"
import { StreamCaller } from "./lensed.js"
import type { OpenStreams } from "./streams.js"

/** Clients wait between these times before they connect again, so that they do not all come at once. */
const retryMs = { min: 3_000, max: 8_000 }
/** When a client that found no free stream should try again, in seconds. */
const retryAfter = "10"

const headers = [
  "Content-Type",
  "text/event-stream; charset=utf-8",
  "Cache-Control",
  `${cacheControl.none}, no-transform`,
  // Proxies such as nginx would collect events.
  "X-Accel-Buffering",
  "no",
  // The end of a stream is the end of its connection.
  "Connection",
  "close"
]

/** The stream that a handler answers. */
const streamIn = (content: Content): LiveStream => {
  if ("body" in content && content.body._tag === "Raw") return content.body.body as LiveStream
  throw new Error("a stream must answer a raw response")
}

/** Opens streams on admitted requests and sends their events until the client, the key or the host ends them. */
export const streamListener = Effect.fn("streamListener")(function* (open: OpenStreams) {
  const runtime = yield* Effect.runtime()
  const runFork = Runtime.runFork(runtime)

  const begin = (stream: LiveStream, to: Connection, admission: Admission, response: ServerResponse) => {
    response.writeHead(200, [...admission.headers, ...headers])
    const retry = retryMs.min + Math.floor(Math.random() * (retryMs.max - retryMs.min))
    response.write(`retry: ${retry}\n\n`)
    to.push(stream.first)
    const listener = {
      push: to.push,
      ready: Effect.async<void>((resume) => {
        const cancel = to.whenReady(() => resume(Effect.void))
        return Effect.sync(cancel)
      }),
      end: () => to.end("bye")
    }
    const fiber = runFork(stream.follow(listener))
    response.once("close", () => fiber.unsafeInterruptAsFork(fiber.id()))
  }

  return (operation: Operation, request: AdmittedRequest, response: ServerResponse): void => {
    const admission = admissionOf(request)
    const { key } = admission
    if (!open.isOn() || key === undefined) return sendError(request, response, admission.headers, notFound)
    // The header is of the last event that the client has; the address is still that of its first request.
    const lastEvent = request.headers["last-event-id"]
    const answer = operation.answer(request, addressOf(request, lastEvent))
    if (Either.isLeft(answer)) return sendError(request, response, admission.headers, answer.left)
    if (!open.admits(key, admission.address)) {
      admission.headers.push("Retry-After", retryAfter)
      return sendError(request, response, admission.headers, tooManyRequests)
    }
    if (request.method === "HEAD") {
      response.writeHead(200, [...admission.headers, ...headers])
      response.end()
      return
    }
    const to = connection(response)
    const leave = open.add(key, to, admission.address)
    response.once("close", leave)
    // No variable holds the fiber: the stream would hold it as long as it is open.
    runFork(Effect.provideService(answer.right, StreamCaller, key)).addObserver((exit) => {
      if (response.destroyed || response.writableEnded) return
      if (Exit.isSuccess(exit)) return begin(streamIn(exit.value), to, admission, response)
      const failure = Cause.failureOption(exit.cause)
      if (Option.isNone(failure)) runFork(Effect.logError("a stream failed unexpectedly", exit.cause))
      leave()
      sendError(
        request,
        response,
        admission.headers,
        Option.getOrElse(failure, () => serverError)
      )
    })
  }
})

/**
 * The address with the position of `Last-Event-ID` as its `since`. One that is no cursor gets a reset: an error would
 * end an `EventSource` for good.
 */
const addressOf = ({ url = "/" }: AdmittedRequest, lastEvent: string | ReadonlyArray<string> | undefined): string => {
  if (typeof lastEvent !== "string" || lastEvent === "") return url
  const address = new URL(url, "http://localhost")
  address.searchParams.set("since", resumable(lastEvent))
  return `${address.pathname}${address.search}`
}
