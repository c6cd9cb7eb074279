import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { clientAddress, isProxy } from "../src/front/callers.js"
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
  it.scoped("allows exactly the limit in any 60 seconds, to the millisecond", () =>
    Effect.gen(function* () {
      const stage = yield* host({ rateLimit: 3 })
      const start = stage.clock.now
      for (const [at, remaining] of [
        [0, 2],
        [10_000, 1],
        [59_999, 0]
      ] as const) {
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
    })
  )

  it.scoped("does not count rejected requests", () =>
    Effect.gen(function* () {
      const stage = yield* host({ rateLimit: 2 })
      yield* health(stage, stage.read)
      yield* health(stage, stage.read)
      for (let second = 1; second < 60; second += 7) {
        stage.clock.now += 7_000
        expect((yield* health(stage, stage.read)).status).toBe(429 * Number(second < 57) + 200 * Number(second >= 57))
      }
    })
  )

  it.scoped("never allows more than the limit, at any timing", () =>
    Effect.gen(function* () {
      const stage = yield* host({ rateLimit: 5 })
      const gaps = fc.sample(
        fc.array(fc.oneof(fc.constantFrom(0, 1, 12_000, 59_999, 60_000), fc.nat(30_000)), {
          minLength: 120,
          maxLength: 120
        }),
        { numRuns: 1, seed: 7 }
      )[0]!
      const passed: Array<number> = []
      for (const gap of gaps) {
        stage.clock.now += gap
        if ((yield* health(stage, stage.read)).status === 200) passed.push(stage.clock.now)
        const inWindow = passed.filter((at) => at > stage.clock.now - 60_000)
        expect(inWindow.length).toBeLessThanOrEqual(5)
      }
      expect(passed.length).toBeGreaterThan(60)
    })
  )

  it.scoped("counts a request once, whatever its outcome", () =>
    Effect.gen(function* () {
      const stage = yield* host({ rateLimit: 100 })
      const paths = [
        "/v1/listening/recent",
        "/v1/listening/recent",
        "/v1/listening/recent?limit=0",
        "/nope",
        "/v1/admin/keys",
        "/v1/health",
        "/v1/openapi.json",
        "/docs"
      ]
      for (const [index, path] of paths.entries()) {
        expect(rate(yield* ask(stage.url + path, { key: stage.read })).remaining, path).toBe(99 - index)
      }
      const { headers } = yield* ask(`${stage.url}/v1/listening/recent`, { key: stage.read })
      const unchanged = yield* ask(`${stage.url}/v1/listening/recent`, {
        key: stage.read,
        headers: { "if-none-match": headers.get("etag")! }
      })
      expect(unchanged.status).toBe(304)
      expect(rate(unchanged).remaining).toBe(99 - paths.length - 1)
    })
  )

  it.scoped("counts the page and its files by address, separately from calls", () =>
    Effect.gen(function* () {
      const stage = yield* host({ rateLimit: 2 })
      const page = yield* ask(`${stage.url}/`)
      const script = /src="(assets\/[^"]+)"/.exec(page.text)?.[1]
      expect(rate(page)).toMatchObject({ limit: 40, remaining: 39 })
      expect(rate(yield* ask(`${stage.url}/${script}`))).toMatchObject({ limit: 40, remaining: 38 })
      expect(rate(yield* health(stage, stage.read)).remaining).toBe(1)
    })
  )

  it.scoped("counts keys and addresses separately, and respects a key's own limit", () =>
    Effect.gen(function* () {
      const stage = yield* host({ rateLimit: 2 })
      const wide = yield* stage.keys.create({ name: "wide", scope: "read", rateLimit: 4 })
      for (const key of [stage.read, stage.admin, undefined]) {
        expect((yield* health(stage, key)).status).toBe(200)
        expect((yield* health(stage, key)).status).toBe(200)
        expect((yield* health(stage, key)).status).toBe(429)
      }
      for (const remaining of [3, 2, 1, 0])
        expect(rate(yield* health(stage, wide.token))).toMatchObject({ limit: 4, remaining })
      expect((yield* health(stage, wide.token)).status).toBe(429)
      // Unknown keys count against the address, and the limit is checked before the key.
      expect((yield* ask(`${stage.url}/v1/listening/recent`, { key: `${stage.read}x` })).status).toBe(429)
    })
  )

  it.scoped("distinguishes addresses behind a trusted proxy, and trusts no other", () =>
    Effect.gen(function* () {
      const from = (url: string, forwarded: string) =>
        ask(`${url}/v1/health`, { headers: { "x-forwarded-for": forwarded } })
      const trusting = yield* host({ rateLimit: 1, trustedProxies: ["127.0.0.0/8"] })
      expect((yield* from(trusting.url, "198.51.100.1")).status).toBe(200)
      expect((yield* from(trusting.url, "198.51.100.2")).status).toBe(200)
      expect((yield* from(trusting.url, "203.0.113.9, 198.51.100.1")).status).toBe(429)
      const wary = yield* host({ rateLimit: 1 })
      expect((yield* from(wary.url, "198.51.100.1")).status).toBe(200)
      expect((yield* from(wary.url, "198.51.100.2")).status).toBe(429)
    })
  )
})

describe("clientAddress", () => {
  const address = (peer: string, forwarded?: string, trusted: ReadonlyArray<string> = ["10.0.0.0/8", "::1"]) =>
    clientAddress(trusted)({
      socket: { remoteAddress: peer },
      headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded }
    } as never)

  it("reads the chain from the right up to the first untrusted address", () => {
    expect(address("10.0.0.1", "203.0.113.7")).toBe("203.0.113.7")
    expect(address("::ffff:10.0.0.1", "203.0.113.7")).toBe("203.0.113.7")
    expect(address("::1", "1.1.1.1, 203.0.113.7, 10.2.3.4")).toBe("203.0.113.7")
    expect(address("203.0.113.1", "1.1.1.1")).toBe("203.0.113.1")
    expect(address("10.0.0.1", "unknown")).toBe("10.0.0.1")
    expect(address("10.0.0.1", "10.0.0.2")).toBe("10.0.0.1")
    expect(address("10.0.0.1", "1.1.1.1", [])).toBe("10.0.0.1")
  })

  it("reduces an IPv6 address to its /64", () => {
    const one = address("2001:db8:1:2:3:4:5:6")
    expect(one).toBe("2001:db8:1:2/64")
    expect(address("2001:DB8:1:2::9")).toBe(one)
    expect(address("2001:db8:1:3::9")).not.toBe(one)
    expect(address("2001:db8::9")).toBe("2001:db8:0:0/64")
    expect(address("fe80::1%eth0")).toBe("fe80:0:0:0/64")
  })

  it("validates proxy addresses and networks", () => {
    expect(["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"].filter(isProxy)).toHaveLength(4)
    expect(["", "localhost", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0", "::1/129"].filter(isProxy)).toEqual([])
  })
})
