import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { type Answer, ask } from "./support/http.js"

const preflight = (url: string, origin: string) =>
  ask(url, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "GET", "access-control-request-headers": "authorization" }
  })

describe("pages of other origins", () => {
  it.scoped("may send requests if listed, and read the useful headers", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host({ corsOrigins: ["https://me.example", "https://also.example/"] })
      for (const origin of ["https://me.example", "https://also.example"]) {
        for (const [path, key] of [
          ["/v1/listening/recent", read],
          ["/v1/listening/recent", read],
          ["/v1/listening/recent", undefined],
          ["/nope", undefined],
          ["/v1/health", undefined]
        ] as const) {
          const { headers } = yield* ask(url + path, { key, headers: { origin } })
          expect(headers.get("access-control-allow-origin")).toBe(origin)
          expect(headers.get("access-control-expose-headers")!.split(", ")).toEqual(
            expect.arrayContaining([
              "X-RateLimit-Limit",
              "X-RateLimit-Remaining",
              "X-RateLimit-Reset",
              "Retry-After",
              "ETag",
              "X-Request-Id",
              "X-ThumbHash",
              "X-Dominant-Color",
              "X-Accent-Color",
              "Content-Disposition",
              "Link"
            ])
          )
          expect(headers.get("access-control-allow-credentials")).toBeNull()
          expect(headers.get("vary")).toContain("Origin")
        }
      }
    })
  )

  it.scoped("get preflight responses without a key", () =>
    Effect.gen(function* () {
      const { url } = yield* host({ corsOrigins: ["https://me.example"] })
      const allowed = yield* preflight(`${url}/v1/listening/recent`, "https://me.example")
      expect(allowed.status).toBe(204)
      expect(allowed.text).toBe("")
      expect(allowed.headers.get("access-control-allow-origin")).toBe("https://me.example")
      expect(allowed.headers.get("access-control-allow-methods")).toBe("GET, POST, PUT, PATCH, DELETE, OPTIONS")
      expect(allowed.headers.get("access-control-allow-headers")).toBe(
        "Authorization, Content-Type, If-None-Match, Last-Event-ID, X-Request-Id, traceparent, tracestate, b3"
      )
      expect(allowed.headers.get("access-control-max-age")).toBe("86400")
      expect(allowed.headers.get("x-ratelimit-limit")).not.toBeNull()
    })
  )

  it.scoped("are not allowed if not listed, including null", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host({ corsOrigins: ["https://me.example"] })
      for (const origin of [
        "https://other.example",
        "null",
        "https://me.example.evil.example",
        "http://me.example",
        ""
      ]) {
        const answer = yield* ask(`${url}/v1/listening/recent`, { key: read, headers: { origin } })
        expect(answer.status).toBe(200)
        expect(answer.headers.get("access-control-allow-origin")).toBeNull()
        const before = yield* preflight(`${url}/v1/listening/recent`, origin)
        expect(before.status).toBe(204)
        expect(before.headers.get("access-control-allow-methods")).toBeNull()
      }
    })
  )

  it.scoped("are all allowed by a star, without naming an origin", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host({ corsOrigins: ["*"] })
      for (const origin of ["https://other.example", "null"]) {
        expect(
          (yield* ask(`${url}/v1/listening/recent`, { key: read, headers: { origin } })).headers.get(
            "access-control-allow-origin"
          )
        ).toBe("*")
        expect(
          (yield* preflight(`${url}/v1/listening/recent`, origin)).headers.get("access-control-allow-origin")
        ).toBe("*")
      }
      expect((yield* ask(`${url}/v1/health`)).headers.get("access-control-allow-origin")).toBeNull()
    })
  )

  it.scoped("may send unlimited preflights, which are not counted", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host({ corsOrigins: ["*"], rateLimit: 3 })
      const left = (answer: Answer) => answer.headers.get("x-ratelimit-remaining")
      for (let count = 0; count < 20; count++) {
        const before = yield* preflight(`${url}/v1/listening/recent`, "https://me.example")
        expect([before.status, left(before)]).toEqual([204, "3"])
      }
      for (const remaining of ["2", "1", "0"]) expect(left(yield* ask(`${url}/v1/health`))).toBe(remaining)
      expect((yield* ask(`${url}/v1/health`)).status).toBe(429)
      const over = yield* preflight(`${url}/v1/listening/recent`, "https://me.example")
      expect([over.status, left(over), over.headers.get("retry-after")]).toEqual([204, "0", null])
      expect(over.headers.get("access-control-allow-origin")).toBe("*")
      expect((yield* ask(`${url}/v1/listening/recent`, { key: read })).status).toBe(200)
    })
  )
})
