import { NodeHttpClient } from "@effect/platform-node"
import { expect, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { createServer as createWebServer } from "node:http"
import { type AddressInfo, createServer, type Server } from "node:net"
import { reach } from "../../../src/sources/provider/index.js"

/** A server on a port of its own, gone with the scope. */
const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.async<number>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))),
    () => Effect.sync(() => void server.close())
  )

/** A port that nobody listens at. */
const deserted = Effect.scoped(listening(createServer()))

layer(NodeHttpClient.layerUndici)("reaching a provider", (it) => {
  it.scoped("is any answer at all, of its host alone", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const port = yield* listening(createWebServer((request, response) => {
        asked.push(request.url ?? "")
        response.writeHead(503).end("not now")
      }))
      expect(yield* reach(`http://127.0.0.1:${port}/private-feed/basic.ics?token=secret`)).toEqual(Option.none())
      expect(asked).toEqual(["/"])
    }))

  it.scoped("is a line that opens, where mail is read", () =>
    Effect.gen(function*() {
      const port = yield* listening(createServer((socket) => socket.destroy()))
      expect(yield* reach(`imap://127.0.0.1:${port}`)).toEqual(Option.none())
    }))

  it.effect("fails with the host's name and what is in the way", () =>
    Effect.gen(function*() {
      const port = yield* deserted
      expect(yield* reach(`http://127.0.0.1:${port}/private-feed?token=secret`)).toEqual(Option.some(`http://127.0.0.1:${port} cannot be reached: connection refused`))
      expect(yield* reach(`imap://127.0.0.1:${port}`)).toEqual(Option.some(`127.0.0.1:${port} cannot be reached: connection refused`))
    }))
})
