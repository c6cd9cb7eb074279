import { describe, expect, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { type Socket, connect, createConnection } from "node:net"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

const lines = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const mb = 1_048_576

/** A client that sends a request and never reads; its connection ends with the test. */
const silent = (url: string, text: string): Effect.Effect<Socket, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<Socket>((resume) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
        socket.write(text, () => resume(Effect.succeed(socket)))
      )
      socket.on("error", () => {})
      socket.pause()
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** The number of bytes that the client reads until the host closes the connection. */
const bytesRead = (socket: Socket) =>
  Effect.async<number>((resume) => {
    let bytes = 0
    socket.on("data", (chunk) => (bytes += chunk.byteLength))
    socket.on("close", () => resume(Effect.succeed(bytes)))
    socket.resume()
  })

/** The error of a client that keeps its side of the connection open after the response. */
const letGo = (url: string, text: string) =>
  Effect.async<string>((resume) => {
    const socket = createConnection({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true })
    socket.on("connect", () => socket.write(text))
    socket.on("error", (error: NodeJS.ErrnoException) => resume(Effect.succeed(error.code ?? "")))
    socket.on("end", () => {
      const knock = setInterval(() => socket.write("x"), 200)
      socket.on("close", () => clearInterval(knock))
    })
    socket.resume()
  })

describe("clients that never close their connection", () => {
  it.scopedLive(
    "are disconnected after any response",
    () =>
      Effect.gen(function* () {
        const { url } = yield* host({ headersTimeoutMs: 200, requestTimeoutMs: 400, stalledMs: 100 })
        const begun = "POST /v1/webhooks/nobody HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
        for (const text of ["GET /v1/health HTTP/1.1\r\nHost", begun, "GARBAGE\r\n\r\n"]) {
          expect(yield* letGo(url, text), text).toMatch(/EPIPE|ECONNRESET/)
        }
      }),
    30_000
  )
})

describe("clients that do not read their responses", () => {
  it.scopedLive(
    "share one copy of a cached response",
    () =>
      Effect.gen(function* () {
        const { url } = yield* host()
        const path = "/v1/openapi.json"
        expect((yield* ask(url + path)).text.length).toBeGreaterThan(mb)
        yield* ask(url + path)
        const before = process.memoryUsage().rss
        yield* Effect.forEach(Array.from({ length: 150 }), () => silent(url, lines(path).repeat(8)), {
          concurrency: 10
        })
        // The host serves what came first first.
        yield* Effect.repeatN(ask(`${url}/v1/health`), 9)
        expect((process.memoryUsage().rss - before) / mb).toBeLessThan(100)
      }),
    60_000
  )

  it.scopedLive(
    "are disconnected after reading nothing for a while",
    () =>
      Effect.gen(function* () {
        const { url } = yield* host({ stalledMs: 100 })
        const path = "/v1/openapi.json"
        const { length } = (yield* ask(url + path)).text
        const socket = yield* silent(url, lines(path).repeat(40))
        yield* Effect.sleep("1 second")
        expect(yield* bytesRead(socket)).toBeLessThan(length * 40)
      }),
    60_000
  )

  it.scopedLive(
    "stay connected if the response is slow or they read slowly",
    () =>
      Effect.gen(function* () {
        const stage = yield* host({ stalledMs: 100 })
        stage.trouble.wait = Effect.sleep("500 millis")
        expect((yield* ask(`${stage.url}/v1/listening/recent`, { key: stage.read })).status).toBe(200)
        const path = "/v1/openapi.json"
        const { length } = (yield* ask(stage.url + path)).text
        const socket = yield* silent(stage.url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
        expect(yield* bytesRead(socket)).toBeGreaterThan(length)
      }),
    60_000
  )
})
