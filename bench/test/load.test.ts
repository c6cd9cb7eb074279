import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type RequestListener, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { load } from "../support/load.js"

const listening = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.async<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(listener)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )

const options = { path: "/some?where", headers: { authorization: "Bearer x" }, status: 200, connections: 4, seconds: 1 }
const portOf = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port

describe("load", () => {
  it.scopedLive("counts complete answers, also long ones, over keep-alive connections", () =>
    Effect.gen(function* () {
      let requestCount = 0
      const seen = new Set<string>()
      const server = yield* listening((request, response) => {
        requestCount++
        seen.add(`${request.method} ${request.url} ${request.headers.authorization} ${request.socket.remotePort}`)
        response.setHeader("content-length", 300_000)
        response.end("x".repeat(300_000))
      })
      const perSecond = yield* load({ ...options, port: portOf(server) })
      expect(seen.size).toBe(4)
      expect(Array.from(seen).every((one) => one.startsWith("GET /some?where Bearer x"))).toBe(true)
      expect(perSecond).toBeGreaterThan(0)
      // The active request of each connection at the end is not counted.
      expect(perSecond * options.seconds).toBeLessThanOrEqual(requestCount)
    })
  )

  it.scopedLive("counts answers without a body", () =>
    Effect.gen(function* () {
      const server = yield* listening((_, response) => void response.writeHead(304).end())
      expect(yield* load({ ...options, port: portOf(server), status: 304 })).toBeGreaterThan(0)
    })
  )

  it.scopedLive("fails on an unexpected status", () =>
    Effect.gen(function* () {
      const server = yield* listening((_, response) => void response.writeHead(429, { "content-length": 0 }).end())
      const failure = yield* Effect.flip(load({ ...options, port: portOf(server) }))
      expect(failure.message).toContain("answered 429 instead of 200")
    })
  )
})
