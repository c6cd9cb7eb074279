import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
// Loaded before the clock matters: warm answers load it at their first round.
import "light-my-request"
import { responseCache, momentOf } from "../src/front/ResponseCache.js"
import type { Route } from "../src/front/requests.js"
import { routeTable, targets } from "../src/front/routing.js"
import { type WarmOptions, warmAnswers } from "../src/front/WarmAnswers.js"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

const today = "2026-01-01"

const route = (path: string, of: Partial<Route> = {}): Route => ({
  method: "GET",
  path,
  access: "read",
  query: new Set(["page"]),
  takesJson: false,
  caching: { cacheClass: "medium", domains: ["listening"], today: false, cached: true },
  ...of
})

const routes = [
  route("/v1/list"),
  route("/v1/other"),
  route("/v1/json", { batches: true }),
  route("/v1/admin/list", { access: "admin" }),
  route("/v1/picture", { varies: () => "webp" }),
  route("/v1/live", { caching: { cacheClass: "none", domains: [], today: false, cached: false } })
]

/** A host whose answers are their addresses. Requests are sent with `ask`, and computed ones are in `computed`. */
const stage = (options: Partial<WarmOptions> = {}) => {
  let version = 1
  let requests = 0
  const computed: Array<string> = []
  const cache = responseCache({ latest: () => version, bump: () => Effect.void }, 1_000_000)
  const target = targets(routeTable(routes))
  const moment = () => momentOf(Date.now(), today)
  const policyOf = (url: string) => target(url).routes!.get("GET")!.caching
  const store = (url: string, body: string) =>
    cache.store(target(url).cacheKey, {
      stamp: cache.stamp(policyOf(url), moment()),
      body,
      etag: "",
      headers: [],
      headersUnchanged: []
    })
  const warm = warmAnswers({
    cache,
    target,
    now: Date.now,
    today: () => today,
    first: () => [],
    versions: () => [version],
    computed: () => requests,
    next: (request, response) => {
      computed.push(request.url!)
      store(request.url!, request.url!)
      response.end(request.url)
    },
    times: { look: 5, quiet: 40, apart: 0 },
    ...options
  })
  return {
    warm,
    computed,
    change: () => void version++,
    isWarm: (url: string) => cache.isFresh(target(url).cacheKey, policyOf(url), moment()),
    ask: (url: string) => {
      requests++
      if (cache.find(target(url).cacheKey, policyOf(url), moment()) === undefined) store(url, url)
    }
  }
}

/** Answers without a database need fewer turns of the event loop. */
const turns = Effect.replicateEffect(
  Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void))),
  20,
  { discard: true }
)

const step = 5

/** Lets time pass on the test's clock, and answers be computed. */
const pause = (milliseconds: number) =>
  Effect.replicateEffect(Effect.zipRight(TestClock.adjust(step), turns), Math.ceil(milliseconds / step), {
    discard: true
  })

/** Waits until a number is reached, and a little longer: more would be too many. */
const reach = (length: number, list: ReadonlyArray<unknown>) =>
  Effect.zipRight(Effect.repeat(pause(step), { until: () => list.length >= length, times: 1_000 }), pause(100))

