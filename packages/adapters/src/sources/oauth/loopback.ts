import { SourceFailure } from "@daybook/core/sync"
import { Effect, type Scope } from "effect"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Asked } from "./Asked.js"

const page = (text: string) =>
  `<!doctype html><meta charset="utf-8"><title>Daybook</title><body style="font: 1.2rem system-ui; margin: 4rem auto; max-width: 32rem"><p>${text}</p></body>`

/** What a request asks for; null where that is no address, such as `//`. */
const addressed = (target: string): URL | null => URL.canParse(target, "http://127.0.0.1") ? new URL(target, "http://127.0.0.1") : null

/** Listens on this machine alone for a browser that is sent back. Gives the port. What `accept` refuses was not this login's. */
export const loopback = (asked: Asked, accept: (params: URLSearchParams) => boolean): Effect.Effect<number, SourceFailure, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<Server, SourceFailure>((resume) => {
      const server = createServer((request, response) => {
        const url = addressed(request.url ?? "/")
        const accepted = request.method === "GET" && url?.pathname === "/callback" && accept(url.searchParams)
        response.writeHead(accepted ? 200 : 404, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", connection: "close" })
        response.end(page(accepted ? "That is all: go back to the terminal. This window can be closed." : "This address does not belong to the login that the terminal waits for."))
      })
      server.once("error", (error) => resume(Effect.fail(cannotListen(asked, error))))
      server.listen(asked.port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
        // Browsers open connections in advance, which are not idle to Node before their first request: the command would wait
        // for them. By then what the last answer said is on its way.
        setImmediate(() => server.closeAllConnections())
      })
  ).pipe(Effect.map((server) => (server.address() as AddressInfo).port))

const cannotListen = (asked: Asked, error: Error) =>
  new SourceFailure({
    source: asked.id,
    state: "unavailable",
    message: `port ${asked.port} cannot be listened on (${"code" in error ? String(error.code) : error.message})`,
    next: "give another one with --port, or none"
  })
