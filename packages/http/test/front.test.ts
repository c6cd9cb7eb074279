import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createConnection } from "node:net"
import { host } from "./support/host.js"
import { type RawAnswer, answersIn, raw } from "./support/raw.js"

const lines = (...all: ReadonlyArray<string>) => `${all.join("\r\n")}\r\n\r\n`
const close = "Connection: close"

/** Checks what every error response has in common. */
const expectError = (answer: RawAnswer | undefined, status: number) => {
  expect(answer?.status).toBe(status)
  expect(JSON.parse(answer!.body)).toEqual({ error: expect.any(String), status })
  const one = (name: string) => {
    expect(answer!.headers.get(name), name).toHaveLength(1)
    return answer!.headers.get(name)![0]!
  }
  expect(one("content-type")).toBe("application/json")
  expect(one("cache-control")).toBe("no-store")
  expect(one("x-content-type-options")).toBe("nosniff")
  expect(one("vary")).toContain("Origin")
  expect(one("x-request-id")).toMatch(/^[\w.-]+$/)
  for (const name of ["limit", "remaining", "reset"]) expect(one(`x-ratelimit-${name}`)).toMatch(/^\d+$/)
  expect(Date.parse(one("date"))).not.toBeNaN()
}

const send = (url: string, text: string) => Effect.map(raw(url, text), (answer) => answersIn(answer))

/** Sends the headers, then the body after `100 Continue`; returns everything received. */
const patientlySent = (url: string, head: string, body: string) =>
  Effect.async<string>((resume) => {
    let text = ""
    const socket = createConnection(Number(new URL(url).port), "127.0.0.1", () => socket.write(head))
    socket.on("data", (chunk) => {
      text += String(chunk)
      if (text.startsWith("HTTP/1.1 100 Continue\r\n\r\n") && socket.bytesWritten === Buffer.byteLength(head))
        socket.write(body)
    })
    socket.on("close", () => resume(Effect.succeed(text)))
    socket.on("error", () => {})
  })

describe("a malformed request", () => {
  it.scoped("is answered with the error envelope and the common headers", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const get = "GET /v1/health HTTP/1.1"
      const wrong: ReadonlyArray<readonly [number, string]> = [
        [400, lines(get, close)],
        [400, lines(get, "Host: a", "Host: b", close)],
        [400, lines(get, "Host: a", "hOST: a", close)],
        [400, lines(get, "Host: a b", close)],
        [400, lines(get, "Host: a/b", close)],
        [417, lines(get, "Host: a", "Expect: magic", close)],
        [400, "HELLO\r\n\r\n"],
        [400, lines(get, "Host: a", "No colon here", close)],
        [400, lines("POST /v1/health HTTP/1.1", "Host: a", "Content-Length: 5", "Transfer-Encoding: chunked", close)],
        [400, lines("CONNECT elsewhere.example:443 HTTP/1.1", "Host: elsewhere.example")],
        [431, lines(get, "Host: a", `X-Long: ${"x".repeat(40_000)}`)],
        [414, lines(`GET /v1/health?${"x".repeat(9_000)} HTTP/1.1`, "Host: a", close)]
      ]
      for (const [status, text] of wrong) {
        const answers = yield* send(url, text)
        expect(answers, text.slice(0, 60)).toHaveLength(1)
        expectError(answers[0], status)
      }
    })
  )

  it.scoped("is not one with an empty or unusual Host", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      for (const name of ["a", "a.example:8787", "[::1]:8787", "127.0.0.1", "", "xn--bcher-kva.example"]) {
        const [answer] = yield* send(url, lines("GET /v1/health HTTP/1.1", `Host: ${name}`, close))
        expect(answer?.status, name).toBe(200)
      }
      expect((yield* send(url, lines("GET /v1/health HTTP/1.0")))[0]?.status).toBe(200)
    })
  )

  it.scopedLive("is answered with 408 if it does not arrive in time", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host({ headersTimeoutMs: 300, requestTimeoutMs: 600 })
      const post = ["POST /v1/admin/keys HTTP/1.1", "Host: a", `Authorization: Bearer ${admin}`, "Content-Length: 20"]
      for (const text of ["", "GET /v1/health HTTP/1.1\r\nHost: a\r\n", `${lines(...post)}{`]) {
        const answers = yield* send(url, text)
        expect(answers).toHaveLength(1)
        expectError(answers[0], 408)
      }
    })
  )

  it.scoped("does not count against a limit if no request was read", () =>
    Effect.gen(function* () {
      const { url } = yield* host({ rateLimit: 2 })
      for (let count = 0; count < 5; count++) expectError((yield* send(url, "HELLO\r\n\r\n"))[0], 400)
      const [answer] = yield* send(url, lines("GET /v1/health HTTP/1.1", "Host: a", close))
      expect([answer?.status, answer?.headers.get("x-ratelimit-remaining")]).toEqual([200, ["1"]])
    })
  )
})

describe("a body that waits for 100 Continue", () => {
  const head = (key: string | undefined, length: number | "chunked", path = "/v1/admin/keys") =>
    lines(
      `POST ${path} HTTP/1.1`,
      "Host: a",
      "Content-Type: application/json",
      "Expect: 100-continue",
      close,
      length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`,
      ...(key === undefined ? [] : [`Authorization: Bearer ${key}`])
    )

  it.scoped("is requested once key, route and size are valid", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const body = JSON.stringify({ name: "patient" })
      const statuses = (text: string) => answersIn(text).map(({ status }) => status)
      expect(statuses(yield* patientlySent(url, head(admin, body.length), body))).toEqual([100, 201])
      const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      expect(statuses(yield* patientlySent(url, head(admin, "chunked"), chunk))).toEqual([100, 201])
      expect(statuses(yield* patientlySent(url, head(undefined, body.length), body))).toEqual([401])
      expect(statuses(yield* patientlySent(url, head(read, body.length), body))).toEqual([403])
      expect(statuses(yield* patientlySent(url, head(admin, body.length, "/nope"), body))).toEqual([404])
      const large = answersIn(yield* patientlySent(url, head(admin, 2_000_000), body))
      expectError(large[0], 413)
    })
  )

  it.scoped("closes the connection if it was not requested, since it may follow anyway", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const get = lines("GET /v1/health HTTP/1.1", "Host: a", "Expect: 100-continue", "Content-Length: 5")
      const answers = yield* send(url, get)
      expect(answers.map(({ headers, status }) => [status, headers.get("connection")])).toEqual([[200, ["close"]]])
    })
  )
})

describe("public responses", () => {
  it.scoped("have one Vary header without the key, computed or cached", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const varies = (path: string) =>
        Effect.map(send(url, lines(`GET ${path} HTTP/1.1`, "Host: a", close)), ([answer]) => [
          answer?.status,
          answer?.headers.get("vary")
        ])
      const picture = "/images/listening/albums/2?v=3&s=signed"
      for (const _ of ["made", "cached"]) {
        expect(yield* varies(picture)).toEqual([200, ["Accept, Origin"]])
        expect(yield* varies("/")).toEqual([200, ["Origin"]])
        expect(yield* varies("/v1/openapi.json")).toEqual([200, ["Origin"]])
      }
      expect(yield* varies("/v1/listening/recent")).toEqual([401, ["Authorization, Origin"]])
    })
  )
})