describe("warmAnswers", () => {
  it.scoped("computes what was asked again after a change, the most asked first, and nothing without a change", () =>
    Effect.gen(function* () {
      const { ask, change, computed, isWarm, warm } = stage()
      for (const url of ["/v1/list", "/v1/other?page=2", "/v1/other?page=2"]) ask(url)
      yield* Effect.forkScoped(warm)
      yield* pause(20)
      yield* pause(150)
      expect(computed).toStrictEqual([])
      change()
      yield* pause(250)
      expect(computed).toStrictEqual(["/v1/other?page=2", "/v1/list"])
      expect(isWarm("/v1/list")).toBe(true)
    })
  )

  it.scoped("computes what the page asks without a request, and drops what nobody asks for any more", () =>
    Effect.gen(function* () {
      const { ask, change, computed, warm } = stage({ first: () => ["/v1/list"] })
      for (let index = 0; index < 4; index++) ask("/v1/other")
      yield* Effect.forkScoped(warm)
      yield* pause(20)
      // The other was asked four times: it is computed after three changes.
      const expected = [2, 4, 6, 7, 8]
      for (let index = 0; index < 5; index++) {
        change()
        yield* reach(expected[index]!, computed)
      }
      expect(computed.filter((url) => url === "/v1/list")).toHaveLength(5)
      expect(computed.filter((url) => url === "/v1/other")).toHaveLength(3)
    })
  )

  it.scoped("computes nothing that only admins may read, that varies with the client, or that is not cached", () =>
    Effect.gen(function* () {
      const { change, computed, warm } = stage({
        first: () => ["/v1/admin/list", "/v1/picture", "/v1/live", "/v1/nothing", "/v1/list"]
      })
      yield* Effect.forkScoped(warm)
      yield* pause(20)
      change()
      yield* reach(1, computed)
      expect(computed).toStrictEqual(["/v1/list"])
    })
  )

  it.scoped("computes JSON reads in another process, and stores their answers in this one", () =>
    Effect.gen(function* () {
      const elsewhere: Array<string> = []
      const answers: Array<readonly [string, ReadonlyArray<string>, string]> = []
      const { change, computed, warm } = stage({
        first: () => ["/v1/list", "/v1/json", "/v1/json?page=2"],
        elsewhere: {
          next: (request, response) => {
            elsewhere.push(request.url!)
            const status = request.url === "/v1/json" ? 200 : 404
            response.writeHead(status, { "Content-Type": "application/json", "X-RateLimit-Limit": "9" })
            response.end("{}")
          },
          keep: ({ cacheKey }, headers, body) => void answers.push([cacheKey, headers, body.toString()])
        }
      })
      yield* Effect.forkScoped(warm)
      yield* pause(20)
      change()
      yield* reach(2, elsewhere)
      expect(computed).toStrictEqual(["/v1/list"])
      expect(elsewhere).toStrictEqual(["/v1/json", "/v1/json?page=2"])
      expect(answers).toStrictEqual([["/v1/json", ["content-type", "application/json"], "{}"]])
    })
  )

  it.scoped("stays within its limits", () =>
    Effect.gen(function* () {
      const first = () => Array.from({ length: 20 }, (_, page) => `/v1/list?page=${page}`)
      for (const [limits, max] of [
        [{ answers: 3 }, 3],
        [{ bytes: 31 }, 3],
        [{ milliseconds: 0 }, 0]
      ] as const) {
        const { change, computed, warm } = stage({ first, limits })
        const fiber = yield* Effect.fork(warm)
        yield* pause(20)
        change()
        yield* reach(max, computed)
        expect(computed).toHaveLength(max)
        yield* Fiber.interrupt(fiber)
      }
    })
  )

  it.scoped("waits while requests come and while data changes, and ends with its scope", () =>
    Effect.gen(function* () {
      const { ask, change, computed, warm } = stage({ first: () => ["/v1/list"] })
      const fiber = yield* Effect.fork(warm)
      yield* pause(20)
      for (let index = 0; index < 10; index++) {
        if (index % 2 === 0) change()
        else ask("/v1/other")
        yield* pause(15)
      }
      expect(computed).toStrictEqual([])
      yield* reach(1, computed)
      expect(computed).toContain("/v1/list")
      yield* Fiber.interrupt(fiber)
      const before = computed.length
      change()
      yield* pause(150)
      expect(computed).toHaveLength(before)
    })
  )

  it.scopedLive("answers from a host's cache after a change, and counts for no key and no limit", () =>
    Effect.gen(function* () {
      const { calls, clock, keys, read, url, versions } = yield* host({ warmAnswers: true, haste: 100 })
      const paths = ["/v1/listening/streaks", "/v1/listening/recent"]
      for (const path of paths) yield* ask(url + path, { key: read })
      versions.set("listening", (versions.get("listening") ?? 0) + 1)
      const before = calls()
      // The page's own requests come first. Host and test share a thread, so that nothing is late when both wait.
      let [computed, steady] = [before, 0]
      const look = Effect.sync(() => {
        if (calls() === before) clock.now += 500
        steady = calls() === computed ? steady + 1 : 0
        computed = calls()
      })
      yield* Effect.repeat(Effect.delay(look, 10), { until: () => steady >= 50 && computed >= before + paths.length })
      const answers = yield* Effect.forEach(paths, (path) => ask(url + path, { key: read }))
      expect(calls()).toBe(computed)
      expect(answers.map(({ status }) => status)).toStrictEqual([200, 200])
      expect(answers[1]!.headers.get("x-ratelimit-remaining")).toBe("999996")
      // The two requests before the change, and the two after it.
      expect(Math.max(...(yield* keys.list).map(({ requestCount }) => requestCount))).toBeLessThanOrEqual(4)
    })
  )
})
