import { Data, Effect } from "effect"
import { type Server, createServer } from "node:http"
import { type AddressInfo, Server as NetServer } from "node:net"
import type { Listener } from "./Front.js"

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

interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly partingMs?: number
}

/**
 * Listens for as long as the scope lives. When it closes, no new connection is taken, requests in flight get their
 * answer, and ten seconds later whatever is left is cut.
 */
export const listen = Effect.fn("listen")(function*(options: ListenOptions, listener: Listener, onClosing: () => void) {
  const server = yield* Effect.sync(() => createServer({ keepAliveTimeout: keepAliveMs, requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 32_768 }, listener))
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return socket.destroy()
    socket.end(unreadable(error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400))
  })
  yield* Effect.acquireRelease(
    open(server, options),
    () => Effect.zipRight(Effect.sync(onClosing), drain(server, options.partingMs ?? defaultPartingMs))
  )
  const { address, port } = server.address() as AddressInfo
  return { address, port }
})

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

/** For what is not even HTTP, so that no listener sees it. */
const unreadable = (status: 400 | 431) => {
  const reason = status === 400 ? "Bad request" : "Request header fields too large"
  const body = JSON.stringify({ error: reason, status })
  return `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`
}
