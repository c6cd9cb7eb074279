import { Data, Effect } from "effect"
import { type Server, type ServerResponse, createServer } from "node:http"
import { type AddressInfo, Server as NetServer, Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { Listener } from "./Front.js"
import type { AnswerStray } from "./front/strays.js"

/** The host cannot listen where it was told to. `taken` says that somebody else does. */
export class ListenFailure extends Data.TaggedError("ListenFailure")<{
  readonly host: string
  readonly port: number
  readonly taken: boolean
  readonly message: string
}> {}

/**
 * How long an idle connection is kept. Longer than proxies keep theirs (a minute, usually): where this side hangs up
 * first, it does so now and then on a request that is already on its way.
 */
const keepAliveMs = 75_000
/** How long a request in flight may go on once the host is going down. */
const drainMs = 10_000
/**
 * How long an idle connection may still ask once the host is going down. It is told to close with the answer; hung up
 * on at once, whoever asks again and again would find a request cut that was on its way already.
 */
const defaultPartingMs = 500
const sweepMs = 25
/** How long a request may take to arrive: its headers, and all of it. */
const defaultHeadersTimeoutMs = 10_000
const defaultRequestTimeoutMs = 30_000
/** How long a client may read nothing of an answer before its connection is cut. */
const defaultStalledMs = 30_000
/** How often Node looks for those that took longer. */
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
 * Listens for as long as the scope lives. When it closes, no new connection is taken, requests in flight get their
 * answer, and ten seconds later whatever is left is cut.
 */
export const listen = Effect.fn("listen")(function*(
  options: ListenOptions,
  listener: Listener,
  onClosing: () => void,
  stray: AnswerStray
) {
  const server = yield* Effect.sync(() => serverOf(options, listener, stray))
  yield* Effect.acquireRelease(
    open(server, options),
    () => Effect.zipRight(Effect.sync(onClosing), drain(server, options.partingMs ?? defaultPartingMs))
  )
  const { address, port } = server.address() as AddressInfo
  return { address, port }
})

/** Node answers some requests itself, with an empty body. Here all go through the listener, or are strays. */
const serverOf = (options: ListenOptions, listener: Listener, stray: AnswerStray) => {
  const { headersTimeoutMs = defaultHeadersTimeoutMs, requestTimeoutMs = defaultRequestTimeoutMs } = options
  const answers = new WeakMap<Duplex, ServerResponse>()
  const answer: Listener = (request, response) => {
    answers.set(request.socket, response)
    listener(request, response)
  }
  const server = createServer({
    keepAliveTimeout: keepAliveMs,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(checkMs, headersTimeoutMs),
    maxHeaderSize,
    requireHostHeader: false
  })
  cutStalled(server, options.stalledMs ?? defaultStalledMs, (socket) => answers.get(socket))
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, answer)
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const begun = answers.get(socket)
    const isAnswering = begun?.headersSent === true && !begun.writableEnded
    const isGone = !socket.writable || error.code === "ECONNRESET"
    if (isGone || isAnswering || !(socket instanceof Socket)) return socket.destroy()
    socket.end(stray(socket, error.code))
  })
  server.on("connect", (_, socket) => {
    if (socket instanceof Socket) socket.end(stray(socket, "CONNECT"))
    else socket.destroy()
  })
  return server
}

/** Ends connections that are idle, or whose client neither reads nor closes. One whose answer is still being made is left alone. */
const cutStalled = (server: Server, stalledMs: number, answerOn: (socket: Duplex) => ServerResponse | undefined): void => {
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
    EADDRINUSE: "something else listens there already; choose another port",
    EACCES: "this user may not listen there; choose a port above 1023",
    EADDRNOTAVAIL: "this machine does not have that address",
    ENOTFOUND: "there is no such host name"
  }
  const message = `cannot listen on ${host}:${port}: ${why[error.code ?? ""] ?? error.message}`
  return new ListenFailure({ host, port, taken: error.code === "EADDRINUSE", message })
}

/** Connections that are kept alive do not end by themselves, so they are swept once they had time to. */
const drain = (server: Server, partingMs: number) =>
  Effect.async<void>((resume) => {
    let sweep: NodeJS.Timeout | undefined
    const parting = setTimeout(() => {
      sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
    }, partingMs)
    const cut = setTimeout(() => server.closeAllConnections(), drainMs)
    // Not the HTTP server's own way to close, which hangs up on idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(parting)
      clearInterval(sweep)
      clearTimeout(cut)
      resume(Effect.void)
    })
  })
