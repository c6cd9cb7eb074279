import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { Agent, get } from "node:http"
import { ListenFailure } from "../src/index.js"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"
import { raw } from "./support/raw.js"

/**
 * Sends requests on one connection until a response closes it; returns their number. Dies if the connection closes
 * earlier.
 */
const untilSentAway = (url: string, hear: (count: number) => void) =>
  Effect.promise(
    () =>
      new Promise<number>((resolve, reject) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        const ask = (count: number) => {
          hear(count)
          const request = get(`${url}/v1/health`, { agent }, (response) => {
            response.resume()
            response.on("end", () => {
              if (response.headers.connection === "close") resolve(count)
              else setTimeout(() => ask(count + 1), 1)
            })
          })
          request.on("error", reject)
        }
        ask(1)
      })
  )

describe("serve", () => {
  it.live("finishes requests in flight when its scope closes, and accepts no new ones", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const stage = yield* Scope.extend(host(), scope)
      const path = `${stage.url}/v1/listening/recent`
      const begun = yield* Deferred.make<void>()
      const mayEnd = yield* Deferred.make<void>()
      // Keep-alive connections must not delay the shutdown.
      yield* ask(`${stage.url}/v1/health`)
      stage.trouble.wait = Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(mayEnd))
      const inFlight = yield* Effect.fork(ask(path, { key: stage.read }))
      yield* Deferred.await(begun)
      const closed = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* Effect.retry(
        Effect.flip(Effect.tryPromise(() => fetch(`${stage.url}/v1/health`, { headers: { connection: "close" } }))),
        { times: 500 }
      )
      yield* Deferred.succeed(mayEnd, undefined)
      const answer = yield* Fiber.join(inFlight)
      expect(answer.status).toBe(200)
      expect(answer.json.data).toHaveLength(10)
      yield* Fiber.join(closed)
    })
  )

  it.live("closes busy keep-alive connections with a response", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const stage = yield* Scope.extend(host({ partingMs: 9_000 }), scope)
      const counts = Array.from({ length: 8 }, () => 0)
      const clients = yield* Effect.forEach(counts, (_, index) =>
        Effect.fork(
          untilSentAway(stage.url, (count) => {
            counts[index] = count
          })
        )
      )
      yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => Math.min(...counts) > 6 })
      yield* Scope.close(scope, Exit.void)
      const answered = yield* Effect.forEach(clients, Fiber.join)
      expect(Math.min(...answered)).toBeGreaterThan(5)
    })
  )

  it.scoped("reports the port that is in use", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const port = Number(new URL(url).port)
      const failure = yield* Effect.flip(host({ port }))
      expect(failure).toBeInstanceOf(ListenFailure)
      expect(failure).toMatchObject({
        port,
        taken: true,
        message: `cannot listen on 127.0.0.1:${port}: another process already uses this port; stop it or choose another port`
      })
    })
  )

  it.scoped("answers input that is not HTTP with the error envelope", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const garbage = yield* raw(url, "HELLO\r\n\r\n")
      expect(garbage).toMatch(/^HTTP\/1\.1 400 /)
      expect(garbage.split("\r\n\r\n")[1]).toBe(
        '{"error":"the request is not valid HTTP/1.1; check the request line and the headers","status":400}'
      )
      const long = yield* raw(url, `GET /v1/health HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`)
      expect(long).toMatch(/^HTTP\/1\.1 431 /)
    })
  )

  it.scoped("keeps idle connections open longer than proxies do", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const answer = yield* raw(
        url,
        "GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      )
      expect(Number(/^Keep-Alive: timeout=(\d+)/im.exec(answer)?.[1])).toBeGreaterThan(60)
    })
  )

  it.scoped("handles unusual request lines", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const status = (line: string) =>
        Effect.map(raw(url, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`), (answer) =>
          answer.slice(9, 12)
        )
      expect(yield* status("OPTIONS *")).toBe("204")
      expect(yield* status("GET http://elsewhere.example/v1/health")).toBe("404")
      expect(yield* status("GET /v1/health#x")).toBe("404")
      expect(yield* status("GET //v1/health")).toBe("404")
      expect(yield* status("GET /v1/health?")).toBe("200")
      expect(yield* status("TRACE /v1/listening/recent")).toBe("401")
    })
  )

  it.scoped("serves pages that load nothing from other hosts", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      for (const path of ["/", "/docs", "/docs/changes"]) {
        const page = yield* ask(url + path)
        expect(page.status).toBe(200)
        expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
        const policy = page.headers.get("content-security-policy")!
        expect(policy).toMatch(/^default-src 'none'; script-src ('self'|'none'|'sha256-[\w+/=]+'); /)
        expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/)
        expect(page.text).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="?(https?:)?\/\//)
        expect(page.text).not.toMatch(/url\(["']?(https?:)?\/\/|@import/)
      }
      expect((yield* ask(`${url}/docs`)).text).toContain("/v1/listening/streaks")
      const files = Array.from(
        (yield* ask(`${url}/`)).text.matchAll(/(?:src|href)="(assets\/[^"]+)"/g),
        ([, path]) => path!
      )
      expect(files.filter((file) => /\.(js|css)$/.test(file)).length).toBeGreaterThanOrEqual(2)
      for (const file of files) {
        const asset = yield* ask(`${url}/${file}`)
        expect([asset.status, asset.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"])
      }
      const redirect = yield* ask(`${url}/openapi.json`)
      expect([redirect.status, redirect.headers.get("location")]).toEqual([301, "/v1/openapi.json"])
    })
  )
})
