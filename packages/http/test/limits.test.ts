import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { clientAddress, isProxy } from "../src/front/clientAddress.js"
import { type Host, host } from "./support/host.js"
import { type Answer, ask } from "./support/http.js"

const rate = ({ headers }: Answer) => ({
  limit: Number(headers.get("x-ratelimit-limit")),
  remaining: Number(headers.get("x-ratelimit-remaining")),
  reset: Number(headers.get("x-ratelimit-reset")),
  retry: headers.get("retry-after")
})

const health = (stage: Host, key?: string) => ask(`${stage.url}/v1/health`, { key })

describe("the rate limit", () => {
  it.scoped("lets through exactly the limit in any sixty seconds, to the millisecond", () =>
    Effect.gen(function*() {
      const stage = yield* host({ rateLimit: 3 })
      const start = stage.clock.now
      for (const [at, remaining] of [[0, 2], [10_000, 1], [59_999, 0]] as const) {
        stage.clock.now = start + at
        const answer = yield* health(stage, stage.read)
        expect(answer.status).toBe(200)
        expect(rate(answer)).toEqual({ limit: 3, remaining, reset: (start + 60_000) / 1_000, retry: null })
      }
      const refused = yield* health(stage, stage.read)
      expect(refused.json).toEqual({ error: "Too Many Requests", status: 429 })
      expect(rate(refused)).toEqual({ limit: 3, remaining: 0, reset: (start + 60_000) / 1_000, retry: "1" })

      stage.clock.now = start + 60_000
      expect((yield* health(stage, stage.read)).status).toBe(200)
      const again = yield* health(stage, stage.read)
      expect(again.status).toBe(429)
      expect(rate(again).reset).toBe((start + 70_000) / 1_000)
      expect(rate(again).retry).toBe("10")
    }))

  it.scoped("does not count what it refuses", () =>
    Effect.gen(function*() {
      const stage = yield* host({ rateLimit: 2 })
      yield* health(stage, stage.read)
      yield* health(stage, stage.read)
      for (let second = 1; second < 60; second += 7) {
        stage.clock.now += 7_000
        expect((yield* health(stage, stage.read)).status).toBe(429 * Number(second < 57) + 200 * Number(second >= 57))
      }
    }))

  it.scoped("never lets more than the limit through, whenever they come", () =>
    Effect.gen(function*() {
      const stage = yield* host({ rateLimit: 5 })
      const gaps = fc.sample(fc.array(fc.oneof(fc.constantFrom(0, 1, 12_000, 59_999, 60_000), fc.nat(30_000)), { minLength: 120, maxLength: 120 }), { numRuns: 1, seed: 7 })[0]!
      const passed: Array<number> = []
      for (const gap of gaps) {
        stage.clock.now += gap
        if ((yield* health(stage, stage.read)).status === 200) passed.push(stage.clock.now)
        const inWindow = passed.filter((at) => at > stage.clock.now - 60_000)
        expect(inWindow.length).toBeLessThanOrEqual(5)
      }
      expect(passed.length).toBeGreaterThan(60)
    }))

  it.scoped("counts a request once, whatever becomes of it", () =>
    Effect.gen(function*() {
      const stage = yield* host({ rateLimit: 100 })
      const paths = ["/v1/listening/recent", "/v1/listening/recent", "/v1/listening/recent?limit=0", "/nope", "/v1/admin/keys", "/v1/health"]
      for (const [index, path] of paths.entries()) {
        expect(rate(yield* ask(stage.url + path, { key: stage.read })).remaining, path).toBe(99 - index)
      }
      // Pages have an allowance of their own, twenty times as large.
      for (const [index, path] of ["/v1/openapi.json", "/docs", "/"].entries()) {
        expect(rate(yield* ask(stage.url + path, { key: stage.read })).remaining, path).toBe(1_999 - index)
      }
      const { headers } = yield* ask(`${stage.url}/v1/listening/recent`, { key: stage.read })
      const unchanged = yield* ask(`${stage.url}/v1/listening/recent`, { key: stage.read, headers: { "if-none-match": headers.get("etag")! } })
      expect(unchanged.status).toBe(304)
      expect(rate(unchanged).remaining).toBe(99 - paths.length - 1)
    }))

  it.scoped("counts keys and addresses apart, and gives a key its own limit", () =>
    Effect.gen(function*() {
      const stage = yield* host({ rateLimit: 2 })
      const wide = yield* stage.keys.create({ name: "wide", scope: "read", rateLimit: 4 })
      for (const key of [stage.read, stage.admin, undefined]) {
        expect((yield* health(stage, key)).status).toBe(200)
        expect((yield* health(stage, key)).status).toBe(200)
        expect((yield* health(stage, key)).status).toBe(429)
      }
      for (const remaining of [3, 2, 1, 0]) expect(rate(yield* health(stage, wide.token))).toMatchObject({ limit: 4, remaining })
      expect((yield* health(stage, wide.token)).status).toBe(429)
      // A key that is not known is the address's affair, and the limit comes before the key.
      expect((yield* ask(`${stage.url}/v1/listening/recent`, { key: `${stage.read}x` })).status).toBe(429)
    }))

  it.scoped("tells addresses behind a trusted proxy apart, and believes nobody else", () =>
    Effect.gen(function*() {
      const from = (url: string, forwarded: string) => ask(`${url}/v1/health`, { headers: { "x-forwarded-for": forwarded } })
      const trusting = yield* host({ rateLimit: 1, trustedProxies: ["127.0.0.0/8"] })
      expect((yield* from(trusting.url, "198.51.100.1")).status).toBe(200)
      expect((yield* from(trusting.url, "198.51.100.2")).status).toBe(200)
      expect((yield* from(trusting.url, "203.0.113.9, 198.51.100.1")).status).toBe(429)
      const wary = yield* host({ rateLimit: 1 })
      expect((yield* from(wary.url, "198.51.100.1")).status).toBe(200)
      expect((yield* from(wary.url, "198.51.100.2")).status).toBe(429)
    }))
})

