import { Data, Effect } from "effect"
import { type Server, type ServerResponse, createServer } from "node:http"
import { type AddressInfo, Server as NetServer, Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { Listener } from "./front/Front.js"
import type { ClientErrorResponder } from "./front/protocolErrors.js"
import { limitTime } from "./front/timeLimits.js"
import { apiListener, type ListenerOptions } from "./listener.js"

export { isProxy } from "./front/callers.js"

/** The host cannot listen on the configured address. `taken` means that the port is in use. */
export class ListenFailure extends Data.TaggedError("ListenFailure")<{
  readonly host: string
  readonly port: number
  readonly taken: boolean
  readonly message: string
}> {}

/**
 * How long an idle connection is kept open. Longer than the usual minute of proxies: the proxy must close first, or it
 * may reuse a connection that is being closed.
 */
const keepAliveMs = 75_000
/** How long a request in flight may take during shutdown. */
const drainMs = 10_000
/**
 * How long an idle connection may still send a request during shutdown; its response closes the connection. Closing
 * immediately would cut requests that are already on the way.
 */
const defaultPartingMs = 500
const sweepMs = 25
/** Time limits for the headers and for the whole request. */
const defaultHeadersTimeoutMs = 10_000
const defaultRequestTimeoutMs = 30_000
/** How long a client may read nothing of a response before its connection is closed. */
const defaultStalledMs = 30_000
/** How often Node checks the time limits. */
const checkMs = 1_000
const maxHeaderSize = 32_768

interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly headersTimeoutMs?: number
  readonly requestTimeoutMs?: number
  readonly partingMs?: number
  readonly stalledMs?: number
}

/**
 * Listens until the scope closes. Then it takes no new connection, finishes requests in flight, and closes what remains
 * after ten seconds.
 */
export const listen = Effect.fn("listen")(function* (
  options: ListenOptions,
  listener: Listener,
  onClosing: () => void,
  respondToClientError: ClientErrorResponder
) {
  const server = yield* Effect.sync(() => serverOf(options, listener, respondToClientError))
  yield* Effect.acquireRelease(open(server, options), () =>
    Effect.zipRight(Effect.sync(onClosing), drain(server, options.partingMs ?? defaultPartingMs))
  )
  const { address, port } = server.address() as AddressInfo
  return { address, port }
})

/**
 * Node answers some requests itself with an empty body. Here the listener or the client-error responder answers them.
 */
const serverOf = (options: ListenOptions, listener: Listener, respondToClientError: ClientErrorResponder) => {
  const { headersTimeoutMs = defaultHeadersTimeoutMs, requestTimeoutMs = defaultRequestTimeoutMs } = options
  const answers = new WeakMap<Duplex, ServerResponse>()
  const answer: Listener = (request, response) => {
    answers.set(request.socket, response)
    limitTime(request, requestTimeoutMs, () =>
      server.emit("clientError", Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), request.socket)
    )
    listener(request, response)
  }
  const server = createServer({
    keepAliveTimeout: keepAliveMs,
    headersTimeout: headersTimeoutMs,
    // Node would apply it to files that take long as well; `limitTime` does not.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(checkMs, headersTimeoutMs),
    maxHeaderSize,
    requireHostHeader: false
  })
  cutStalled(server, options.stalledMs ?? defaultStalledMs, (socket) => answers.get(socket))
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, answer)
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = answers.get(socket)
    const isAnswering = response?.headersSent === true && !response.writableEnded
    const isDisconnected = !socket.writable || error.code === "ECONNRESET"
    if (isDisconnected || isAnswering || !(socket instanceof Socket)) return socket.destroy()
    socket.end(respondToClientError(socket, error.code))
  })
  server.on("connect", (_, socket) => {
    if (socket instanceof Socket) socket.end(respondToClientError(socket, "CONNECT"))
    else socket.destroy()
  })
  return server
}

/**
 * Closes connections that are idle, or whose client neither reads nor closes. A connection with a response in progress
 * stays open.
 */
const cutStalled = (
  server: Server,
  stalledMs: number,
  answerOn: (socket: Duplex) => ServerResponse | undefined
): void => {
  server.timeout = stalledMs
  server.on("timeout", (socket: Socket) => {
    const isBusy = answerOn(socket)?.writableFinished === false
    if (!isBusy || socket.writableLength > 0 || socket.writableEnded) socket.destroy()
  })
}

const open = (server: Server, { host, port }: { readonly host: string; readonly port: number }) =>
  Effect.async<void, ListenFailure>((resume) => {
    server.once("error", (error: NodeJS.ErrnoException) => resume(Effect.fail(failureOf(host, port, error))))
    server.listen({ host, port }, () => resume(Effect.void))
  })

const failureOf = (host: string, port: number, error: NodeJS.ErrnoException) => {
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: "another process already uses this port; stop it or choose another port",
    EACCES: "this user may not listen on that port; choose a port above 1023",
    EADDRNOTAVAIL: "this machine does not have that address; choose one of its own",
    ENOTFOUND: "the host name does not exist; check its spelling"
  }
  const message = `cannot listen on ${host}:${port}: ${why[error.code ?? ""] ?? error.message}`
  return new ListenFailure({ host, port, taken: error.code === "EADDRINUSE", message })
}

/** Keep-alive connections do not end by themselves, so idle ones are closed after `partingMs`. */
const drain = (server: Server, partingMs: number) =>
  Effect.async<void>((resume) => {
    let sweep: NodeJS.Timeout | undefined
    const parting = setTimeout(() => {
      sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
    }, partingMs)
    const cut = setTimeout(() => server.closeAllConnections(), drainMs)
    // The HTTP server's own `close` would close idle connections immediately.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(parting)
      clearInterval(sweep)
      clearTimeout(cut)
      resume(Effect.void)
    })
  })

export interface ServeOptions extends ListenerOptions {
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  /** How long idle connections may still send a request during shutdown, in milliseconds; 500 by default. */
  readonly partingMs?: number
  /** Time limit for the headers of a request, in milliseconds; 10 seconds by default. */
  readonly headersTimeoutMs?: number
  /** Time limit for a whole request to arrive, in milliseconds; 30 seconds by default. */
  readonly requestTimeoutMs?: number
  /**
   * How long a client may read nothing of a response before its connection is closed, in milliseconds; 30 seconds by
   * default.
   */
  readonly stalledMs?: number
}

/**
 * Serves the API until the scope closes and returns the address it listens on. Fails if the port is in use or if the
 * keys cannot be read. `refreshMetrics` updates this process's metrics for an exporter.
 * `takeDelays` answers the delays of its event loop since it was asked last.
 */
export const serve = Effect.fn("serve")(function* (options: ServeOptions) {
  const { close, listener, refreshMetrics, respondToClientError: stray, takeDelays } = yield* apiListener(options)
  const listening = yield* listen(options, listener, close, stray)
  return { ...listening, refreshMetrics, takeDelays }
})
