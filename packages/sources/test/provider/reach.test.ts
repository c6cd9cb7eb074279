import { NodeHttpClient } from "@effect/platform-node"
import { expect, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { createServer as createWebServer } from "node:http"
import { type AddressInfo, createServer, type Server } from "node:net"
import { reachabilityProblem } from "../../../adapters/src/setup/reaching.js"

/** A server on its own port, closed with the scope. */
const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.async<number>(
      (resume) =>
        void server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    ),
    () => Effect.sync(() => void server.close())
  )

/** A port without a listener. */
const deserted = Effect.scoped(listening(createServer()))

layer(NodeHttpClient.layerUndici)("reaching a provider", (it) => {
  it.scoped("holds for any response, requested from the origin only", () =>
    Effect.gen(function* () {
      const requested: Array<string> = []
      const port = yield* listening(
        createWebServer((request, response) => {
          requested.push(request.url ?? "")
          response.writeHead(503).end("not now")
        })
      )
      expect(yield* reachabilityProblem(`http://127.0.0.1:${port}/private-feed/basic.ics?token=secret`)).toEqual(
        Option.none()
      )
      expect(requested).toEqual(["/"])
    })
  )

  it.scoped("holds for an IMAP port that accepts connections", () =>
    Effect.gen(function* () {
      const port = yield* listening(createServer((socket) => socket.destroy()))
      expect(yield* reachabilityProblem(`imap://127.0.0.1:${port}`)).toEqual(Option.none())
    })
  )

  it.effect("fails with the host and the reason", () =>
    Effect.gen(function* () {
      const port = yield* deserted
      expect(yield* reachabilityProblem(`http://127.0.0.1:${port}/private-feed?token=secret`)).toEqual(
        Option.some(`http://127.0.0.1:${port} cannot be reached: connection refused`)
      )
      expect(yield* reachabilityProblem(`imap://127.0.0.1:${port}`)).toEqual(
        Option.some(`127.0.0.1:${port} cannot be reached: connection refused`)
      )
    })
  )
})
