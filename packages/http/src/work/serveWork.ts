import type { Scope as KeyScope } from "@daybook/core/keys"
import type { StorageFailure } from "@daybook/core/shared"
import { Effect, Runtime } from "effect"
import { createServer, type Server } from "node:http"
import type { Listener } from "../front/Front.js"
import { insideToken, unlimited } from "../inside.js"
import { apiListener } from "../listener.js"
import { contentType } from "../metrics/exposition.js"
import { metricsPath } from "../pages/pages.js"
import { scopeHeader } from "./forward.js"

/** Nobody outside reaches this listener, and the answering process has the cache. */
const closedToOthers = { rateLimit: Infinity, corsOrigins: [], trustedProxies: [], streamMax: 0, cacheBytes: 0 }

interface WorkOptions {
  readonly version: string
  /** Learns what the answering process has committed before it passed a request on. */
  readonly catchUp: Effect.Effect<void, StorageFailure>
}

/**
 * Answers what the answering process passes on, on a socket that only this user reaches, until the scope closes. Each
 * request has been admitted there.
 */
export const serveWork = Effect.fn("serveWork")(function* (socketPath: string, { catchUp, version }: WorkOptions) {
  const options = { version, ...closedToOthers }
  const { close, listenerAs, metricsPage, refreshMetrics, takeDelays } = yield* apiListener(options, unlimited)
  const runtime = yield* Effect.runtime()
  const listeners: Readonly<Record<Exclude<KeyScope, "publish"> | "none", Listener>> = {
    admin: listenerAs("admin"),
    read: listenerAs("read"),
    none: listenerAs(undefined)
  }
  const listener: Listener = (request, response) => {
    if (request.url === metricsPath) {
      const send = Effect.map(metricsPage, (text) => response.writeHead(200, { "Content-Type": contentType }).end(text))
      return void Runtime.runFork(runtime)(send)
    }
    const scope = request.headers[scopeHeader]
    if (scope === "admin" || scope === "read") request.headers.authorization = insideToken
    const answer = () => listeners[scope === "admin" || scope === "read" ? scope : "none"](request, response)
    Runtime.runFork(runtime)(Effect.zipRight(Effect.ignoreLogged(catchUp), Effect.sync(answer)))
  }
  // The answering process limits the time of its clients. Idle connections stay: one that was closed here just when it
  // is used again would fail a request.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 0 }, listener)
  yield* Effect.acquireRelease(open(server, socketPath), () => Effect.zipRight(Effect.sync(close), end(server)))
  return { refreshMetrics, takeDelays }
})

const open = (server: Server, socketPath: string) =>
  Effect.async<void>((resume) => {
    server.once("error", (error) => resume(Effect.die(error)))
    server.listen(socketPath, () => resume(Effect.void))
  })

const end = (server: Server) =>
  Effect.async<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })
