import { StorageFailure } from "@daybook/core/shared"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host, type Host } from "./support/host.js"
import { ask } from "./support/http.js"

/** Samples by name and labels. Counters belong to the process, so tests compare before and after. */
const scraped = ({ admin, url }: Host) =>
  Effect.map(
    ask(`${url}/metrics`, { key: admin }),
    ({ text }) =>
      new Map(
        text
          .split("\n")
          .filter((line) => line !== "" && !line.startsWith("#"))
          .map((line): [string, number] => [
            line.slice(0, line.lastIndexOf(" ")),
            Number(line.slice(line.lastIndexOf(" ") + 1))
          ])
      )
  )

const growth = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, name: string) =>
  (after.get(name) ?? 0) - (before.get(name) ?? 0)

const requests = (route: string, status: number, answer: string, method = "GET") =>
  `daybook_http_requests_total{${[
    ["answer", answer],
    ["method", method],
    ["route", route],
    ["status", String(status)]
  ]
    .map(([name, value]) => `${name}="${value}"`)
    .join(",")}}`

/** The samples with sorted labels. */
const sorted = (samples: ReadonlyMap<string, number>) =>
  new Map(
    Array.from(samples, ([sample, value]): [string, number] => [
      sample.replace(
        /\{(.*)\}/,
        (_, labels: string) =>
          `{${labels
            .split(/,(?=\w+=")/)
            .toSorted()
            .join(",")}}`
      ),
      value
    ])
  )

const look = (stage: Host) => Effect.map(scraped(stage), sorted)

describe("GET /metrics", () => {
  it.scoped("requires an admin key", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const path = `${url}/metrics`
      for (const headers of [{}, { authorization: "Bearer svc_admin_nonsense" }, { authorization: `Basic ${admin}` }]) {
        expect((yield* ask(path, { headers })).json).toEqual({ error: "Unauthorized", status: 401 })
      }
      expect((yield* ask(path, { key: read })).json).toEqual({ error: "Forbidden", status: 403 })
      expect((yield* ask(path, { key: admin, method: "POST" })).json).toEqual({ error: "Not found", status: 404 })
      const answer = yield* ask(path, { key: admin })
      expect(answer.status).toBe(200)
      expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
      expect(answer.headers.get("cache-control")).toBe("no-store")
    })
  )

  it.scoped("has the Prometheus text format", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      yield* ask(`${url}/v1/listening/streaks`, { key: read })
      const { text } = yield* ask(`${url}/metrics`, { key: admin })
      expect(text.endsWith("\n")).toBe(true)
      const families = new Set<string>()
      let family = ""
      for (const line of text.trimEnd().split("\n")) {
        const help = /^# HELP (\w+) \S/.exec(line)
        if (help !== null) {
          family = help[1]!
          expect(families.has(family), family).toBe(false)
          families.add(family)
        } else if (line.startsWith("#"))
          expect(line).toMatch(new RegExp(`^# TYPE ${family} (counter|gauge|histogram)$`))
        else
          expect(line).toMatch(
            new RegExp(
              `^${family}(_bucket|_sum|_count)?(\\{\\w+="[^"\\n]*"(,\\w+="[^"\\n]*")*\\})? (-?\\d+(\\.\\d+)?(e[+-]\\d+)?)$`
            )
          )
      }
      for (const name of [
        "daybook_http_requests_total",
        "daybook_http_request_seconds",
        "daybook_build_info",
        "process_resident_memory_bytes",
        "nodejs_eventloop_delay_seconds"
      ])
        expect(families).toContain(name)
    })
  )

  it.scoped("distinguishes cached, computed and front responses", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const { read, url } = stage
      const path = `${url}/v1/listening/streaks`
      const before = yield* look(stage)
      const first = yield* ask(path, { key: read })
      yield* ask(path, { key: read })
      yield* ask(path, { key: read, headers: { "if-none-match": first.headers.get("etag")! } })
      yield* ask(path)
      yield* ask(`${url}/v1/listening/artists/1`, { key: read })
      yield* ask(`${url}/v1/listening/artists/7654`, { key: read })
      yield* ask(`${url}/nobody/knows?this=path`, { key: read })
      stage.trouble.failure = new StorageFailure({ operation: "x", unavailable: true, cause: "away" })
      yield* ask(`${url}/v1/listening/recent`, { key: read })
      const after = yield* look(stage)
      const grown = (route: string, status: number, answer: string) =>
        growth(before, after, requests(route, status, answer))
      expect(grown("/v1/listening/streaks", 200, "computed")).toBe(1)
      expect(grown("/v1/listening/streaks", 200, "kept")).toBe(1)
      expect(grown("/v1/listening/streaks", 304, "kept")).toBe(1)
      expect(grown("/v1/listening/streaks", 401, "front")).toBe(1)
      expect(grown("/v1/listening/artists/:id", 200, "computed")).toBe(1)
      expect(grown("/v1/listening/artists/:id", 404, "computed")).toBe(1)
      expect(grown("none", 404, "front")).toBe(1)
      expect(grown("/v1/listening/recent", 503, "computed")).toBe(1)
      expect(growth(before, after, 'daybook_http_request_seconds_count{route="/v1/listening/streaks"}')).toBe(1)
      expect(
        growth(before, after, 'daybook_http_request_seconds_bucket{le="+Inf",route="/v1/listening/artists/:id"}')
      ).toBe(2)
      expect(Array.from(after.keys()).filter((name) => /7654|nobody|knows/.test(name))).toEqual([])
    })
  )

  it.scoped("counts rate-limited callers", () =>
    Effect.gen(function* () {
      const stage = yield* host({ rateLimit: 3 })
      const before = yield* look(stage)
      for (let count = 0; count < 5; count++) yield* ask(`${stage.url}/v1/health`, { key: stage.read })
      for (let count = 0; count < 4; count++) yield* ask(`${stage.url}/v1/health`)
      const after = yield* look(stage)
      expect(growth(before, after, 'daybook_http_rate_limited_total{caller="key"}')).toBe(2)
      expect(growth(before, after, 'daybook_http_rate_limited_total{caller="address"}')).toBe(1)
      expect(growth(before, after, requests("/v1/health", 429, "front"))).toBe(3)
    })
  )

  it.scoped("counts unknown methods as one", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const before = yield* look(stage)
      for (const method of ["PROPFIND", "MKCOL", "SEARCH"])
        yield* ask(`${stage.url}/v1/listening/streaks`, { key: stage.admin, method })
      expect(growth(before, yield* look(stage), requests("none", 404, "front", "other"))).toBe(3)
    })
  )

  it.scoped("counts how late the event loop is", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const slow = (samples: ReadonlyMap<string, number>) =>
        samples.get("nodejs_eventloop_lag_seconds_count")! -
        samples.get('nodejs_eventloop_lag_seconds_bucket{le="0.1"}')!
      const before = yield* scraped(stage)
      const end = performance.now() + 300
      while (performance.now() < end);
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 50)))
      const after = yield* scraped(stage)
      expect(slow(after)).toBeGreaterThan(slow(before))
      expect(growth(before, after, "nodejs_eventloop_lag_seconds_sum")).toBeGreaterThan(0.2)
    })
  )
})
