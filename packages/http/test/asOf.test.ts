import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { asOfHeader } from "../src/front/asOf.js"
import { uncached } from "../src/kit/caching.js"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

/** The example of RFC 9651 dictionaries in which one source has missed its due times. */
const example = {
  now: 1_795_335_844_000,
  listening: { at: 1_795_335_304_000, staleFrom: 1_795_336_000_000 },
  running: { at: 1_795_302_000_500, staleFrom: 1_795_310_000_000 },
  text: "listening=@1795335304;age=540, running=@1795302000;age=33844;stale"
}

const header = "daybook-as-of"

describe("Daybook-As-Of", () => {
  it.scoped("has today's value on computed answers, cached ones and 304, and changes no ETag", () =>
    Effect.gen(function* () {
      const { calls, clock, freshness, read, url } = yield* host()
      const path = `${url}/v1/listening/streaks`
      const before = yield* ask(path, { key: read })
      expect(before.headers.get(header)).toBeNull()
      const second = Math.floor(clock.now / 1_000)
      freshness.set("listening", { at: (second - 100) * 1_000, staleFrom: null })
      clock.now += 1_000
      const computed = calls()
      const cached = yield* ask(path, { key: read })
      expect(cached.headers.get(header)).toBe(`listening=@${second - 100};age=101`)
      expect(cached.headers.get("etag")).toBe(before.headers.get("etag"))
      expect(cached.text).toBe(before.text)
      clock.now += 9_000
      freshness.set("listening", { at: second * 1_000, staleFrom: (second + 5) * 1_000 })
      const etag = before.headers.get("etag")!
      const unchanged = yield* ask(path, { key: read, headers: { "if-none-match": etag } })
      expect(unchanged.status).toBe(304)
      expect(unchanged.headers.get(header)).toBe(`listening=@${second};age=10;stale`)
      expect(calls()).toBe(computed)
      freshness.set("running", { at: null, staleFrom: -Infinity })
      clock.now += 1_000
      const feed = yield* ask(`${url}/v1/feed`, { key: read })
      expect(feed.headers.get(header)).toBe(`listening=@${second};age=11;stale, running=?0;stale`)
    })
  )

  it.scoped("is readable for pages of other origins, and not sent to strangers or with writes", () =>
    Effect.gen(function* () {
      const { admin, freshness, read, url } = yield* host({ corsOrigins: ["https://me.example"] })
      freshness.set("listening", { at: 1_000, staleFrom: null })
      const origin = { origin: "https://me.example" }
      const allowed = yield* ask(`${url}/v1/listening/recent`, { key: read, headers: origin })
      expect(allowed.headers.get("access-control-expose-headers")!.split(", ")).toContain("Daybook-As-Of")
      expect((yield* ask(`${url}/v1/listening/recent`)).headers.get(header)).toBeNull()
      expect((yield* ask(`${url}/v1/health`)).headers.get(header)).toBeNull()
      const creation = yield* ask(`${url}/v1/listening/admin/filters`, { key: admin, method: "POST" })
      expect(creation.headers.get(header)).toBeNull()
    })
  )

  it("names the domains that a read reads", () => {
    const { listening, now, running, text } = example
    const asOf = asOfHeader(
      () =>
        new Map([
          ["listening", listening],
          ["running", running]
        ]),
      ["listening", "running", "watching"]
    )
    const route = (path: string, domains: ReadonlyArray<string> = []) => ({
      method: "GET",
      path,
      caching: { ...uncached, domains }
    })
    const none = new Map<string, string>()
    const [only, other] = text.split(", ") as [string, string]
    expect(asOf(route("/v1/feed", ["listening", "running"]), none, now)).toBe(text)
    expect(asOf(route("/v1/changes"), none, now)).toBe(text)
    expect(asOf(route("/v1/listening/now-playing"), none, now)).toBe(only)
    expect(asOf(route("/v1/admin/running/merges"), none, now)).toBe(other)
    expect(
      asOf(route("/v1/feed/domain/:domain", ["listening", "running"]), new Map([["domain", "running"]]), now)
    ).toBe(other)
    expect(asOf(route("/v1/watching/recent", ["watching"]), none, now)).toBeUndefined()
    expect(asOf(route("/v1/admin/keys"), none, now)).toBeUndefined()
    expect(asOf(route("/"), none, now)).toBeUndefined()
    expect(asOf({ ...route("/v1/changes"), method: "POST" }, none, now)).toBeUndefined()
  })
})