describe("clientAddress", () => {
  const address = (peer: string, forwarded?: string, trusted: ReadonlyArray<string> = ["10.0.0.0/8", "::1"]) =>
    clientAddress(trusted)({ socket: { remoteAddress: peer }, headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded } } as never)

  it("reads the chain from the right, as far as trusted proxies wrote it", () => {
    expect(address("10.0.0.1", "203.0.113.7")).toBe("203.0.113.7")
    expect(address("::ffff:10.0.0.1", "203.0.113.7")).toBe("203.0.113.7")
    expect(address("::1", "1.1.1.1, 203.0.113.7, 10.2.3.4")).toBe("203.0.113.7")
    expect(address("203.0.113.1", "1.1.1.1")).toBe("203.0.113.1")
    expect(address("10.0.0.1", "unknown")).toBe("10.0.0.1")
    expect(address("10.0.0.1", "10.0.0.2")).toBe("10.0.0.1")
    expect(address("10.0.0.1", "1.1.1.1", [])).toBe("10.0.0.1")
  })

  it("knows an address in each spelling that a proxy gives it", () => {
    const spellings = [
      "203.0.113.7", "203.0.113.7:4711", " 203.0.113.7 ", "::ffff:203.0.113.7", "[::ffff:203.0.113.7]:4711", "::FFFF:cb00:7107",
      "0:0:0:0:0:ffff:203.0.113.7"
    ]
    for (const spelling of spellings) expect(address("10.0.0.1", spelling), spelling).toBe("203.0.113.7")
  })

  it("counts an IPv6 subscriber once", () => {
    const one = address("2001:db8:1:2:3:4:5:6")
    expect(one).toBe("2001:db8:1:2/64")
    expect(address("2001:DB8:1:2::9")).toBe(one)
    expect(address("2001:db8:1:3::9")).not.toBe(one)
    expect(address("2001:db8::9")).toBe("2001:db8:0:0/64")
    expect(address("fe80::1%eth0")).toBe("fe80:0:0:0/64")
  })

  it("knows what a proxy can be", () => {
    expect(["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"].filter(isProxy)).toHaveLength(4)
    expect(["", "localhost", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0", "::1/129"].filter(isProxy)).toEqual([])
  })
})
