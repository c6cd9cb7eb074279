import { SourceFailure } from "@daybook/core/sync"
import { Effect, type Scope } from "effect"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Asked } from "./Asked.js"

const page = (text: string) =>
  `<!doctype html><meta charset="utf-8"><title>Daybook</title><body style="font: 1.2rem system-ui; margin: 4rem auto; max-width: 32rem"><p>${text}</p></body>`

/** Listens on this machine alone for a browser that is sent back. Gives the port. What `accept` refuses was not this login's. */
export const loopback = (asked: Asked, accept: (params: URLSearchParams) => boolean): Effect.Effect<number, SourceFailure, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<Server, SourceFailure>((resume) => {
      const server = createServer((request, response) => {
        const url = new URL(request.url ?? "/", "http://127.0.0.1")
        const accepted = request.method === "GET" && url.pathname === "/callback" && accept(url.searchParams)
        response.writeHead(accepted ? 200 : 404, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", connection: "close" })
        response.end(page(accepted ? "That is all: go back to the terminal. This window can be closed." : "This address does not belong to the login that the terminal waits for."))
      })
      server.once("error", (error) => resume(Effect.fail(cannotListen(asked, error))))
      server.listen(asked.port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
        server.closeIdleConnections()
      })
  ).pipe(Effect.map((server) => (server.address() as AddressInfo).port))

const cannotListen = (asked: Asked, error: Error) =>
  new SourceFailure({
    source: asked.id,
    state: "unavailable",
    message: `port ${asked.port} cannot be listened on (${"code" in error ? String(error.code) : error.message})`,
    next: "give another one with --port, or none"
  })
