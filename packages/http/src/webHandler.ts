import { Effect } from "effect"
import inject, { type InjectOptions, type Response as NodeResponse } from "light-my-request"
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import type { Listener } from "./front/Front.js"
import { type ListenerOptions, nodeListener } from "./listener.js"

export interface WebHandlerOptions extends ListenerOptions {
  /**
   * The client address, by which requests without a key are limited. Without this function they all share one limit.
   */
  readonly remoteAddress?: (request: Request) => string
}

/** Statuses that must not have a body, not even an empty one. */
const withoutBody = new Set([101, 204, 205, 304])

const headersOf = (response: NodeResponse): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, String(one))
  }
  return headers
}

const bodyOf = (request: Request): Readable | undefined =>
  request.body === null ? undefined : Readable.fromWeb(request.body as ReadableStream)

const requestOf = (request: Request, remoteAddress: string | undefined): InjectOptions => {
  const { host, pathname, search } = new URL(request.url)
  const payload = bodyOf(request)
  return {
    method: request.method as NonNullable<InjectOptions["method"]>,
    url: `${pathname}${search}`,
    headers: { host, ...Object.fromEntries(request.headers) },
    signal: request.signal,
    payloadAsStream: true,
    ...(payload === undefined ? {} : { payload }),
    ...(remoteAddress === undefined ? {} : { remoteAddress })
  }
}

const respond = async (listener: Listener, options: InjectOptions): Promise<Response> => {
  const response = await inject((request, response) => listener(request, response), options)
  const hasBody = options.method !== "HEAD" && !withoutBody.has(response.statusCode)
  const body = hasBody ? (Readable.toWeb(response.stream()) as globalThis.ReadableStream) : null
  return new Response(body, {
    status: response.statusCode,
    statusText: response.statusMessage,
    headers: headersOf(response)
  })
}

/**
 * The API as a function from a web `Request` to a `Response`, until the scope closes, for frameworks on web types.
 * `basePath` says where it is mounted.
 */
export const webHandler = Effect.fn("webHandler")(function* (options: WebHandlerOptions) {
  const { listener } = yield* nodeListener(options)
  return (request: Request): Promise<Response> =>
    respond(listener, requestOf(request, options.remoteAddress?.(request)))
})
