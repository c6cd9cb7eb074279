import { NodeHttpClient } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, Schema } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import * as Provider from "../../src/kit/provider/Provider.js"

const serve = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer(listener)
      server.listen(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`,
            close: () => {
              server.closeAllConnections()
              server.close()
            }
          })
        )
      )
    }),
    ({ close }) => Effect.sync(close)
  )

const ask = (baseUrl: string, more: Partial<Provider.ProviderOptions> = {}) =>
  Provider.make({
    source: "somewhere",
    name: "Somewhere",
    baseUrl,
    gap: Duration.zero,
    patience: Duration.zero,
    ...more
  }).pipe(
    Effect.flatMap((provider) =>
      provider.json(Schema.Struct({ path: Schema.String }), {
        path: "/below",
        query: () => ({ q: "a b&c=ü", key: "secret-key" })
      })
    ),
    Effect.provide(NodeHttpClient.layerUndici)
  )

describe("a provider over a real socket", () => {
  it.scopedLive("is asked as it is meant to be", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((request, response) => response.end(JSON.stringify({ path: request.url })))
      const { path } = yield* ask(url)
      expect(path).toBe("/base/below?q=a+b%26c%3D%C3%BC&key=secret-key")
    })
  )

  it.scopedLive("says what was wrong with the connection, and no address with a key in it", () =>
    Effect.gen(function* () {
      const { close, url } = yield* serve((_request, response) => response.end())
      close()
      const cut = yield* serve((request) => request.socket.destroy())
      const half = yield* serve((_request, response) => {
        response.writeHead(200, { "content-length": "1000" })
        response.write('{"path":', () => response.destroy())
      })
      const elsewhere = yield* serve((_request, response) =>
        response.writeHead(301, { location: "http://127.0.0.1:1/" }).end()
      )
      for (const [base, message] of [
        [url, "Somewhere cannot be reached: connection refused"],
        [cut.url, "Somewhere cut the connection"],
        [half.url, "Somewhere cut the connection"],
        [elsewhere.url, "Somewhere points elsewhere (HTTP 301)"]
      ] as const) {
        const failure = yield* Effect.flip(ask(base))
        expect(failure.message).toBe(message)
        expect(JSON.stringify(failure) + String(failure) + failure.next).not.toContain("secret-key")
      }
    })
  )

  it.scopedLive("is hung up on when it takes too long, with its answer half sent", () =>
    Effect.gen(function* () {
      let hungUp = 0
      const { url } = yield* serve((request, response) => {
        request.socket.on("close", () => hungUp++)
        response.writeHead(200)
        response.write("{")
      })
      const failure = yield* Effect.flip(ask(url, { timeout: Duration.millis(200) }))
      expect(failure.state).toBe("unavailable")
      yield* Effect.repeat(Effect.yieldNow(), { until: () => hungUp > 0 }).pipe(Effect.timeout("60 seconds"))
      expect(hungUp).toBe(1)
    })
  )

  it.scopedLive("is hung up on when it sends without end", () =>
    Effect.gen(function* () {
      let sent = 0
      const { url } = yield* serve((_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(65_536))) sent += 65_536
          if (!response.destroyed) response.once("drain", more)
        }
        more()
      })
      const failure = yield* Effect.flip(ask(url, { maxBytes: 1_048_576 }))
      expect(failure.message).toBe("Somewhere sends more than 1 MB in one answer")
      expect(sent).toBeLessThan(64 * 1_048_576)
    })
  )
})
