import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { responseCache } from "../src/front/ResponseCache.js"
import { host } from "./support/host.js"
import { ask, post } from "./support/http.js"
import { sample } from "./support/library.js"

const paths = [
  "/v1/listening/recent",
  "/v1/listening/top/artists?period=12month&include_sparklines=true",
  "/v1/listening/streaks",
  "/v1/listening/artists/1",
  "/v1/listening/calendar?year=2024"
]

describe("cached responses", () => {
  it.scoped("are repeated byte for byte without a query", () =>
    Effect.gen(function* () {
      const { calls, read, url } = yield* host()
      for (const path of paths) {
        const first = yield* ask(url + path, { key: read })
        const before = calls()
        const second = yield* ask(url + path, { key: read })
        expect(second.text).toBe(first.text)
        const own = ["date", "x-request-id", "x-ratelimit-remaining"]
        const others = (headers: Headers) =>
          Array.from(headers)
            .filter(([name]) => !own.includes(name))
            .sort()
        expect(others(second.headers)).toEqual(others(first.headers))
        const unchanged = yield* ask(url + path, {
          key: read,
          headers: { "if-none-match": `W/"other", ${first.headers.get("etag")}` }
        })
        expect(unchanged.status).toBe(304)
        expect(unchanged.text).toBe("")
        for (const name of ["etag", "cache-control", "vary", "x-ratelimit-limit"])
          expect(unchanged.headers.get(name)).toBe(first.headers.get(name))
        expect(unchanged.headers.get("content-type")).toBeNull()
        expect((yield* ask(url + path, { key: read, headers: { "if-none-match": '"other"' } })).status).toBe(200)
        expect(calls()).toBe(before)
      }
    })
  )

  it.scoped("keep text of every script", () =>
    Effect.gen(function* () {
      const { read, setPlays, url } = yield* host()
      const artist = "Ørsted Høst – 夜の汽車 🎷"
      setPlays([{ at: "2025-03-15T10:00:00Z", artist, album: null, track: "Ärger" }])
      const path = `${url}/v1/listening/recent`
      const [first, cached] = yield* Effect.all([ask(path, { key: read }), ask(path, { key: read })])
      expect(cached.json.data[0].artist.name).toBe(artist)
      expect(cached.text).toBe(first.text)
      expect(Number(cached.headers.get("content-length"))).toBe(Buffer.byteLength(cached.text))
    })
  )

  it.scoped("are 304 for clients that have them, also after recomputation", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const path = `${stage.url}/v1/listening/streaks`
      const etag = (yield* ask(path, { key: stage.read })).headers.get("etag")!
      expect(etag).toMatch(/^"[\w-]{27}"$/)
      stage.versions.set("listening", 1)
      const before = stage.calls()
      const unchanged = yield* ask(path, { key: stage.read, headers: { "if-none-match": etag } })
      expect(stage.calls()).toBeGreaterThan(before)
      expect(unchanged.status).toBe(304)
      expect(unchanged.text).toBe("")
    })
  )

  it.scoped("are invalidated by changes of their domain only", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const path = `${stage.url}/v1/listening/recent?limit=1`
      const first = yield* ask(path, { key: stage.read })
      stage.setPlays([{ at: "2025-03-15T17:59:00Z", artist: "Velvet Meridian", album: null, track: "Dusk" }, ...sample])
      stage.versions.set("running", 1)
      expect((yield* ask(path, { key: stage.read })).text).toBe(first.text)
      stage.versions.set("listening", 1)
      const second = yield* ask(path, { key: stage.read })
      expect(second.json.data[0].track.name).toBe("Dusk")
      expect(second.headers.get("etag")).not.toBe(first.headers.get("etag"))
    })
  )

  it.scoped("are invalidated if the data changes while they are computed", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const path = `${stage.url}/v1/listening/recent?limit=1`
      stage.trouble.wait = Effect.sync(() => {
        stage.versions.set("listening", 1)
      })
      yield* ask(path, { key: stage.read })
      const before = stage.calls()
      yield* ask(path, { key: stage.read })
      expect(stage.calls()).toBeGreaterThan(before)
    })
  )

  it.scoped("expire at local midnight if they depend on today", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      // 2025-03-15 in Berlin ends at 23:00 UTC.
      stage.clock.now = Date.parse("2025-03-15T22:59:59.999Z")
      const streaks = `${stage.url}/v1/listening/streaks`
      const albums = `${stage.url}/v1/listening/albums`
      expect((yield* ask(streaks, { key: stage.read })).json.current).toMatchObject({
        days: 1,
        start_date: "2025-03-15"
      })
      yield* ask(albums, { key: stage.read })
      stage.clock.now += 1
      const before = stage.calls()
      yield* ask(albums, { key: stage.read })
      expect(stage.calls()).toBe(before)
      expect((yield* ask(streaks, { key: stage.read })).json.current).toMatchObject({ days: 1 })
      expect(stage.calls()).toBeGreaterThan(before)
      stage.clock.now += 86_400_000
      expect((yield* ask(streaks, { key: stage.read })).json.current).toMatchObject({ days: 0, start_date: null })
    })
  )

  it.scoped("expire at midnight of the venue's time zone if an event ends then", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      // In Berlin it is 9:00 when the day of the game ends in Seattle.
      stage.clock.now = Date.parse("2026-04-02T06:59:59.999Z")
      const status = Effect.map(
        ask(`${stage.url}/v1/attending/events/7`, { key: stage.read }),
        ({ json }) => json.status
      )
      const artist = ask(`${stage.url}/v1/listening/artists/1`, { key: stage.read })
      expect(yield* status).toBe("upcoming")
      yield* artist
      const before = stage.calls()
      yield* artist
      expect(stage.calls()).toBe(before)
      stage.clock.now += 1
      expect(yield* status).toBe("missed")
      yield* artist
      expect(stage.calls()).toBeGreaterThan(before)
    })
  )

  it.scoped("are shared by equivalent queries and differ for others", () =>
    Effect.gen(function* () {
      const { calls, read, url } = yield* host()
      const same = [
        "limit=2&page=3",
        "page=3&limit=2",
        "limit=2&page=3&utm_source=x",
        "&&page=3&limit=2&",
        "lim%69t=2&page=3&_=17&_=18"
      ]
      const answers = yield* Effect.forEach(same, (query) => ask(`${url}/v1/listening/recent?${query}`, { key: read }))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      // Four spellings share an entry; a needlessly encoded name has its own.
      expect(calls()).toBe(2)
      const other = yield* ask(`${url}/v1/listening/recent?limit=3&page=2`, { key: read })
      expect(other.json.pagination).toMatchObject({ page: 2, limit: 3 })
      expect((yield* ask(`${url}/v1/listening/recent?limit=2&page=3&limit=2`, { key: read })).status).toBe(400)
      expect(
        (yield* ask(`${url}/v1/listening/history?artist=paper&limit=1`, { key: read })).json.pagination.total
      ).toBe(sample.filter(({ artist }) => artist === "The Paper Lanterns").length)
      expect(
        (yield* ask(`${url}/v1/listening/history?artist=paper%26limit=1`, { key: read })).json.pagination.total
      ).toBe(0)
    })
  )

  it.scoped("exclude errors, admin responses and data that changes by itself", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      expect((yield* ask(`${stage.url}/v1/listening/artists/99`, { key: stage.read })).status).toBe(404)
      stage.setPlays(
        Array.from({ length: 99 }, (_, index) => ({
          at: "2025-03-01T10:00:00Z",
          artist: `Artist ${index}`,
          album: null,
          track: "One"
        }))
      )
      expect((yield* ask(`${stage.url}/v1/listening/artists/99`, { key: stage.read })).status).toBe(200)

      expect(
        (yield* ask(`${stage.url}/v1/listening/now-playing`, { key: stage.read })).headers.get("cache-control")
      ).toBe("no-store")
      const now = yield* ask(`${stage.url}/v1/health`)
      stage.clock.now += 1_000
      expect((yield* ask(`${stage.url}/v1/health`)).json.timestamp).not.toBe(now.json.timestamp)

      const keys = `${stage.url}/v1/admin/keys`
      const before = yield* ask(keys, { key: stage.admin })
      expect(before.headers.get("cache-control")).toBe("no-store")
      expect(before.headers.get("etag")).toBeNull()
      expect((yield* post(keys, stage.admin, { name: "another" })).headers.get("cache-control")).toBe("no-store")
      expect((yield* ask(keys, { key: stage.admin })).json.data).toHaveLength(before.json.data.length + 1)
    })
  )

  it.scoped("have a short max-age while they include today", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const ages: Readonly<Record<string, number>> = {
        "listening/recent": 30,
        "listening/recent/albums": 30,
        "listening/top/tracks": 3_600,
        "listening/calendar": 3_600,
        "listening/calendar?year=2025": 3_600,
        "listening/calendar?year=2024": 86_400,
        "listening/year/2025": 3_600,
        "listening/year/2024?month=2": 86_400,
        "listening/trends": 3_600,
        "listening/trends?to=2025-03-14": 86_400,
        "listening/trends?to=2025-03-15": 3_600,
        "listening/trends?to=2025-03-14T23:30:00Z": 3_600,
        "listening/genres": 3_600,
        "running/charts/time-of-day": 3_600,
        "running/charts/time-of-day?year=2025": 3_600,
        "running/charts/time-of-day?year=2024": 86_400,
        "running/charts/elevation": 3_600,
        "running/charts/elevation?year=2024": 86_400
      }
      for (const [path, age] of Object.entries(ages)) {
        expect((yield* ask(`${url}/v1/${path}`, { key: read })).headers.get("cache-control"), path).toBe(
          `private, max-age=${age}`
        )
      }
      for (const path of ["/v1/openapi.json", "/docs", "/"])
        expect((yield* ask(url + path)).headers.get("cache-control")).toBe("public, max-age=300")
    })
  )
})

describe("responseCache", () => {
  const policy = { cacheClass: "medium", domains: [], today: false, cached: true } as const
  const moment = { today: "", quarter: 0 }
  const entry = (size: number) => ({
    stamp: { versions: [], ...moment },
    body: "x".repeat(size),
    etag: "",
    headers: [],
    headersUnchanged: []
  })

  it("stays within its limit and evicts unused entries first", () => {
    const cache = responseCache({ latest: () => 0, bump: () => Effect.void }, 100_000)
    const entries = () =>
      Array.from({ length: 200 }, (_, index) => cache.find(String(index), policy, moment)).filter(
        (cached) => cached !== undefined
      )
    cache.store("0", entry(5_000))
    for (let index = 1; index < 200; index++) {
      expect(cache.find("0", policy, moment)).toBeDefined()
      cache.store(String(index), entry(5_000))
    }
    expect(entries().length).toBeGreaterThan(10)
    expect(entries().reduce((sum, { body }) => sum + body.length, 0)).toBeLessThanOrEqual(100_000)
    cache.store("huge", entry(100_001))
    expect(cache.find("huge", policy, moment)).toBeUndefined()
    expect(entries().length).toBeGreaterThan(10)
  })
})
